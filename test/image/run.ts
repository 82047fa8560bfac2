/**
 * `npm run image-check`: builds the image as the Dockerfile says, without a daemon and without any registry of images,
 * runs it and looks into it. Both bases are made here, of what Node.js needs of Debian and the Node.js that runs this:
 * what is ours in the image is what it will be, and the size of the whole is an estimate. Needs root, buildah and mmdebstrap, and a registry of npm; some minutes.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../promises/free-port.fixture.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The image may have so many bytes. */
const MOST_BYTES = 220e6;

/** What the second stage has of Debian: what Node.js needs, and nothing to log in with. */
const RUN_PACKAGES =
  "base-files,netbase,tzdata,media-types,ca-certificates,libc6,libgcc-s1,libgomp1,libssl3,libstdc++6";

/** The user that the image runs as. */
const USER = "65532";

/** Whom this user's npm trusts besides those that Node.js knows; only the first stage gets to see it. */
const trusted = process.env.NODE_EXTRA_CA_CERTS;
const TRUSTED_INSIDE = "/etc/npm-trusts.pem";

const missing = ["buildah", "mmdebstrap", "npm"].filter((name) => spawnSync(name, ["--version"]).error !== undefined);
const isRoot = process.getuid?.() === 0;
if (missing.length > 0 || !isRoot) {
  say(`skipped: ${[...missing.map((name) => `${name} is not installed`), ...(isRoot ? [] : ["not root"])].join(", ")}`);
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), "dosah-image-"));
const policy = join(folder, "policy.json");
writeFileSync(policy, '{"default":[{"type":"insecureAcceptAnything"}]}');
const failures: string[] = [];
try {
  const build = makeBase("build", "minbase", "ca-certificates", (root) => {
    const npm = dirname(dirname(output("readlink", "-f", output("sh", "-c", "command -v npm"))));
    cpSync(process.execPath, join(root, "usr/local/bin/node"));
    cpSync(npm, join(root, "usr/local/lib/npm"), { recursive: true });
    symlinkSync("../lib/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
    if (trusted !== undefined) cpSync(trusted, join(root, TRUSTED_INSIDE));
  });
  const run = makeBase("run", "extract", RUN_PACKAGES, (root) => {
    mkdirSync(join(root, "nodejs/bin"), { recursive: true });
    cpSync(process.execPath, join(root, "nodejs/bin/node"));
  });
  const args = [`BASE_BUILD=${build}`, `BASE_RUN=${run}`].flatMap((each) => ["--build-arg", each]);
  // npm asks where this user's npm asks.
  const settings = join(homedir(), ".npmrc");
  const volume = existsSync(settings) ? ["--volume", `${settings}:/root/.npmrc:ro`] : [];
  say("building");
  const how = ["--isolation", "chroot", "--pull-never", "--format", "docker", ...volume];
  const built = spawnSync("buildah", words("build", ...how, ...args, "--tag", "dosah", ROOT), { stdio: "inherit" });
  if (built.status !== 0) throw new Error("the image could not be built");
  const container = buildah("from", "--pull-never", "dosah");
  examine(buildah("mount", container), run);
  await serve(container);
} finally {
  spawnSync("buildah", words("rm", "--all"));
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) say(`NOT AS IT MUST BE: ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Makes a base image out of Debian's packages. @returns its name */
function makeBase(name: string, variant: string, packages: string, complete: (root: string) => void): string {
  say(`making the base of stage ${name}`);
  const tar = join(folder, `${name}.tar`);
  const root = join(folder, name);
  mkdirSync(root);
  output("mmdebstrap", `--variant=${variant}`, `--include=${packages}`, "bookworm", tar);
  output("tar", "--extract", "--file", tar, "--directory", root, "--exclude=./dev/*");
  rmSync(tar);
  complete(root);
  const container = buildah("from", "scratch");
  buildah("copy", "--quiet", container, root, "/");
  if (name === "build" && trusted !== undefined)
    buildah("config", "--env", `NODE_EXTRA_CA_CERTS=${TRUSTED_INSIDE}`, container);
  buildah("commit", "--quiet", "--format", "docker", container, `localhost/dosah-base-${name}`);
  buildah("rm", container);
  rmSync(root, { recursive: true });
  return `localhost/dosah-base-${name}`;
}

/** Looks into the files of the image. */
function examine(root: string, base: string): void {
  const bytesOf = (...paths: readonly string[]) =>
    Number(
      output("du", "--summarize", "--bytes", "--total", ...paths)
        .split("\n")
        .at(-1)
        ?.split("\t")[0],
    );
  const all = bytesOf(root);
  const ours = bytesOf(join(root, "app"));
  const node = bytesOf(join(root, "nodejs"));
  const mega = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  say(`${mega(all)}: ours ${mega(ours)}, Node.js ${mega(node)}, the rest of the base ${mega(all - ours - node)}`);
  expect(all <= MOST_BYTES, `${mega(all)} is more than ${mega(MOST_BYTES)}`);
  for (const needless of ["node_modules/node", "node_modules/typescript", "node_modules/vitest", "src", "test"])
    expect(!existsSync(join(root, "app", needless)), `/app/${needless} is in the image`);
  const left = output(
    "find",
    join(root, "app"),
    "-name",
    "*.map",
    "-o",
    "-name",
    "*.ts",
    "-o",
    "-name",
    ".tsbuildinfo",
  );
  expect(left === "", `source maps or types are in the image: ${left.split("\n")[0]}`);
  for (const shell of ["bin/sh", "usr/bin/sh", "bin/bash", "usr/bin/bash", "usr/bin/dpkg", "usr/bin/apt"])
    expect(!existsSync(join(root, shell)), `${base} brought ${shell}`);
}

/** Starts the image's own command as its own user, and asks it. */
async function serve(container: string): Promise<void> {
  const port = await freePort();
  const env = ["--env", `PORT=${port}`, "--env", "REGISTERS=mirror", "--env", "HOST=127.0.0.1"];
  const command = ["/nodejs/bin/node", "--max-semi-space-size=4", "bin/dosah.js"];
  const inside = (...more: readonly string[]) =>
    words("run", "--isolation", "chroot", ...env, container, "--", ...more);
  const wrote = spawnSync(
    "buildah",
    inside("/nodejs/bin/node", "-e", "process.stdout.write(String(process.getuid()));fs.writeFileSync('/app/x','')"),
    { encoding: "utf8" },
  );
  expect(wrote.stdout === USER, `it runs as user ${wrote.stdout}`);
  expect(wrote.stderr.includes("EACCES"), `a file in /app could be written: ${wrote.stderr}`);
  const child: ChildProcess = spawn("buildah", inside(...command, "serve"), {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  try {
    const ready = await answer(`http://127.0.0.1:${port}/readyz`, child);
    expect(ready?.ready === true, `/readyz says ${JSON.stringify(ready)}`);
    const verdict = await answer(`http://127.0.0.1:${port}/api/scope-check?ico=31322832&country=SK`, child);
    expect(verdict?.ico === "31322832", `a scope check says ${JSON.stringify(verdict)?.slice(0, 200)}`);
    say(`it serves: ${JSON.stringify(ready)}`);
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    const isOver = await Promise.race([
      new Promise((resolve) => child.once("exit", () => resolve(true))),
      sleep(15_000),
    ]);
    if (isOver !== true && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    expect(isOver === true, "it did not stop within 15 seconds");
  }
}

/** What an address answers as soon as somebody does; `undefined` where nobody does in a minute. */
async function answer(url: string, child: ChildProcess): Promise<Record<string, unknown> | undefined> {
  for (
    const since = performance.now();
    performance.now() - since < 60_000 && child.exitCode === null;
    await sleep(100)
  ) {
    const response = await fetch(url).catch(() => undefined);
    if (response !== undefined) return (await response.json()) as Record<string, unknown>;
  }
  return undefined;
}

function words(...more: readonly string[]): string[] {
  const [command = "", ...rest] = more;
  const places = ["--root", join(folder, "storage"), "--runroot", join(folder, "run-root")];
  const isPolicyAsked = ["build", "from", "commit"].includes(command);
  return [
    ...places,
    "--storage-driver",
    "vfs",
    command,
    ...(isPolicyAsked ? ["--signature-policy", policy] : []),
    ...rest,
  ];
}

function buildah(...more: readonly string[]): string {
  return output("buildah", ...words(...more));
}

/** Runs a program. @returns what it printed @throws Error with its last words where it fails */
function output(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 64 << 20 });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stdout.slice(-2_000)}${stderr.slice(-3_000)}`);
  return stdout.trim();
}

function expect(isSo: boolean, otherwise: string): void {
  if (!isSo) failures.push(otherwise);
}

function say(what: string): void {
  process.stdout.write(`${what}\n`);
}
