import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  icoAt,
  importing,
  importingAll,
  named,
  namesIn,
  opened,
  registerFile,
  resText,
  temporaryFolder,
  writtenFile,
} from "./register-files.fixture.ts";

describe("an import", () => {
  test("publishes firms of both countries with their counts, days and sources", async () => {
    const dir = temporaryFolder();
    const [czech, slovak] = await importingAll(dir, [
      registerFile.res(dir, [
        { name: "Firma A", nace: "35110", size: "240" },
        { name: "Firma B", ceased: "2020-01-01" },
      ]),
      registerFile.rpo(dir, [{ name: "Firma C", nace: "3511" }]),
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

  test("publishes sixty firms of one name, twenty in each of three spellings of its legal form", async () => {
    const dir = temporaryFolder();
    const names = ["spol. s r.o.", "s.r.o.", "s. r. o."].flatMap((form) =>
      new Array(20).fill(`Pekáreň Vltava, ${form}`),
    );
    const report = await importing(dir, registerFile.res(dir, named(...names)));
    expect(report).toMatchObject({ firms: 60, companies: 60 });
    expect(namesIn(dir, "CZ", "Pekáreň Vltava s.r.o.")).toHaveLength(10);
  });

  test("finds ceased firms by name and marks them", async () => {
    const dir = temporaryFolder();
    await importing(dir, registerFile.res(dir, [{ name: "Firma A", ceased: "2020-01-01" }]));
    expect(opened(dir).search("firma", undefined, 10)).toEqual([
      {
        match: "starts",
        country: "CZ",
        ico: icoAt(0),
        name: "Firma A",
        address: "Hlavní 1, 11000 Praha",
        nace: { code: "62010", revision: "2" },
        active: false,
        ceasedOn: "2020-01-01",
        category: "out_of_scope",
      },
    ]);
  });

  test("reads plain, gzip and multi-member gzip, with either line end", async () => {
    const text = resText(named("Firma A", "Firma B"));
    const half = text.indexOf("\n") + 9;
    const packed = Buffer.concat([gzipSync(text.slice(0, half)), gzipSync(text.slice(half))]);
    for (const content of [text, resText(named("Firma A", "Firma B"), "2026-09-15", "\n"), gzipSync(text), packed]) {
      const dir = temporaryFolder();
      await importing(dir, { country: "CZ", format: "res", file: writtenFile(dir, content) });
      expect(namesIn(dir, "CZ")).toEqual(["Firma A", "Firma B"]);
    }
  });

  test("keeps the other country's firms and their order", async () => {
    const dir = temporaryFolder();
    await importing(dir, registerFile.rpo(dir, named("Firma C", "Firma D")));
    await importing(dir, registerFile.res(dir, named("Firma A", "Firma B")));
    expect(namesIn(dir, "SK")).toEqual(["Firma C", "Firma D"]);
    expect(
      opened(dir)
        .search("firma", undefined, 10)
        .map(({ name }) => name),
    ).toEqual(["Firma A", "Firma B", "Firma C", "Firma D"]);
  });

  test("register order is the order of first appearance in the country's own register", async () => {
    const dir = temporaryFolder();
    const rows = [
      { ico: icoAt(9), name: "Firma 9" },
      { ico: icoAt(2), name: "Firma 2" },
      { ico: icoAt(5), name: "Firma 5" },
    ];
    await importing(
      dir,
      registerFile.ruz(dir, [
        { ico: icoAt(5), nazovUJ: "Firma 5" },
        { ico: icoAt(1), nazovUJ: "Firma 1" },
      ]),
    );
    await importing(dir, registerFile.rpo(dir, rows));
    await importing(
      dir,
      registerFile.rpo(
        dir,
        [
          { ico: icoAt(7), name: "Firma 7" },
          { ico: icoAt(2), name: "Firma 2" },
        ],
        "2026-10-04",
      ),
    );
    expect(namesIn(dir, "SK")).toEqual(["Firma 9", "Firma 2", "Firma 5", "Firma 7", "Firma 1"]);
  });

  test("gives the same firms whatever the order of its files", async () => {
    const files = (dir: string) => [
      registerFile.rpo(dir, [{ name: "Firma A", nace: "3513" }, { name: "Firma B" }]),
      registerFile.ruz(dir, [
        { ico: icoAt(0), skNace: "35130", velkostOrganizacie: "12" },
        { ico: icoAt(2), nazovUJ: "Firma C", skNace: "62010" },
      ]),
      registerFile.nis2(dir, [
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
        const dir = temporaryFolder();
        const all = order.flatMap((index) => files(dir).slice(index, index + 1));
        if (together) await importingAll(dir, all);
        else for (const file of all) await importing(dir, file);
        const snapshot = opened(dir);
        const { sources } = snapshot.holdings()[0] ?? { sources: [] };
        seen.push({
          firms: [0, 1, 2, 3].map((index) => snapshot.find(icoAt(index), "SK")),
          found: namesIn(dir, "SK"),
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

test("a main activity that is not determined stays so, whatever further ones there are, also after the next import", async () => {
  const dir = temporaryFolder();
  const rows = [
    { name: "Firma A", nace: "00", nace2025: "00" },
    { name: "Firma B", nace: "47110" },
  ];
  const activities = writtenFile(
    dir,
    [
      "ICO,KODCIS,HODN",
      ...[icoAt(0), icoAt(1)].flatMap((ico) => [`${ico},80004,38110`, `${ico},80143,38110`]),
      "",
    ].join("\n"),
  );
  await importing(dir, { ...registerFile.res(dir, rows), activities });
  await importing(dir, registerFile.rpo(dir, named("Firma SK")));
  const further = { code: "38110" };
  expect(opened(dir).find(icoAt(0), "CZ")).toMatchObject({ nace: [further, further], mainUnknown: ["2", "2.1"] });
  expect(opened(dir).find(icoAt(1), "CZ")).toMatchObject({ mainUnknown: ["2.1"] });
  expect(
    opened(dir)
      .search("firma", "CZ", 10)
      .map(({ nace }) => nace?.code ?? null),
  ).toEqual([null, "47110"]);
});
