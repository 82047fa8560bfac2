import { existsSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { ImportFile } from "../importing/import-options.ts";
import {
  classify,
  icoAt,
  importing,
  importingAll,
  named,
  namesIn,
  nis2Text,
  opened,
  publishedFile,
  registerFile,
  resText,
  rpoEntity,
  temporaryFolder,
  writtenFile,
} from "../importing/register-files.fixture.ts";
import { RegisterFileError } from "../records/failure.ts";

describe("a damaged file", () => {
  const good = (dir: string) => registerFile.res(dir, named("Firma A", "Firma B"));
  const bad: [string, (dir: string) => ImportFile, RegExp][] = [
    [
      "that is missing",
      (dir) => ({ country: "CZ", format: "res", file: join(dir, "none.csv") }),
      /none\.csv: there is no such file/,
    ],
    [
      "that is a folder",
      (dir) => ({ country: "CZ", format: "res", file: dir }),
      /the file cannot be read|this is a folder/,
    ],
    ["that is empty", (dir) => ({ country: "CZ", format: "res", file: writtenFile(dir, "") }), /:1: the file is empty/],
    [
      "of another format",
      (dir) => ({ country: "SK", format: "rpo", file: writtenFile(dir, resText(named("x"))) }),
      /:1: 2 of 2 rows cannot be read; the first one: no JSON record/,
    ],
    [
      "whose columns are missing",
      (dir) => ({ country: "CZ", format: "res", file: writtenFile(dir, "ICO\n1\n") }),
      /:1: this is no res_data\.csv/,
    ],
    [
      "with too many bad rows",
      (dir) => ({
        country: "CZ",
        format: "res",
        file: writtenFile(
          dir,
          resText(Array.from({ length: 60 }, (_, index) => ({ name: "x", ico: index < 30 ? "bad" : icoAt(index) }))),
        ),
      }),
      /:2: 30 of 60 rows cannot be read; the first one: no usable ICO/,
    ],
    [
      "whose gzip data are cut off",
      (dir) => ({ country: "CZ", format: "res", file: cut(writtenFile(dir, gzipSync(resText(many)))) }),
      /:\d+: the gzip data end too early/,
    ],
    [
      "that ends in the middle of a row",
      (dir) => ({ country: "CZ", format: "res", file: cut(writtenFile(dir, resText(many)), 20) }),
      /:3001: the file ends in the middle of a line: it is not whole/,
    ],
    [
      "that ends in the middle of a record",
      (dir) => {
        const { file, ...rest } = registerFile.rpo(
          dir,
          many.map(({ name }) => ({ name })),
        );
        return { ...rest, file: cut(file, 40) };
      },
      /the file ends in the middle of a line: it is not whole/,
    ],
    [
      "whose activities end in the middle of a row",
      (dir) => ({
        ...good(dir),
        activities: writtenFile(dir, "ICO,ZDRUD,KODCIS,HODN,DATPLAT\n1,411,80004,35110,2026-10-31\n2,411,80004,351"),
      }),
      /:3: the file ends in the middle of a line: it is not whole/,
    ],
    [
      "whose gzip data are damaged",
      (dir) => ({ country: "CZ", format: "res", file: writtenFile(dir, damaged(gzipSync(resText(many)))) }),
      /the gzip data are damaged/,
    ],
    [
      "with another number of firms than its header says",
      (dir) => ({
        country: "SK",
        format: "nis2-register",
        file: writtenFile(dir, nis2Text([{ ico: icoAt(1) }], "2026-11-01", 2)),
      }),
      /:2: the file holds 1 firms, its header says 2/,
    ],
    [
      "of another country than its format",
      (dir) => ({ ...registerFile.rpo(dir, named("x")), country: "CZ" }),
      /the format rpo is of SK/,
    ],
    [
      "of activities with a format that has none",
      (dir) => ({ ...registerFile.rpo(dir, named("x")), activities: join(dir, "a.csv") }),
      /a\.csv: only the format res/,
    ],
    [
      "whose activities are another file",
      (dir) => ({ ...good(dir), activities: writtenFile(dir, "A,B\n1,2\n") }),
      /:1: this is no res_pf_nace\.csv/,
    ],
  ];
  const many = Array.from({ length: 3_000 }, (_, index) => ({ name: `Firma ${index * 7_919}` }));

  function cut(file: string, bytes = 3_000): string {
    truncateSync(file, readFileSync(file).length - bytes);
    return file;
  }

  function damaged(packed: Buffer): Buffer {
    packed.fill(0xff, packed.length >> 1, (packed.length >> 1) + 200);
    return packed;
  }

  test.each(bad)("%s changes nothing and says what is wrong", async (_title, file, message) => {
    const dir = temporaryFolder();
    const { version } = await importing(dir, good(dir));
    const before = readdirSync(join(dir, "registers"));
    const wrong = file(dir);
    await expect(importing(dir, wrong)).rejects.toThrow(message);
    await expect(importing(dir, wrong)).rejects.toBeInstanceOf(RegisterFileError);
    expect(opened(dir).version).toBe(version);
    expect(readdirSync(join(dir, "registers"))).toEqual(before);
  });

  test("among several changes nothing either", async () => {
    const dir = temporaryFolder();
    await expect(
      importingAll(dir, [good(dir), { country: "SK", format: "ruz", file: writtenFile(dir, "{}") }]),
    ).rejects.toThrow(/no RÚZ/);
    expect(existsSync(publishedFile(dir))).toBe(false);
  });

  test("with a few bad rows is imported without them, and the report names their lines", async () => {
    const dir = temporaryFolder();
    const lines = resText(named("Firma A", "Firma B", "Firma C", "Firma D")).split("\r\n");
    lines[2] = `${lines[2]}"`;
    lines[4] = "00000019,2001";
    const report = await importing(dir, { country: "CZ", format: "res", file: writtenFile(dir, lines.join("\r\n")) });
    expect(report).toMatchObject({
      firms: 2,
      skipped: 2,
      firstSkipped: [
        { line: 3, reason: "a quote is not closed" },
        { line: 5, reason: "2 columns instead of 12" },
      ],
    });
    expect(namesIn(dir, "CZ")).toEqual(["Firma A", "Firma C"]);
  });

  test("with a line of many megabytes is read past it", async () => {
    const dir = temporaryFolder();
    const records = [
      JSON.stringify(rpoEntity({ name: "Firma A" }, 0)),
      `{"x":"${"y".repeat(9_500_000)}"}`,
      JSON.stringify(rpoEntity({ name: "Firma B" }, 1)),
    ];
    const report = await importing(dir, { country: "SK", format: "rpo", file: writtenFile(dir, records.join("\n")) });
    expect(report).toMatchObject({ firms: 2, skipped: 1, firstSkipped: [{ line: 2, reason: "longer than 8 MiB" }] });
  });
});

test("a full disk ends the import with a clear line, and what was published serves on", async () => {
  const dir = temporaryFolder();
  const { version } = await importing(dir, registerFile.res(dir, named("Firma A")));
  const many = Array.from({ length: 3_000 }, (_, index) => ({ name: `Firma ${index}` }));
  await expect(importing(dir, registerFile.res(dir, many), { maxBytes: 100_000 })).rejects.toThrow(
    /the disk is full; the published registers stay/,
  );
  expect(opened(dir).version).toBe(version);
  expect(readdirSync(join(dir, "registers")).filter((name) => name.startsWith("next"))).toEqual([]);
});

test("a disk that refuses to write (778 is what SQLite says at a limit of file size) ends it just so", async () => {
  const dir = temporaryFolder();
  const { version } = await importing(dir, registerFile.res(dir, named("Firma A")));
  const classify = () => {
    throw Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 778 });
  };
  const refused = importing(dir, registerFile.res(dir, named("Firma B")), { classify });
  await expect(refused).rejects.toThrow(RegisterFileError);
  await expect(refused).rejects.toThrow(/it cannot be written; the published registers stay/);
  expect(opened(dir).version).toBe(version);
  expect(readdirSync(join(dir, "registers")).filter((name) => name.startsWith("next"))).toEqual([]);
});

test("a published file of another version is not built upon, and the message says what to do", async () => {
  const dir = temporaryFolder();
  await importing(dir, registerFile.res(dir, named("Firma A")));
  const db = new DatabaseSync(publishedFile(dir));
  db.exec("PRAGMA user_version = 99");
  db.close();
  await expect(importing(dir, registerFile.rpo(dir, named("Firma C")))).rejects.toThrow(
    /move it away and import all registers anew/,
  );
  rmSync(publishedFile(dir));
  expect(await importing(dir, registerFile.rpo(dir, named("Firma C")))).toMatchObject({ firms: 1 });
});

test("rules that throw end the import and leave nothing behind", async () => {
  const dir = temporaryFolder();
  const broken = () => {
    throw new TypeError("a mistake in a rule");
  };
  await expect(importing(dir, registerFile.res(dir, named("Firma A")), { classify: broken })).rejects.toThrow(
    "a mistake in a rule",
  );
  expect(readdirSync(join(dir, "registers")).filter((name) => name.startsWith("next"))).toEqual([]);
  expect(await importing(dir, registerFile.res(dir, named("Firma A")), { classify })).toMatchObject({ firms: 1 });
});
