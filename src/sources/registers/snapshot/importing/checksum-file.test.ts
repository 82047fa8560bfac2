import { spawnSync } from "node:child_process";
import { readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SCHEMA_VERSION } from "../layout/schema.ts";
import { checksumBeside, checksumText, readChecksum, sha256Of } from "./checksum-file.ts";
import { importing, named, publishedFile, registerFile, temporaryFolder } from "./register-files.fixture.ts";

const ONE = "a".repeat(64);
const TWO = "b".repeat(64);

describe("a checksum is read", () => {
  test.each<[string, string, string | undefined]>([
    ["as Dosah writes it", checksumText(ONE, "registers.db"), ONE],
    ["as sha256sum writes it", `${ONE}  registers.db\n`, ONE],
    ["of a binary file", `${ONE} *registers.db\n`, ONE],
    ["in capitals, with the line ends of Windows", `${ONE.toUpperCase()}  registers.db\r\n`, ONE],
    ["bare", ONE, ONE],
    ["of a file with another name, when it is the only one", `${ONE}  registers-2026.db`, ONE],
    ["with its folder", `${ONE}  ./out/registers.db`, ONE],
    ["from a list of files", `${TWO}  other.db\n${ONE}  registers.db\n`, ONE],
    ["not from a list without the file", `${TWO}  other.db\n${ONE}  another.db\n`, undefined],
    ["not from a page", "<html>Not found</html>", undefined],
    ["not from one that is too short", "a".repeat(63), undefined],
    ["not from nothing", "", undefined],
  ])("%s", (_case, text, sha256) => {
    expect(readChecksum(text, "registers.db")?.sha256).toBe(sha256);
  });

  test("with the layout of the file, where it is said", () => {
    expect(readChecksum(checksumText(ONE, "registers.db"), "registers.db")?.schema).toBe(SCHEMA_VERSION);
    expect(readChecksum(`# Dosah register snapshot, schema 99\n${ONE}`, "registers.db")?.schema).toBe(99);
    expect(readChecksum(ONE, "registers.db")).toEqual({ sha256: ONE });
  });

  test("with the packed form beside it, where there is one", () => {
    const packed = { sha256: TWO, bytes: 8_800_000 };
    const text = checksumText(ONE, "registers.db", packed);
    expect(readChecksum(text, "registers.db")).toEqual({ sha256: ONE, schema: SCHEMA_VERSION, packed });
    expect(readChecksum(`${ONE}\nzst ${TWO} many\n`, "registers.db")).toEqual({ sha256: ONE });
  });

  test("whatever the text is, without stumbling", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, name) => {
        const sha256 = readChecksum(text, name)?.sha256;
        expect(sha256 === undefined || /^[\da-f]{64}$/.test(sha256)).toBe(true);
      }),
    );
    // A pattern that tries every way to share out the blanks would take hours.
    expect(readChecksum(`${ONE}${" ".repeat(65_000)}\rx`, "registers.db")?.sha256).toBeUndefined();
  });
});

describe("beside every imported snapshot", () => {
  test("lies the checksum that sha256sum confirms, also after the next import", async () => {
    const dir = temporaryFolder();
    const seen = new Set<string>();
    for (const name of ["Firma A", "Firma B"]) {
      await importing(dir, registerFile.res(dir, named(name)));
      const sha256 = checksumBeside(publishedFile(dir));
      expect(sha256).toBe(sha256Of(publishedFile(dir)));
      seen.add(sha256 ?? "");
      const checked = spawnSync("sha256sum", ["-c", "registers.db.sha256"], { cwd: join(dir, "registers") });
      // Where the system has no such program (macOS) ours alone has to do.
      if (checked.error === undefined) expect(checked.status).toBe(0);
    }
    expect(seen.size).toBe(2);
    expect(readFileSync(`${publishedFile(dir)}.sha256`, "utf8")).toMatch(/^# Dosah register snapshot, schema \d+\n/);
  });

  test("one that a kill left behind from the file before does not count", async () => {
    const dir = temporaryFolder();
    await importing(dir, registerFile.res(dir, named("Firma A")));
    utimesSync(`${publishedFile(dir)}.sha256`, new Date(0), new Date(0));
    expect(checksumBeside(publishedFile(dir))).toBeUndefined();
  });
});
