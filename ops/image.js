// Builds the image from base images that are named by digest, and refuses to build from any other.
// ops/image-bases.env names them; where it is missing, or with --renew, the tags of the Dockerfile are looked up at their
// registries and the file is written. Commit it: then everybody builds from the same bases.
// With --pin it builds nothing, but looks up the foreign images of compose.yaml and writes ops/compose.env beside it.
//   npm run image -- --pin [--compose compose.yaml] [--to FILE]
//   npm run image -- [--renew] [--builder docker] [--tag dosah] [--to FILE] [--dockerfile Dockerfile]
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    renew: { type: "boolean", default: false },
    builder: { type: "string", default: "docker" },
    tag: { type: "string", default: "dosah" },
    to: { type: "string" },
    pin: { type: "boolean", default: false },
    compose: { type: "string", default: "compose.yaml" },
    dockerfile: { type: "string", default: "Dockerfile" },
  },
});

/** What a manifest may be: the list of an image for several processors, or the image itself. */
const MANIFESTS = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
  "application/vnd.oci.image.manifest.v1+json",
  "application/vnd.docker.distribution.manifest.v2+json",
].join(", ");

/** An image by its content. */
const PINNED = /^[\w.:/-]+@sha256:[0-9a-f]{64}$/;

const PATIENCE_MS = 30_000;

const to = values.to ?? (values.pin ? "ops/compose.env" : "ops/image-bases.env");

try {
  if (values.pin) await writeDigests();
  else {
    if (values.renew || !existsSync(to)) await writeBases();
    process.exitCode = build(readBases());
  }
} catch (error) {
  const nothing = values.pin ? `${to} was not written.` : "No image was built.";
  process.stderr.write(`${nothing} ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

/** Looks up what the tags of compose.yaml name now, and writes the file, all of it or nothing. */
async function writeDigests() {
  const lines = ["# The foreign images of compose.yaml by content, looked up by ops/image.js --pin."];
  const images = readFileSync(values.compose, "utf8").matchAll(/^ +image: (\S+)@\$\{(\w+):\?[^}]*\}$/gm);
  for (const [, image = "", name = ""] of images) {
    lines.push(`# ${image}`, `${name}=${(await pinned(image)).split("@")[1]}`);
  }
  if (lines.length === 1) throw new Error(`${values.compose} names no image by a variable.`);
  writeFileSync(to, `${lines.join("\n")}\n`);
}

/** Looks every base of the Dockerfile up and writes the file, all of it or nothing. */
async function writeBases() {
  const lines = ["# The base images by content, looked up by ops/image.js. The tag of each stands above it."];
  for (const [, name, image] of readFileSync(values.dockerfile, "utf8").matchAll(/^ARG (BASE_\w+)=(\S+)$/gm)) {
    if (name === undefined || image === undefined) continue;
    lines.push(`# ${image}`, `${name}=${PINNED.test(image) ? image : await pinned(image)}`);
  }
  writeFileSync(to, `${lines.join("\n")}\n`);
}

/** The bases as the file names them. */
function readBases() {
  const bases = [...readFileSync(to, "utf8").matchAll(/^(BASE_\w+)=(.*)$/gm)].map(([line]) => line);
  const names = bases.map((line) => line.split("=")[0]);
  if (names.join() !== "BASE_BUILD,BASE_RUN") throw new Error(`${to} does not name BASE_BUILD and BASE_RUN.`);
  for (const line of bases) {
    if (!PINNED.test(line.slice(line.indexOf("=") + 1))) throw new Error(`${to}: ${line} is no image by digest.`);
  }
  return bases;
}

/** @param {readonly string[]} bases */
function build(bases) {
  const run = bases[1]?.slice("BASE_RUN=".length) ?? "";
  const labels = [`base.name=${run.split("@")[0]}`, `base.digest=${run.split("@")[1]}`];
  const words = [
    "build",
    ...bases.flatMap((base) => ["--build-arg", base]),
    ...labels.flatMap((label) => ["--label", `org.opencontainers.image.${label}`]),
    ...["--file", values.dockerfile, "--tag", values.tag, "."],
  ];
  const { status, error } = spawnSync(values.builder, words, { stdio: "inherit" });
  if (error !== undefined) throw error;
  return status ?? 1;
}

/**
 * The name of an image with the digest of what its tag names now.
 * @param {string} image
 */
async function pinned(image) {
  const [, host, name, tag] = /^([^/]+[.:][^/]*|localhost)\/([\w./-]+):([\w.-]+)$/.exec(image) ?? [];
  if (host === undefined || name === undefined || tag === undefined)
    throw new Error(`${image} names no registry and tag.`);
  const registry = host === "docker.io" ? "registry-1.docker.io" : host;
  const scheme = /^(127\.0\.0\.1|localhost)(:|$)/.test(registry) ? "http" : "https";
  const url = `${scheme}://${registry}/v2/${name}/manifests/${tag}`;
  const response = await ask(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  const stated = response.headers.get("docker-content-digest");
  if (stated !== null && stated !== digest)
    throw new Error(`${image}: the registry says ${stated} and sends ${digest}.`);
  return `${host}/${name}@${digest}`;
}

/**
 * Asks a registry; one that wants a token gets the one that it gives to everybody.
 * @param {string} url
 */
async function ask(url) {
  const first = await get(url, { Accept: MANIFESTS });
  const challenge = first.status === 401 ? (first.headers.get("www-authenticate") ?? "") : "";
  const { realm, ...scope } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  );
  if (realm === undefined) return answered(first, url);
  const given = await answered(await get(`${realm}?${new URLSearchParams(scope)}`, {}), realm);
  const { token, access_token: other } = await given.json();
  return answered(await get(url, { Accept: MANIFESTS, Authorization: `Bearer ${token ?? other}` }), url);
}

/**
 * @param {string} url
 * @param {Readonly<Record<string, string>>} headers
 */
async function get(url, headers) {
  try {
    return await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (cause) {
    throw new Error(`${url} cannot be reached.`, { cause });
  }
}

/**
 * @param {Response} response
 * @param {string} url
 */
function answered(response, url) {
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return response;
}
