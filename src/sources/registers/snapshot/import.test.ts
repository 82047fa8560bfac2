import { existsSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Country } from "../../../core/country.ts";
import { RegisterFileError } from "./failure.ts";
import type { ImportFile } from "./import-options.ts";
import { reclassify } from "./reclassify.ts";
import {
  classify,
  icoAt,
  importing,
  importingAll,
  nis2Text,
  opened,
  publishedFile,
  resText,
  rpoEntity,
  rpoRows,
  rpoText,
  ruzText,
  type TrialRow,
  trialFile,
  trialFolder,
  trialOptions,
  trialSeed,
} from "./test-registers.contract.ts";

const res = (dir: string, rows: readonly TrialRow[], day?: string): ImportFile => ({
  country: "CZ",
  format: "res",
  file: trialFile(dir, resText(rows, day)),
});
const rpo = (dir: string, rows: readonly TrialRow[], day?: string): ImportFile => ({
  country: "SK",
  format: "rpo",
  file: trialFile(dir, rpoRows(rows, day)),
});
const ruz = (dir: string, units: readonly object[], asOf = "2026-10-10"): ImportFile => ({
  country: "SK",
  format: "ruz",
  file: trialFile(dir, ruzText(units)),
  asOf,
});
const nis2 = (dir: string, firms: readonly object[], version?: string): ImportFile => ({
  country: "SK",
  format: "nis2-register",
  file: trialFile(dir, nis2Text(firms, version)),
});

const names = (dir: string, country: Country, query = "firma") =>
  opened(dir)
    .search(query, country, 10)
    .map(({ name }) => name);

const named = (...list: string[]): TrialRow[] => list.map((name) => ({ name }));

