// Makes what a release consists of in a folder: the package, the list of its components (CycloneDX), their checksums and,
// with --key, the signature of those (minisign). The same checkout gives the same bytes; no network is needed.
//   npm ci --ignore-scripts && npm run build && npm run release -- --to release --key release-key.pem
import { spawnSync } from "node:child_process";
import { createHash, createPrivateKey } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { to: { type: "string", default: "release" }, key: { type: "string" } } });
const to = resolve(values.to);
/** @type {{ readonly name: string, readonly version: string }} */
const { name, version } = JSON.parse(readFileSync("package.json", "utf8"));

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
stage(join(to, "package"));
npm("pack", join(to, "package"), "--ignore-scripts", "--pack-destination", to);
rmSync(join(to, "package"), { recursive: true, force: true });
writeFileSync(join(to, `${name}-${version}.cdx.json`), componentsOf());
const sums = readdirSync(to)
  .sort()
  .map((file) => `${sha256(readFileSync(join(to, file)))}  ${file}\n`)
  .join("");
writeFileSync(join(to, "SHA256SUMS"), sums);
if (values.key !== undefined) {
  const { signatureText, verifyingKeyText } = await import(
    new URL("../dist/sources/registers/snapshot/publishing/minisign.js", import.meta.url).href
  );
  const key = createPrivateKey(readFileSync(values.key, "utf8"));
  writeFileSync(join(to, "SHA256SUMS.minisig"), signatureText(sums, key, `${name} ${version}`));
  process.stdout.write(`${verifyingKeyText(key)}\n`);
}

/**
 * Lays out what is packed. Its package.json has no scripts: `prepare` would ask for a compiler. Its shrinkwrap is the lock
 * file without development: what is installed is what was tried and what the list of components names.
 * @param {string} folder
 */
function stage(folder) {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const { scripts: _scripts, devDependencies: _tools, devEngines: _clones, allowScripts: _allowed, ...kept } = manifest;
  const files = [
    "bin",
    "dist",
    "knowledge",
    "assets",
    "docs",
    "ops",
    "NOTICE",
    "LICENSE",
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
  ];
  for (const file of files) cpSync(file, join(folder, file), { recursive: true, filter: (path) => !isNeedless(path) });
  writeFileSync(
    join(folder, "package.json"),
    `${JSON.stringify({ ...kept, files: [...files, "npm-shrinkwrap.json"] }, null, 2)}\n`,
  );
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const packages = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true);
  const running = Object.fromEntries(packages);
  const { devDependencies: _dev, ...root } = running[""];
  const shrinkwrap = { ...lock, packages: { ...running, "": root } };
  writeFileSync(join(folder, "npm-shrinkwrap.json"), `${JSON.stringify(shrinkwrap, null, 2)}\n`);
}

/** @param {string} path */
function isNeedless(path) {
  return /\.map$|\.tsbuildinfo$|^ops[\\/](bundle|release|image)\.js$|\.env$|backup\.passphrase$/.test(path);
}

/**
 * What runs, from the lock file: versions, licences, checksums. npm names it by the folder, by the hour and by chance;
 * here it is named by what is in it.
 */
function componentsOf() {
  // `--omit dev` of npm 11 also leaves out what runs and is needed for development as well, such as hono and zod.
  const list = JSON.parse(npm("sbom", "--package-lock-only", "--sbom-format", "cyclonedx"));
  const running = runningPackages();
  list.components = list.components.filter(isRunning);
  list.dependencies = list.dependencies
    .filter((/** @type {{ ref: string }} */ { ref }) => ref === `${name}@${version}` || running.has(ref))
    .map((/** @type {{ ref: string, dependsOn: string[] }} */ { ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((each) => running.has(each)),
    }));
  const { timestamp: _hour, ...metadata } = list.metadata;
  metadata.component.name = name;
  metadata.component.type = "application";
  const digest = sha256(JSON.stringify([metadata.component, list.components, list.dependencies]));
  // A UUID of version 8 (RFC 9562): its digits are our own.
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest) ?? [];
  const serialNumber = `urn:uuid:${a}-${b}-8${c}-8${d}-${e}`;
  return `${JSON.stringify({ ...list, serialNumber, metadata }, null, 2)}\n`;

  /** @param {{ name: string, version: string }} component */
  function isRunning(component) {
    return running.has(`${component.name}@${component.version}`);
  }
}

/** What an installation without development holds, as `name@version`. */
function runningPackages() {
  /** @type {{ readonly packages: Readonly<Record<string, { readonly dev?: boolean, readonly version: string }>> }} */
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  return new Set(
    Object.entries(packages).flatMap(([path, { dev, version: its }]) =>
      path === "" || dev === true ? [] : [`${path.split("node_modules/").at(-1)}@${its}`],
    ),
  );
}

/** @param {string[]} words */
function npm(...words) {
  const { status, stdout, stderr } = spawnSync("npm", words, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** @param {string | Buffer} content */
function sha256(content) {
  return createHash("sha256").update(content).digest("hex");
}
