import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { judgeSignature, readVerifyingKey } from "../../src/sources/registers/snapshot/publishing/minisign.ts";
import { VERSION } from "../../src/version.ts";
import { buildDosah } from "../promises/built-dosah.fixture.ts";
import { freePort } from "../promises/free-port.fixture.ts";
import { czechRegister } from "../promises/register-files.fixture.ts";

const ROOT = join(import.meta.dirname, "../..");
const dir = mkdtempSync(join(tmpdir(), "dosah-walk-"));
const opened: ChildProcess[] = [];
/** Another user than the one who installs, where there may be one. */
const uid = process.getuid?.() === 0 ? 65_534 : undefined;

afterAll(() => {
  for (const child of opened) child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

/** Runs a program and demands that it succeeds. */
function run(program: string, words: readonly string[], options: Parameters<typeof spawnSync>[2] = {}): string {
  const done = spawnSync(program, words, { encoding: "utf8", ...options });
  expect(done.status, `${program} ${words.join(" ")}: ${done.stderr}${done.stdout}`).toBe(0);
  return String(done.stdout);
}

/** A release as CI makes it, from a checkout that has no development packages of its own. */
function release(): string {
  const checkout = join(dir, "checkout");
  const built = buildDosah();
  cpSync(join(built.dir, "dist"), join(checkout, "dist"), { recursive: true });
  built.remove();
  const parts = [
    "bin",
    "knowledge",
    "assets",
    "ops",
    "docs",
    "NOTICE",
    "LICENSE",
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
  ];
  for (const part of [...parts, "package.json", "package-lock.json"]) {
    cpSync(join(ROOT, part), join(checkout, part), { recursive: true });
  }
  const key = join(dir, "key.pem");
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(key, privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600 });
  const to = join(dir, "release");
  const printed = run(process.execPath, ["ops/release.js", "--to", to, "--key", key], { cwd: checkout });
  const [sums, signature] = ["SHA256SUMS", "SHA256SUMS.minisig"].map((name) => readFileSync(join(to, name), "utf8"));
  const verifying = readVerifyingKey(printed.trim());
  if (verifying === undefined) throw new Error("no key was printed");
  expect(judgeSignature(sums ?? "", signature ?? "", verifying)).toBe("ok");
  run("sha256sum", ["--check", "SHA256SUMS"], { cwd: to });
  return to;
}

/** What the shrinkwrap of the package names, from the packages of this clone: no registry is asked. */
function installPackages(home: string): readonly string[] {
  const { packages }: { packages: Record<string, { version: string; optional?: boolean }> } = JSON.parse(
    readFileSync(join(home, "npm-shrinkwrap.json"), "utf8"),
  );
  const installed: string[] = [];
  for (const [path, { version, optional }] of Object.entries(packages)) {
    if (path === "" || (optional === true && !existsSync(join(ROOT, path)))) continue;
    expect(JSON.parse(readFileSync(join(ROOT, path, "package.json"), "utf8")).version, path).toBe(version);
    mkdirSync(dirname(join(home, path)), { recursive: true });
    if (!existsSync(join(home, path))) symlinkSync(join(ROOT, path), join(home, path));
    installed.push(`${path.split("node_modules/").at(-1)}@${version}`);
  }
  return installed;
}

test("a release is signed, installs without development packages and runs as the unit starts it, through to its end", {
  timeout: 300_000,
}, async () => {
  const to = release();
  const home = join(dir, "opt");
  mkdirSync(home);
  run("tar", ["-xzf", join(to, `dosah-${VERSION}.tgz`), "--strip-components=1", "-C", home]);
  for (const part of ["ops/dosah.service", "docs/operating.md", "CHANGELOG.md"])
    expect(existsSync(join(home, part)), part).toBe(true);
  const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  expect([manifest.scripts, manifest.devDependencies]).toEqual([undefined, undefined]);
  const installed = installPackages(home);
  const list: { components: { name: string; version: string }[] } = JSON.parse(
    readFileSync(join(to, `dosah-${VERSION}.cdx.json`), "utf8"),
  );
  const listed = new Set(list.components.map(({ name, version }) => `${name}@${version}`));
  expect(installed.filter((each) => !listed.has(each))).toEqual([]);

  // The unit's own command line, with the places of the test in the place of its own.
  const unit = readFileSync(join(home, "ops/dosah.service"), "utf8");
  const [program = "", ...words] = (/^ExecStart=(.+)$/m.exec(unit)?.[1] ?? "")
    .replace("/opt/node/bin/node", process.execPath)
    .replaceAll("/opt/dosah", home)
    .split(" ");
  expect(program).toBe(process.execPath);
  const dataDir = join(dir, "var");
  mkdirSync(dataDir, { mode: 0o700 });
  if (uid !== undefined) run("chown", [String(uid), dataDir]);
  chmodSync(dir, 0o755);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const settings = join(dir, "dosah.env");
  const backups = join(dataDir, "backups");
  const lines = { DATA_DIR: dataDir, PORT: port, METRICS_PORT: metricsPort, REGISTERS: "mirror", BACKUP_TO: backups };
  writeFileSync(
    settings,
    Object.entries(lines)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
    { mode: 0o644 },
  );
  const env = { PATH: process.env.PATH ?? "", DOSAH_ENV_FILE: settings };
  const service = spawn(program, words, { env, cwd: home, uid, stdio: ["ignore", "pipe", "inherit"] });
  opened.push(service);
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(ready, { timeout: 120_000 }).toBe(200);
  const version = await (await fetch(`http://127.0.0.1:${port}/version`)).json();
  expect(version).toMatchObject({ version: VERSION, ruleSet: expect.stringMatching(/^\d+\.\d+$/) });

  const dosah = (...command: string[]) =>
    run(process.execPath, ["--", join(home, "bin/dosah.js"), ...command], {
      env,
      input: "seven green tables on a roof\n",
    });
  expect(dosah("which")).toContain(`DATA_DIR  ${dataDir}\n`);
  const file = join(dir, "res.csv");
  writeFileSync(file, czechRegister.text);
  dosah("registers", "import", "--country", "CZ", "--format", "res", "--file", file);
  dosah("user", "add", "--email", "jana@firma.sk", "--password-stdin");
  const org = dosah("org", "add", "--name", "Firma", "--owner", "jana@firma.sk").trim();
  dosah("register", "set", "--organization", org, "--email", "jana@firma.sk", "--code", "NIS2-23-1", "--status", "met");
  // What root made is the service's.
  for (const name of readdirSync(dataDir))
    expect(statSync(join(dataDir, name)).uid, name).toBe(uid ?? process.getuid?.());
  const backup = join(dataDir, "before.backup");
  dosah("backup", "--to", backup);
  dosah("restore", "--verify", backup);
  const status = await (
    await fetch(`http://127.0.0.1:${metricsPort}/status`, { headers: { accept: "application/json" } })
  ).json();
  expect(status).toMatchObject({ state: { health: "ok" }, backups: { rehearsed: expect.any(String) } });
  expect(dosah("org", "export", "--organization", org, "--to", join(dataDir, "export"))).toContain(
    "nis2-obligations.json",
  );
  expect(
    JSON.parse(dosah("user", "export", "--email", "jana@firma.sk", "--to", join(dataDir, "jana.json"), "--json")),
  ).toEqual({
    file: join(dataDir, "jana.json"),
  });

  service.kill("SIGTERM");
  expect(await new Promise((resolve) => service.once("exit", resolve))).toBe(0);
  // The way back: another state in its place, and everything is as it was.
  dosah("org", "delete", "--id", org, "--yes");
  dosah("restore", "--from", backup, "--replace", "--undelete");
  expect(dosah("org", "list")).toContain("Firma");
});