describe("an import", () => {
  test("publishes firms of both countries with their counts, days and sources", async () => {
    const dir = trialFolder();
    const [czech, slovak] = await importingAll(dir, [
      res(dir, [
        { name: "Firma A", nace: "35110", size: "240" },
        { name: "Firma B", ceased: "2020-01-01" },
      ]),
      rpo(dir, [{ name: "Firma C", nace: "3511" }]),
    ]);
    expect(czech).toMatchObject({ lines: 3, firms: 2, added: 2, companies: 2, skipped: 0, asOf: "2026-09-15" });
    expect(slovak).toMatchObject({ lines: 3, firms: 1, added: 1, companies: 1, asOf: "2026-10-03" });
    const snapshot = opened(dir);
    expect(snapshot.version).toBe(czech?.version);
    expect(snapshot.find(icoAt(0), "CZ")).toMatchObject({ name: "Firma A", sizeCode: "240", status: "active" });
    expect(snapshot.find(icoAt(1), "CZ")).toMatchObject({ name: "Firma B", status: "ceased", ceasedOn: "2020-01-01" });
    expect(snapshot.find(icoAt(0), "SK")).toMatchObject({ name: "Firma C", provenance: [{ source: "rpo" }] });
    expect(snapshot.find(icoAt(5), "SK")).toBeUndefined();
    expect(snapshot.stats()).toEqual([
      { country: "CZ", category: "important", sector: "energy", count: 1 },
      { country: "SK", category: "unknown", sector: "energy", count: 1 },
    ]);
    expect(snapshot.holdings()).toMatchObject([
      {
        country: "SK",
        companies: 1,
        active: 1,
        isSample: false,
        dataAsOf: "2026-10-03",
        sources: [{ id: "rpo", rows: 1 }],
      },
      {
        country: "CZ",
        companies: 2,
        active: 1,
        isSample: false,
        dataAsOf: "2026-09-15",
        sources: [{ id: "res", rows: 2 }],
      },
    ]);
  });

  test("finds ceased firms by name and marks them", async () => {
    const dir = trialFolder();
    await importing(dir, res(dir, [{ name: "Firma A", ceased: "2020-01-01" }]));
    expect(opened(dir).search("firma", undefined, 10)).toEqual([
      {
        country: "CZ",
        ico: icoAt(0),
        name: "Firma A",
        address: "Hlavní 1, 11000 Praha",
        nace: { code: "62010", revision: "2" },
        active: false,
      },
    ]);
  });

  test("reads plain, gzip and multi-member gzip, with either line end", async () => {
    const text = resText(named("Firma A", "Firma B"));
    const half = text.indexOf("\n") + 9;
    const packed = Buffer.concat([gzipSync(text.slice(0, half)), gzipSync(text.slice(half))]);
    for (const content of [text, resText(named("Firma A", "Firma B"), "2026-09-15", "\n"), gzipSync(text), packed]) {
      const dir = trialFolder();
      await importing(dir, { country: "CZ", format: "res", file: trialFile(dir, content) });
      expect(names(dir, "CZ")).toEqual(["Firma A", "Firma B"]);
    }
  });

  test("keeps the other country's firms and their order", async () => {
    const dir = trialFolder();
    await importing(dir, rpo(dir, named("Firma C", "Firma D")));
    await importing(dir, res(dir, named("Firma A", "Firma B")));
    expect(names(dir, "SK")).toEqual(["Firma C", "Firma D"]);
    expect(
      opened(dir)
        .search("firma", undefined, 10)
        .map(({ name }) => name),
    ).toEqual(["Firma A", "Firma B", "Firma C", "Firma D"]);
  });

  test("register order is the order of first appearance in the country's own register", async () => {
    const dir = trialFolder();
    const rows = [
      { ico: icoAt(9), name: "Firma 9" },
      { ico: icoAt(2), name: "Firma 2" },
      { ico: icoAt(5), name: "Firma 5" },
    ];
    await importing(
      dir,
      ruz(dir, [
        { ico: icoAt(5), nazovUJ: "Firma 5" },
        { ico: icoAt(1), nazovUJ: "Firma 1" },
      ]),
    );
    await importing(dir, rpo(dir, rows));
    await importing(
      dir,
      rpo(
        dir,
        [
          { ico: icoAt(7), name: "Firma 7" },
          { ico: icoAt(2), name: "Firma 2" },
        ],
        "2026-10-04",
      ),
    );
    expect(names(dir, "SK")).toEqual(["Firma 9", "Firma 2", "Firma 5", "Firma 7", "Firma 1"]);
  });

  test("gives the same firms whatever the order of its files", async () => {
    const files = (dir: string) => [
      rpo(dir, [{ name: "Firma A", nace: "3513" }, { name: "Firma B" }]),
      ruz(dir, [
        { ico: icoAt(0), skNace: "35130", velkostOrganizacie: "12" },
        { ico: icoAt(2), nazovUJ: "Firma C", skNace: "62010" },
      ]),
      nis2(dir, [
        { ico: icoAt(0), category: "essential", sector: "energy", updatedAt: "2026-10-30" },
        { ico: icoAt(3), name: "Firma D", category: "important" },
      ]),
    ];
    const seen = [];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [2, 0, 1],
    ]) {
      for (const together of [true, false]) {
        const dir = trialFolder();
        const all = order.flatMap((index) => files(dir).slice(index, index + 1));
        if (together) await importingAll(dir, all);
        else for (const file of all) await importing(dir, file);
        const snapshot = opened(dir);
        const { sources } = snapshot.holdings()[0] ?? { sources: [] };
        seen.push({
          firms: [0, 1, 2, 3].map((index) => snapshot.find(icoAt(index), "SK")),
          found: names(dir, "SK"),
          stats: snapshot.stats(),
          rows: sources.map(({ id, rows }) => `${id} ${rows}`),
        });
      }
    }
    expect(seen[0]?.found).toEqual(["Firma A", "Firma B", "Firma C", "Firma D"]);
    expect(seen[0]?.rows).toEqual(["rpo 2", "ruz 2", "nis2-register 2"]);
    for (const one of seen) expect(one).toEqual(seen[0]);
  });
});

