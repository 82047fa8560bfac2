import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judgeSignature, readVerifyingKey } from "../../src/sources/registers/snapshot/publishing/minisign.ts";
import { VERSION } from "../../src/version.ts";
import { buildDosah, bundle } from "../promises/built-dosah.fixture.ts";

const ROOT = join(import.meta.dirname, "../..");
let dir: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "dosah-package-"));
  const built = buildDosah();
  cpSync(join(built.dir, "dist"), join(dir, "checkout", "dist"), { recursive: true });
  built.remove();
  const parts = [
    "bin",
    "knowledge",
    "assets",
    "ops",
    "NOTICE",
    "LICENSE",
    "CHANGELOG.md",
    "SECURITY.md",
    "docs",
    "README.md",
    "package.json",
    "package-lock.json",
  ];
  for (const part of parts) {
    cpSync(join(ROOT, part), join(dir, "checkout", part), { recursive: true });
  }
  // As an incremental build or an older one leaves them.
  writeFileSync(join(dir, "checkout", "dist", ".tsbuildinfo"), "{}");
  writeFileSync(join(dir, "checkout", "dist", "main.js.map"), "{}");
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Packs the checkout as a release does. @returns the bytes and the names in it */
function pack(where: string) {
  const to = mkdtempSync(join(dir, where));
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", to];
  const { stdout, stderr } = spawnSync("npm", args, { cwd: join(dir, "checkout"), encoding: "utf8" });
  const [file] = readdirSync(to);
  if (file === undefined) throw new Error(stderr);
  const packed: readonly { readonly files: readonly { readonly path: string }[] }[] = JSON.parse(stdout);
  return { bytes: readFileSync(join(to, file)), names: packed.flatMap(({ files }) => files.map(({ path }) => path)) };
}

test("the package is the same byte for byte when it is packed twice, and holds only what runs", () => {
  const [first, second] = [pack("one-"), pack("two-")];
  expect(first.bytes.equals(second.bytes)).toBe(true);
  expect(first.names).toEqual(
    expect.arrayContaining(["bin/dosah.js", "dist/dosah.js", "knowledge/limits.yaml", "NOTICE"]),
  );
  const needless = /\.map$|tsbuildinfo|\.test\.|\.fixture\.|\.contract\.|\.tsx?$/;
  expect(first.names.filter((name) => needless.test(name) || /^(src|test|bench|node_modules)\//.test(name))).toEqual(
    [],
  );
});

test("the files that a start loads are the same from whatever folder they were made, and name no folder of it", () => {
  const dist = join(dir, "checkout", "dist");
  const files = () =>
    Object.fromEntries(
      readdirSync(dist)
        .filter((name) => /^dosah(-[\w-]+)?\.js$/.test(name))
        .map((name) => [name, readFileSync(join(dist, name), "utf8")]),
    );
  const before = files();
  const packages = join(dir, "checkout", "node_modules");
  symlinkSync(join(ROOT, "node_modules"), packages);
  bundle(dist);
  rmSync(packages);
  expect(files()).toEqual(before);
  expect(Object.keys(before)).toContain("dosah.js");
  for (const [name, text] of Object.entries(before)) {
    for (const folder of [ROOT, tmpdir()]) expect(text.replaceAll("/../", "/")).not.toContain(folder);
    // Every module finds its neighbours from its own place; what rolldown adds looks for nothing but Node's own modules.
    if (name === "dosah-rolldown-runtime.js") expect(text).toContain("createRequire(import.meta.url)");
    else expect(text).not.toMatch(/(?<!"\.\/[\w./-]+\.js", )import\.meta\.url/);
  }
});

test("packages that are put into those files stand beside with their licences, and are loaded from nowhere else", () => {
  const dist = join(dir, "checkout", "dist");
  const licences = readFileSync(join(dist, "dosah-licenses.txt"), "utf8");
  const names = [...licences.matchAll(/^(@?[\w./-]+) \d+\.\d+\.\d+ \([\w.-]+\)$/gm)].map(([, name = ""]) => name);
  expect(names).toEqual(expect.arrayContaining(["zod", "hono", "@hono/node-server", "jose", "yaml", "entities"]));
  expect(names).toEqual(names.toSorted());
  const holders = licences.match(/copyright/gi) ?? [];
  expect(holders.length).toBeGreaterThan(names.length);
  for (const file of readdirSync(dist).filter((name) => /^dosah(-[\w-]+)?\.js$/.test(name))) {
    const imported = [...readFileSync(join(dist, file), "utf8").matchAll(/^import .* from "([^"]+)";$/gm)];
    expect(
      imported.filter(([, from = ""]) => names.some((name) => from === name || from.startsWith(`${name}/`))),
    ).toEqual([]);
  }
});

test("a package that cannot be found stops the build", () => {
  const dist = mkdtempSync(join(dir, "no-packages-"));
  writeFileSync(join(dist, "main.js"), 'import { z } from "zod";\nz.string();\n');
  expect(() => bundle(dist)).toThrow("not found: zod");
});

/** Makes a release of the checkout with a registry that nobody reaches. */
function release(where: string) {
  const to = mkdtempSync(join(dir, where));
  const key = join(dir, "release-key.pem");
  if (!existsSync(key)) {
    const { privateKey } = generateKeyPairSync("ed25519");
    writeFileSync(key, privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600 });
  }
  const env = { ...process.env, npm_config_registry: "http://127.0.0.1:1/", npm_config_offline: "true" };
  const made = spawnSync(process.execPath, ["ops/release.js", "--to", to, "--key", key], {
    cwd: join(dir, "checkout"),
    encoding: "utf8",
    env,
  });
  expect(made.stderr).toBe("");
  const read = (name: string) => readFileSync(join(to, name));
  return { key: made.stdout.trim(), names: readdirSync(to).sort(), read, to };
}

