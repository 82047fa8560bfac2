import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type BuiltDosah, buildDosah } from "../promises/built-dosah.fixture.ts";

/** By hand: every size and every call; in `npm test` a few. */
const TIMES = Number(process.env.TRIAL_TIMES ?? "0");

let built: BuiltDosah;

beforeAll(() => {
  built = buildDosah();
});
afterAll(() => built.remove());

/** A first start that makes every file of an installation and ends: the state, its key, the registers, the locks. */
const START = ["state", "migrate"];

function start(dataDir: string, before: readonly string[] = []) {
  const [program = process.execPath, ...words] = [...before, process.execPath, "--", built.bin, ...START];
  const env = { PATH: process.env.PATH ?? "", DATA_DIR: dataDir, REGISTERS: "mirror" };
  return spawnSync(program, words, { env, encoding: "utf8" });
}

/** The key of secrets as a start of the service makes it, in a process of its own. */
function makeKey(dataDir: string, before: readonly string[] = []) {
  const module = join(built.dir, "dist/config/secrets-key.js");
  const script = `import { readSecretsKey } from ${JSON.stringify(module)}; console.log(readSecretsKey({ dataDir: process.argv[1] }).length);`;
  const [program = "", ...words] = [...before, process.execPath, "--input-type=module", "--eval", script, dataDir];
  return spawnSync(program, words, { encoding: "utf8" });
}

/** A disk of so many kilobytes, until the test ends; `undefined` where this user may not mount one. */
function diskOf(kilobytes: number): { readonly path: string; grow(): void } | undefined {
  const path = mkdtempSync(join(tmpdir(), "dosah-first-"));
  const mount = (...words: string[]) => spawnSync("mount", [...words, "tmpfs", path]).status === 0;
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  if (!mount("-t", "tmpfs", "-o", `size=${kilobytes}k`)) return undefined;
  onTestFinished(() => void spawnSync("umount", ["--lazy", path]));
  return { path, grow: () => void spawnSync("mount", ["-o", "remount,size=64m", path]) };
}

const SIZES = TIMES > 0 ? Array.from({ length: 64 }, (_, n) => 4 + n * 64) : [4, 256, 2_048];

describe("a first start", () => {
  test.for(SIZES)(
    "on a full disk of %i KB spoils nothing: once there is room, the next one goes on",
    (size, { skip }) => {
      const disk = diskOf(size);
      if (disk === undefined) return skip("this user may not mount a disk");
      const dataDir = join(disk.path, "data");
      makeKey(dataDir);
      const first = start(dataDir);
      if (first.status !== 0) expect(first.stderr, `${size} KB`).toMatch(/full|no space|space/i);
      expect(first.stderr).not.toMatch(/Put back the key|^\s+at /m);
      disk.grow();
      expect(makeKey(dataDir).stdout.trim()).toBe("32");
      const next = start(dataDir);
      expect(next.status, next.stderr).toBe(0);
      expect(Buffer.from(readFileSync(join(dataDir, "secrets.key"), "utf8"), "base64")).toHaveLength(32);
    },
  );

  const hasStrace = spawnSync("strace", ["--version"]).status === 0;
  // Before the draft is on the disk, before it gets its name, before it goes, and before the name is on the disk.
  const kills: readonly (readonly [call: string, nth: number])[] = [
    ["fsync", 1],
    ["link", 1],
    ["unlink", 1],
    ["fsync", 2],
    ...Array.from({ length: TIMES }, (_, n) => ["openat,write,close", 100 + n] as const),
  ];

  test.skipIf(!hasStrace)(
    "that is killed at any call around its key leaves a whole key or none (skipped without strace)",
    { timeout: 300_000 },
    () => {
      for (const [call, nth] of kills) {
        const dataDir = mkdtempSync(join(tmpdir(), "dosah-killed-"));
        try {
          const trace = ["strace", "-f", "-o", "/dev/null"];
          makeKey(dataDir, [...trace, "-e", `inject=${call}:signal=KILL:when=${nth}`]);
          expect(makeKey(dataDir).stdout.trim(), `${call} ${nth}`).toBe("32");
          const text = readFileSync(join(dataDir, "secrets.key"), "utf8");
          expect(Buffer.from(text, "base64"), `${call} ${nth}`).toHaveLength(32);
        } finally {
          rmSync(dataDir, { recursive: true, force: true });
        }
      }
    },
  );
});