describe("a later publication", () => {
  test("of RES replaces the whole country: changed, new and withdrawn numbers", async () => {
    const dir = trialFolder();
    await importing(dir, res(dir, [...named("Firma A", "Firma B"), { ico: icoAt(7), name: "Firma H" }]));
    await importing(
      dir,
      res(
        dir,
        [{ name: "Firma A2" }, { ico: icoAt(2), name: "Firma C" }, { ico: icoAt(7), name: "Firma H" }],
        "2026-09-30",
      ),
    );
    expect(names(dir, "CZ")).toEqual(["Firma A2", "Firma C", "Firma H"]);
    expect(opened(dir).find(icoAt(1), "CZ")).toBeUndefined();
    expect(opened(dir).holdings()[0]).toMatchObject({ dataAsOf: "2026-09-30", companies: 3 });
  });

  test("of RPO adds and replaces, and an older batch changes nothing", async () => {
    const dir = trialFolder();
    await importing(dir, rpo(dir, named("Firma A", "Firma B"), "2026-10-03"));
    const report = await importing(
      dir,
      rpo(
        dir,
        [
          { name: "Firma A2", ceased: "2026-10-04" },
          { ico: icoAt(3), name: "Firma D" },
        ],
        "2026-10-05",
      ),
    );
    expect(report).toMatchObject({ firms: 2, added: 1 });
    const late = await importing(dir, rpo(dir, [{ name: "Stará firma" }], "2026-10-04"));
    expect(late).toMatchObject({ firms: 0, odd: { older_than_known: 1 } });
    expect(names(dir, "SK")).toEqual(["Firma A2", "Firma B", "Firma D"]);
    expect(opened(dir).find(icoAt(0), "SK")?.status).toBe("ceased");
    expect(opened(dir).holdings()[0]?.dataAsOf).toBe("2026-10-05");
  });

  test("of the NIS2 register takes back verdicts and firms it no longer names", async () => {
    const dir = trialFolder();
    await importing(dir, rpo(dir, named("Firma A", "Firma B")));
    const old = Array.from({ length: 20 }, (_, index) => ({
      ico: icoAt(index),
      name: `Firma ${index}`,
      category: "essential",
      sector: "energy",
      employeesMin: 300,
    }));
    await importing(dir, nis2(dir, old));
    expect(opened(dir).find(icoAt(1), "SK")).toMatchObject({
      registerVerdict: { category: "essential" },
      headcount: { min: 300 },
    });
    const report = await importing(
      dir,
      nis2(dir, [{ ...old[0], category: "important" }, ...old.slice(2, 19)], "2026-11-08"),
    );
    expect(report).toMatchObject({ firms: 18, added: 0, gone: 2, companies: 19 });
    const snapshot = opened(dir);
    expect(snapshot.find(icoAt(0), "SK")?.registerVerdict?.category).toBe("important");
    expect(snapshot.find(icoAt(1), "SK")).toMatchObject({ name: "Firma B", registerVerdict: null, headcount: null });
    expect(snapshot.find(icoAt(19), "SK")).toBeUndefined();
    expect(snapshot.search("firma 19", "SK", 10)).toEqual([]);
  });

  test("that lost too many firms is refused and changes nothing", async () => {
    const dir = trialFolder();
    const many = Array.from({ length: 50 }, (_, index) => ({ name: `Firma ${index}` }));
    const { version } = await importing(dir, res(dir, many));
    await expect(importing(dir, res(dir, many.slice(0, 40)))).rejects.toThrow(/has 40 firms.* have 50 /);
    expect(opened(dir).version).toBe(version);
    await importing(dir, res(dir, many.slice(0, 40)), { maxLostShare: 0.5 });
    expect(opened(dir).holdings()[0]?.companies).toBe(40);
  });
});

