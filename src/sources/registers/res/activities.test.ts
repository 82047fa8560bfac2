import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder, writtenFile } from "../snapshot/importing/register-files.fixture.ts";
import { RegisterFileError } from "../snapshot/records/failure.ts";
import { readActivities } from "./activities.ts";

const HEADER = "ICO,ZDRUD,KODCIS,HODN,DATPLAT,DDATPAKT,PRIZNAK";
const text = (rows: readonly string[], end = "\n") => [HEADER, ...rows, ""].join(end);

function read(content: string | Buffer) {
  return readActivities(writtenFile(temporaryFolder(), content));
}

describe("res_pf_nace.csv", () => {
  test("codes of both revisions are found by number, legal forms are passed over", async () => {
    const activities = await read(
      text([
        "00000019,401,80004,64190,2026-09-15,2026-01-10,",
        "00000019,401,80143,64920,2026-09-15,2026-01-10,",
        "00000019,401,56,121,2026-09-15,2026-01-10,",
        "00000027,411,80004,01.11,2026-09-15,,",
        "00000035,,,,2026-09-15,,",
        "00000043,411,80004,00,2026-09-15,,",
      ]),
    );
    expect(activities.of(19)).toEqual({ nace2: ["64190"], nace21: ["64920"] });
    expect(activities.of(27)).toEqual({ nace2: ["0111"], nace21: [] });
    expect(activities.of(35)).toBeUndefined();
    expect(activities.of(43)).toBeUndefined();
    expect(activities.of(99_999_999)).toBeUndefined();
    expect(activities).toMatchObject({ rows: 3, bad: 0 });
  });

  test("line ends, quotes, column order and packing do not matter", async () => {
    const rows = ['"00000019",401,"80004","62010",x,,'];
    for (const content of [text(rows, "\r\n"), text(rows).trimEnd(), gzipSync(text(rows))]) {
      expect((await read(content)).of(19)).toEqual({ nace2: ["62010"], nace21: [] });
    }
    const other = await read("HODN,KODCIS,ICO\n620,80143,00000019\n");
    expect(other.of(19)).toEqual({ nace2: [], nace21: ["620"] });
  });

  test("rows that do not stand together or in order are found all the same", async () => {
    const code = fc.integer({ min: 10, max: 99_999 }).map(String);
    const row = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom("80004", "80143"), code);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 200 }), async (rows) => {
        const folder = temporaryFolder();
        const lines = rows.map(([ico, list, digits]) => `${ico},401,${list},${digits}`);
        const activities = await readActivities(writtenFile(folder, text(lines)));
        const asked = [...Array(42).keys()].sort((a, b) => ((a * 17) % 43) - ((b * 17) % 43));
        for (const ico of asked) {
          const own = (list: string) => [
            ...new Set(rows.filter(([one, kind]) => one === ico && kind === list).map(([, , digits]) => digits)),
          ];
          const expected = { nace2: own("80004"), nace21: own("80143") };
          const isKnown = expected.nace2.length + expected.nace21.length > 0;
          expect(activities.of(ico)).toEqual(isKnown ? expected : undefined);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("another file, an empty one and one with many bad rows are refused with file and line", async () => {
    await expect(read("ICO,FIRMA\n1,x\n")).rejects.toThrow(/:1: this is no res_pf_nace\.csv/);
    await expect(read("")).rejects.toThrow(/:1: the file is empty/);
    const bad = Array.from({ length: 300 }, (_, index) => `${index < 150 ? "x" : "19"},401,80004,62010,,,`);
    await expect(read(text(bad))).rejects.toThrow(/:2: 150 rows cannot be read/);
    await expect(read(text(bad))).rejects.toBeInstanceOf(RegisterFileError);
  });

  test("no bytes make the reader fail in any other way", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        const folder = temporaryFolder();
        for (const content of [Buffer.from(bytes), Buffer.concat([Buffer.from(`${HEADER}\n`), bytes])]) {
          await readActivities(writtenFile(folder, content)).catch((cause) => {
            expect(cause).toBeInstanceOf(RegisterFileError);
          });
        }
      }),
    );
  });
});