describe("a release", () => {
  test("is the same byte for byte when it is made twice, without network, and its signed checksums fit", () => {
    const [first, second] = [release("one-"), release("two-")];
    expect(first.names).toEqual([
      "SHA256SUMS",
      "SHA256SUMS.minisig",
      `dosah-${VERSION}.cdx.json`,
      `dosah-${VERSION}.tgz`,
    ]);
    for (const name of first.names) expect(first.read(name).equals(second.read(name)), name).toBe(true);
    const checked = spawnSync("sha256sum", ["--check", "SHA256SUMS"], { cwd: first.to, encoding: "utf8" });
    expect(checked.status, checked.stdout).toBe(0);
    const key = readVerifyingKey(first.key);
    if (key === undefined) throw new Error("no key was printed");
    const signed = [first.read("SHA256SUMS"), first.read("SHA256SUMS.minisig")].map(String);
    expect(judgeSignature(signed[0] ?? "", signed[1] ?? "", key)).toBe("ok");
    expect(judgeSignature(`${signed[0]}#`, signed[1] ?? "", key)).toBe("wrong");
  });

  test("the lock file names the optional packages of every platform, or npm ci would refuse it", () => {
    const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
    const packages: Record<string, { optionalDependencies?: Record<string, string> }> = lock.packages;
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    expect(wanted.length).toBeGreaterThan(10);
    expect(
      wanted.filter((name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`))),
    ).toEqual([]);
  });

  test("lists exactly the packages that run, each with version, licence and checksum", () => {
    const { read } = release("list-");
    const list = JSON.parse(read(`dosah-${VERSION}.cdx.json`).toString());
    expect(list).toMatchObject({
      bomFormat: "CycloneDX",
      metadata: { component: { name: "dosah", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) } },
    });
    const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
    const running = Object.entries<{ dev?: boolean; version: string }>(lock.packages).flatMap(
      ([path, { dev, version }]) =>
        path === "" || dev === true ? [] : [`${path.split("node_modules/").at(-1)}@${version}`],
    );
    type Component = { name: string; version: string; licenses?: unknown; hashes: readonly { alg: string }[] };
    const components: readonly Component[] = list.components;
    expect(components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual([...new Set(running)].sort());
    for (const { name, hashes } of components) expect(hashes[0]?.alg, name).toBe("SHA-512");
    expect(components.filter(({ licenses }) => licenses === undefined).map(({ name }) => name)).toEqual(["png-js"]);
  });
});

describe("the package asks for the Node.js that it needs", () => {
  const { engines, devEngines, dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

  test("24 where it is installed, which has no other to bring; 20 in a clone, which brings one", () => {
    expect(engines.node).toBe(">=24");
    expect(devEngines.runtime).toMatchObject({ name: "node", version: ">=20" });
    expect(dependencies.node).toBeUndefined();
  });

  test("an older one names what is needed, what it is and where one comes by itself", () => {
    const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } })';
    const words = ["--import", `data:text/javascript,${encodeURIComponent(older)}`, join(dir, "checkout/bin/dosah.js")];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      "Dosah needs Node.js 24 or later; this is 20.19.0. In a clone of the repository npm install brings one; for a package unpack one into /opt/node.\n",
    );
  });
});