describe("records that share a number", () => {
  test("of RES: the first one counts, the second is reported", async () => {
    const dir = trialFolder();
    const report = await importing(
      dir,
      res(dir, [
        { ico: icoAt(1), name: "Firma A" },
        { ico: icoAt(1), name: "Firma B" },
      ]),
    );
    expect(report).toMatchObject({ firms: 1, odd: { repeated_number: 1 } });
    expect(names(dir, "CZ")).toEqual(["Firma A"]);
  });

  test("of RPO: the active record counts, of two alike the younger, a record replaces itself", async () => {
    const entity = (id: number, row: TrialRow) => rpoEntity({ ico: icoAt(1), ...row }, 0, id);
    const active = entity(1, { name: "Firma živá", founded: "2001-01-01" });
    const ceased = entity(2, { name: "Firma mŕtva", founded: "2010-01-01", ceased: "2015-01-01" });
    const younger = entity(3, { name: "Firma mladá", founded: "2020-01-01" });
    const ended = entity(1, { name: "Firma živá", founded: "2001-01-01", ceased: "2026-01-01" });
    for (const [records, expected] of [
      [[active, ceased], "Firma živá"],
      [[ceased, active], "Firma živá"],
      [[active, younger], "Firma mladá"],
      [[younger, active], "Firma mladá"],
      [[ceased, active, ended], "Firma živá"],
    ] as const) {
      const dir = trialFolder();
      await importing(dir, { country: "SK", format: "rpo", file: trialFile(dir, rpoText(records)) });
      expect(names(dir, "SK")).toEqual([expected]);
    }
  });

  test("of RÚZ: the first active unit counts and later ones fill what it does not say", async () => {
    const dir = trialFolder();
    const units = [
      { ico: icoAt(1), nazovUJ: "Firma stará", datumZrusenia: "2010-01-01", velkostOrganizacie: "25" },
      { ico: icoAt(1), nazovUJ: "Firma", velkostOrganizacie: "00", skNace: "62010" },
      { ico: icoAt(1), nazovUJ: "Firma iná", velkostOrganizacie: "12", skNace: "35110" },
    ];
    const report = await importing(dir, ruz(dir, units));
    expect(report.odd).toEqual({ repeated_number: 2 });
    expect(opened(dir).find(icoAt(1), "SK")).toMatchObject({
      name: "Firma",
      status: "active",
      sizeCode: "12",
      nace: [{ code: "62010", revision: "2" }],
    });
  });
});

describe("the sample", () => {
  test("stands in for a country until the country's own register is imported", async () => {
    const dir = trialFolder();
    await importing(dir, res(dir, named("Firma A")), { seed: trialSeed });
    expect(opened(dir).holdings()).toMatchObject([
      { country: "SK", isSample: true, companies: 1, dataAsOf: "2026-01-01", sources: [{ id: "sample", rows: 1 }] },
      { country: "CZ", isSample: false, companies: 1 },
    ]);
    expect(opened(dir).find(icoAt(901), "SK")).toEqual(trialSeed.companies[1]);
    await importing(
      dir,
      ruz(dir, [
        { ico: icoAt(901), skNace: "62010", nazovUJ: "Firma R" },
        { ico: icoAt(3), nazovUJ: "Firma S" },
      ]),
    );
    expect(opened(dir).holdings()[0]).toMatchObject({ isSample: true, companies: 2, dataAsOf: "2026-10-10" });
    expect(opened(dir).find(icoAt(901), "SK")).toMatchObject({
      nace: [{ code: "62010", revision: "2" }],
      headcount: { min: 800, max: null },
    });
    await importing(dir, rpo(dir, named("Firma C")));
    const snapshot = opened(dir);
    expect(snapshot.holdings()[0]).toMatchObject({ isSample: false, companies: 3 });
    expect(snapshot.find(icoAt(901), "SK")).toMatchObject({ name: "Firma R", headcount: null });
    expect(snapshot.search("vzorka", undefined, 10)).toEqual([]);
  });
});

