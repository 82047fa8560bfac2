import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LockHeld, RegisterFileError } from "../records/failure.ts";
import { runModule, expectWhole as wholeFile } from "./after-fault.fixture.ts";
import { type Fault, failAt } from "./faulty-disk.fixture.ts";
import { holdImportLock } from "./lock.ts";
import { importing, named, registerFile, temporaryFolder } from "./register-files.fixture.ts";

/** More calls than an import makes: the loops end before. */
const MOST_CALLS = 60;

/** The firms before the import, and after it. */
const NAMES = { old: ["Firma A"], new: ["Firma A", "Firma B"] };

const expectWhole = (dir: string) => wholeFile(dir, "CZ", NAMES);

test.each(["ENOSPC", "EIO"] satisfies Fault[])(
  "%s at each file call of an import and its swap in turn: it says so, and the published file is whole each time",
  async (fault) => {
    const outcomes = new Set<string>();
    for (let n = 1; n < MOST_CALLS; n++) {
      const dir = temporaryFolder();
      await importing(dir, registerFile.res(dir, named("Firma A")));
      const next = registerFile.res(dir, named("Firma A", "Firma B"));
      const end = await failAt(n, fault);
      let thrown: unknown;
      try {
        await importing(dir, next);
      } catch (cause) {
        thrown = cause;
      }
      const calls = end();
      const held = expectWhole(dir);
      outcomes.add(`${thrown === undefined ? "done" : "refused"}, ${held}`);
      if (thrown === undefined) expect(held).toBe("new");
      else {
        expect(thrown, `call ${n}`).toBeInstanceOf(RegisterFileError);
        expect(thrown).not.toBeInstanceOf(LockHeld);
        expect(String(thrown)).toMatch(fault === "ENOSPC" ? /the disk is full/ : /cannot be written/);
      }
      await importing(dir, next);
      expect(expectWhole(dir)).toBe("new");
      if (calls < n) break;
    }
    expect(outcomes).toContain("refused, old");
    expect(outcomes).toContain("done, new");
  },
  60_000,
);

test("a kill at each file call of an import and its swap in turn: the published file is whole each time", async () => {
  const modules = ["./faulty-disk.fixture.ts", "./import.ts", "../../registers.ts"].map((name) =>
    JSON.stringify(new URL(name, import.meta.url).href),
  );
  let killed = 0;
  for (let n = 1; n < MOST_CALLS; n++) {
    const dir = temporaryFolder();
    await importing(dir, registerFile.res(dir, named("Firma A")));
    const next = registerFile.res(dir, named("Firma A", "Firma B"));
    const code = `
      const [{ failAt }, { importRegister }, { FILE_REGISTERS }] = await Promise.all([${modules.map((one) => `import(${one})`)}]);
      await failAt(${n}, "kill");
      const classify = () => ({ category: "out_of_scope", sector: null, reason: null });
      await importRegister({ dir: ${JSON.stringify(dir)}, ...${JSON.stringify(next)}, registers: FILE_REGISTERS, classify, rulesVersion: "rules-1", now: () => new Date() });
    `;
    const end = await runModule(code);
    const held = expectWhole(dir);
    if (end !== "SIGKILL") {
      expect([end, held]).toEqual([0, "new"]);
      break;
    }
    killed++;
    await importing(dir, next);
    expect(expectWhole(dir)).toBe("new");
  }
  expect(killed).toBeGreaterThan(5);
});

// EIO cannot be caused at these writes: SQLite makes them itself, past node:fs.
test("a disk that gets full at one after the other of SQLite's own writes: the published file is whole each time", async () => {
  const dir = temporaryFolder();
  await importing(dir, registerFile.res(dir, named("Firma A")));
  const next = registerFile.res(dir, named("Firma A", "Firma B"));
  let refused = 0;
  for (let pages = 1; ; pages++) {
    try {
      await importing(dir, next, { maxBytes: pages * 4_096 });
      break;
    } catch (cause) {
      expect(String(cause)).toMatch(/the disk is full/);
      expect(expectWhole(dir)).toBe("old");
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(5);
  expect(expectWhole(dir)).toBe("new");
});

test("a disk without room or a folder that cannot be written is reported as that, and only a held lock as a lock", async () => {
  const dir = temporaryFolder();
  await importing(dir, registerFile.res(dir, named("Firma A")));
  const file = join(dir, "registers", "import.lock");
  const lock = holdImportLock(file);
  await expect(importing(dir, registerFile.res(dir, named("Firma B")))).rejects.toThrow(LockHeld);
  lock.release();
  // On /proc nothing can be made, whoever asks, as on a read-only disk.
  for (const place of ["/proc/import.lock", join(dir, "no", "such", "import.lock")]) {
    let thrown: unknown;
    try {
      holdImportLock(place);
    } catch (cause) {
      thrown = cause;
    }
    expect(thrown).toBeInstanceOf(RegisterFileError);
    expect(thrown).not.toBeInstanceOf(LockHeld);
    expect(String(thrown)).toMatch(/it cannot be written/);
    expect(String(thrown)).not.toMatch(/another import/);
  }
  expect(existsSync(file)).toBe(true);
});