describe("changed rules", () => {
  const severe = () => ({ category: "essential", sector: "energy", reason: null }) as const;

  test("classify what is published anew without any file", async () => {
    const dir = trialFolder();
    const { version } = await importing(dir, res(dir, named("Firma A", "Firma B")));
    expect(await reclassify(trialOptions(dir))).toBeUndefined();
    const changed = await reclassify(trialOptions(dir, { classify: severe, rulesVersion: "rules-2" }));
    expect(changed).not.toBe(version);
    expect(opened(dir).stats()).toEqual([{ country: "CZ", category: "essential", sector: "energy", count: 2 }]);
    expect(names(dir, "CZ")).toEqual(["Firma A", "Firma B"]);
    expect(await reclassify(trialOptions(trialFolder(), { rulesVersion: "rules-3" }))).toBeUndefined();
  });

  test("reach the firms of the country that an import does not touch", async () => {
    const dir = trialFolder();
    await importing(dir, res(dir, named("Firma A")));
    await importing(dir, rpo(dir, named("Firma C")), { classify: severe, rulesVersion: "rules-2" });
    expect(
      opened(dir)
        .stats()
        .map(({ country, category }) => `${country} ${category}`),
    ).toEqual(["CZ essential", "SK essential"]);
  });
});

describe("a damaged file", () => {
  const good = (dir: string) => res(dir, named("Firma A", "Firma B"));
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
    ["that is empty", (dir) => ({ country: "CZ", format: "res", file: trialFile(dir, "") }), /:1: the file is empty/],
    [
      "of another format",
      (dir) => ({ country: "SK", format: "rpo", file: trialFile(dir, resText(named("x"))) }),
      /:1: 2 of 2 rows cannot be read; the first one: no JSON record/,
    ],
    [
      "whose columns are missing",
      (dir) => ({ country: "CZ", format: "res", file: trialFile(dir, "ICO\n1\n") }),
      /:1: this is no res_data\.csv/,
    ],
    [
      "with too many bad rows",
      (dir) => ({
        country: "CZ",
        format: "res",
        file: trialFile(
          dir,
          resText(Array.from({ length: 60 }, (_, index) => ({ name: "x", ico: index < 30 ? "bad" : icoAt(index) }))),
        ),
      }),
      /:2: 30 of 60 rows cannot be read; the first one: no usable ICO/,
    ],
    [
      "whose gzip data are cut off",
      (dir) => ({ country: "CZ", format: "res", file: cut(trialFile(dir, gzipSync(resText(many)))) }),
      /:\d+: the gzip data end too early/,
    ],
    [
      "whose gzip data are damaged",
      (dir) => ({ country: "CZ", format: "res", file: trialFile(dir, spoiled(gzipSync(resText(many)))) }),
      /the gzip data are damaged/,
    ],
    [
      "with another number of firms than its header says",
      (dir) => ({
        country: "SK",
        format: "nis2-register",
        file: trialFile(dir, nis2Text([{ ico: icoAt(1) }], "2026-11-01", 2)),
      }),
      /:2: the file holds 1 firms, its header says 2/,
    ],
    [
      "of another country than its format",
      (dir) => ({ ...rpo(dir, named("x")), country: "CZ" }),
      /the format rpo is of SK/,
    ],
    [
      "of activities with a format that has none",
      (dir) => ({ ...rpo(dir, named("x")), activities: join(dir, "a.csv") }),
      /a\.csv: only the format res/,
    ],
    [
      "whose activities are another file",
      (dir) => ({ ...good(dir), activities: trialFile(dir, "A,B\n1,2\n") }),
      /:1: this is no res_pf_nace\.csv/,
    ],
  ];
  const many = Array.from({ length: 3_000 }, (_, index) => ({ name: `Firma ${index * 7_919}` }));

  function cut(file: string): string {
    truncateSync(file, readFileSync(file).length - 3_000);
    return file;
  }

  function spoiled(packed: Buffer): Buffer {
    packed.fill(0xff, packed.length >> 1, (packed.length >> 1) + 200);
    return packed;
  }

  test.each(bad)("%s changes nothing and says what is wrong", async (_title, file, message) => {
    const dir = trialFolder();
    const { version } = await importing(dir, good(dir));
    const before = readdirSync(join(dir, "registers"));
    const wrong = file(dir);
    await expect(importing(dir, wrong)).rejects.toThrow(message);
    await expect(importing(dir, wrong)).rejects.toBeInstanceOf(RegisterFileError);
    expect(opened(dir).version).toBe(version);
    expect(readdirSync(join(dir, "registers"))).toEqual(before);
  });

  test("among several changes nothing either", async () => {
    const dir = trialFolder();
    await expect(
      importingAll(dir, [good(dir), { country: "SK", format: "ruz", file: trialFile(dir, "{}") }]),
    ).rejects.toThrow(/no RÚZ/);
    expect(existsSync(publishedFile(dir))).toBe(false);
  });

  test("with a few bad rows is imported without them, and the report names their lines", async () => {
    const dir = trialFolder();
    const lines = resText(named("Firma A", "Firma B", "Firma C", "Firma D")).split("\r\n");
    lines[2] = `${lines[2]}"`;
    lines[4] = "00000019,2001";
    const report = await importing(dir, { country: "CZ", format: "res", file: trialFile(dir, lines.join("\r\n")) });
    expect(report).toMatchObject({
      firms: 2,
      skipped: 2,
      firstSkipped: [
        { line: 3, reason: "a quote is not closed" },
        { line: 5, reason: "2 columns instead of 12" },
      ],
    });
    expect(names(dir, "CZ")).toEqual(["Firma A", "Firma C"]);
  });

  test("with a line of many megabytes is read past it", async () => {
    const dir = trialFolder();
    const records = [
      JSON.stringify(rpoEntity({ name: "Firma A" }, 0)),
      `{"x":"${"y".repeat(9_500_000)}"}`,
      JSON.stringify(rpoEntity({ name: "Firma B" }, 1)),
    ];
    const report = await importing(dir, { country: "SK", format: "rpo", file: trialFile(dir, records.join("\n")) });
    expect(report).toMatchObject({ firms: 2, skipped: 1, firstSkipped: [{ line: 2, reason: "longer than 8 MiB" }] });
  });
});

test("a full disk ends the import with a clear line, and what was published serves on", async () => {
  const dir = trialFolder();
  const { version } = await importing(dir, res(dir, named("Firma A")));
  const many = Array.from({ length: 3_000 }, (_, index) => ({ name: `Firma ${index}` }));
  await expect(importing(dir, res(dir, many), { maxBytes: 100_000 })).rejects.toThrow(
    /the disk is full; the published registers stay/,
  );
  expect(opened(dir).version).toBe(version);
  expect(readdirSync(join(dir, "registers")).filter((name) => name.startsWith("next"))).toEqual([]);
});

test("a published file of another version is not built upon, and the message says what to do", async () => {
  const dir = trialFolder();
  await importing(dir, res(dir, named("Firma A")));
  const db = new DatabaseSync(publishedFile(dir));
  db.exec("PRAGMA user_version = 99");
  db.close();
  await expect(importing(dir, rpo(dir, named("Firma C")))).rejects.toThrow(
    /move it away and import all registers anew/,
  );
  rmSync(publishedFile(dir));
  expect(await importing(dir, rpo(dir, named("Firma C")))).toMatchObject({ firms: 1 });
});

test("rules that throw end the import and leave nothing behind", async () => {
  const dir = trialFolder();
  const broken = () => {
    throw new TypeError("a mistake in a rule");
  };
  await expect(importing(dir, res(dir, named("Firma A")), { classify: broken })).rejects.toThrow("a mistake in a rule");
  expect(readdirSync(join(dir, "registers")).filter((name) => name.startsWith("next"))).toEqual([]);
  expect(await importing(dir, res(dir, named("Firma A")), { classify })).toMatchObject({ firms: 1 });
});
