import { describe, expect, test } from "vitest";
import { res } from "../../res/definition.ts";
import { rpo } from "../../rpo/definition.ts";
import { ruz } from "../../ruz/definition.ts";
import { endsSample } from "../records/file-register.ts";
import { reclassify } from "./reclassify.ts";
import {
  type FirmRow,
  icoAt,
  importing,
  importingAll,
  named,
  namesIn,
  opened,
  registerFile,
  rpoEntity,
  rpoRows,
  rpoText,
  temporaryFolder,
  testOptions,
  testSample,
  writtenFile,
} from "./register-files.fixture.ts";

describe("a later publication", () => {
  test("of RES replaces the whole country: changed, new and withdrawn numbers", async () => {
    const dir = temporaryFolder();
    await importing(dir, registerFile.res(dir, [...named("Firma A", "Firma B"), { ico: icoAt(7), name: "Firma H" }]));
    await importing(
      dir,
      registerFile.res(
        dir,
        [{ name: "Firma A2" }, { ico: icoAt(2), name: "Firma C" }, { ico: icoAt(7), name: "Firma H" }],
        "2026-09-30",
      ),
    );
    expect(namesIn(dir, "CZ")).toEqual(["Firma A2", "Firma C", "Firma H"]);
    expect(opened(dir).find(icoAt(1), "CZ")).toBeUndefined();
    expect(opened(dir).holdings()[0]).toMatchObject({ dataAsOf: "2026-09-30", companies: 3 });
  });

  test("of RPO adds and replaces, and an older batch changes nothing", async () => {
    const dir = temporaryFolder();
    await importing(dir, registerFile.rpo(dir, named("Firma A", "Firma B"), "2026-10-03"));
    const report = await importing(
      dir,
      registerFile.rpo(
        dir,
        [
          { name: "Firma A2", ceased: "2026-10-04" },
          { ico: icoAt(3), name: "Firma D" },
        ],
        "2026-10-05",
      ),
    );
    expect(report).toMatchObject({ firms: 2, added: 1 });
    const late = await importing(dir, registerFile.rpo(dir, [{ name: "Stará firma" }], "2026-10-04"));
    expect(late).toMatchObject({ firms: 0, odd: { older_than_known: 1 } });
    expect(namesIn(dir, "SK")).toEqual(["Firma A2", "Firma B", "Firma D"]);
    expect(opened(dir).find(icoAt(0), "SK")?.status).toBe("ceased");
    expect(opened(dir).holdings()[0]?.dataAsOf).toBe("2026-10-05");
  });

  test("of the NIS2 register takes back verdicts and firms it no longer names", async () => {
    const dir = temporaryFolder();
    await importing(dir, registerFile.rpo(dir, named("Firma A", "Firma B")));
    const old = Array.from({ length: 20 }, (_, index) => ({
      ico: icoAt(index),
      name: `Firma ${index}`,
      category: "essential",
      sector: "energy",
      employeesMin: 300,
    }));
    await importing(dir, registerFile.nis2(dir, old));
    expect(opened(dir).find(icoAt(1), "SK")).toMatchObject({
      registerVerdict: { category: "essential" },
      headcount: { min: 300 },
    });
    const report = await importing(
      dir,
      registerFile.nis2(dir, [{ ...old[0], category: "important" }, ...old.slice(2, 19)], "2026-11-08"),
    );
    expect(report).toMatchObject({ firms: 18, added: 0, gone: 2, companies: 19 });
    const snapshot = opened(dir);
    expect(snapshot.find(icoAt(0), "SK")?.registerVerdict?.category).toBe("important");
    expect(snapshot.find(icoAt(1), "SK")).toMatchObject({ name: "Firma B", registerVerdict: null, headcount: null });
    expect(snapshot.find(icoAt(19), "SK")).toBeUndefined();
    expect(snapshot.search("firma 19", "SK", 10)).toEqual([]);
  });

  test("that lost too many firms is refused and changes nothing", async () => {
    const dir = temporaryFolder();
    const many = Array.from({ length: 50 }, (_, index) => ({ name: `Firma ${index}` }));
    const { version } = await importing(dir, registerFile.res(dir, many));
    await expect(importing(dir, registerFile.res(dir, many.slice(0, 40)))).rejects.toThrow(/has 40 firms.* have 50 /);
    expect(opened(dir).version).toBe(version);
    await importing(dir, registerFile.res(dir, many.slice(0, 40)), { maxLostShare: 0.5 });
    expect(opened(dir).holdings()[0]?.companies).toBe(40);
  });
});

describe("records that share a number", () => {
  test("of RES: the first one counts, the second is reported", async () => {
    const dir = temporaryFolder();
    const report = await importing(
      dir,
      registerFile.res(dir, [
        { ico: icoAt(1), name: "Firma A" },
        { ico: icoAt(1), name: "Firma B" },
      ]),
    );
    expect(report).toMatchObject({ firms: 1, odd: { repeated_number: 1 } });
    expect(namesIn(dir, "CZ")).toEqual(["Firma A"]);
  });

  test("of RPO: the active record counts, of two alike the younger, a record replaces itself", async () => {
    const entity = (id: number, row: FirmRow) => rpoEntity({ ico: icoAt(1), ...row }, 0, id);
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
      const dir = temporaryFolder();
      await importing(dir, { country: "SK", format: "rpo", file: writtenFile(dir, rpoText(records)) });
      expect(namesIn(dir, "SK")).toEqual([expected]);
    }
  });

  test("of RPO: an ended entity has ended under each of its numbers, also where RÚZ holds a unit of one", async () => {
    const dir = temporaryFolder();
    const entity = rpoEntity({ name: "Dve čísla, s. r. o.", ceased: "2015-06-30" });
    const identifiers = [
      { value: icoAt(0), validFrom: "2001-01-02" },
      { value: icoAt(1), validFrom: "2004-01-02" },
    ];
    const text = rpoText([{ ...entity, identifiers }]);
    await importing(dir, { country: "SK", format: "rpo", file: writtenFile(dir, text, "init.json") });
    const unit = {
      id: 1,
      ico: icoAt(0),
      skNace: "35110",
      velkostOrganizacie: "33",
      datumPoslednejUpravy: "2026-01-01",
    };
    await importing(dir, registerFile.ruz(dir, [unit]));
    for (const at of [0, 1]) {
      expect(opened(dir).find(icoAt(at), "SK")).toMatchObject({ status: "ceased", ceasedOn: "2015-06-30" });
    }
  });

  test("of RÚZ: the first active unit counts and later ones fill what it does not say", async () => {
    const dir = temporaryFolder();
    const units = [
      { ico: icoAt(1), nazovUJ: "Firma stará", datumZrusenia: "2010-01-01", velkostOrganizacie: "25" },
      { ico: icoAt(1), nazovUJ: "Firma", velkostOrganizacie: "00", skNace: "62010" },
      { ico: icoAt(1), nazovUJ: "Firma iná", velkostOrganizacie: "12", skNace: "35110" },
    ];
    const report = await importing(dir, registerFile.ruz(dir, units));
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
  test("takes the place of the register of a country until the country's own register is imported", async () => {
    const dir = temporaryFolder();
    await importing(dir, registerFile.res(dir, named("Firma A")), { seed: testSample });
    expect(opened(dir).holdings()).toMatchObject([
      { country: "SK", isSample: true, companies: 1, dataAsOf: "2026-01-01", sources: [{ id: "sample", rows: 1 }] },
      { country: "CZ", isSample: false, companies: 1 },
    ]);
    expect(opened(dir).find(icoAt(901), "SK")).toEqual(testSample.companies[1]);
    await importing(
      dir,
      registerFile.ruz(dir, [
        { ico: icoAt(901), skNace: "62010", nazovUJ: "Firma R" },
        { ico: icoAt(3), nazovUJ: "Firma S" },
      ]),
    );
    expect(opened(dir).holdings()[0]).toMatchObject({ isSample: true, companies: 2, dataAsOf: "2026-10-10" });
    expect(opened(dir).find(icoAt(901), "SK")).toMatchObject({
      nace: [{ code: "62010", revision: "2" }],
      headcount: { min: 800, max: null },
    });
    await importing(dir, registerFile.rpo(dir, named("Firma C")));
    const snapshot = opened(dir);
    expect(snapshot.holdings()[0]).toMatchObject({ isSample: false, companies: 3 });
    expect(snapshot.find(icoAt(901), "SK")).toMatchObject({ name: "Firma R", headcount: null });
    expect(snapshot.search("vzorka", undefined, 10)).toEqual([]);
  });
});

describe("a daily batch of RPO", () => {
  const daily = (dir: string, ...rows: string[]) => ({
    country: "SK" as const,
    format: "rpo" as const,
    file: writtenFile(dir, rpoRows(named(...rows), "2026-11-20"), "actual_2026-11-20.json"),
  });

  test("does not end the sample: alone it says nothing of the firms it does not name", async () => {
    const dir = temporaryFolder();
    await importing(dir, daily(dir, "Denná firma"), { seed: testSample });
    expect(opened(dir).holdings()[0]).toMatchObject({ country: "SK", isSample: true, companies: 2 });
    expect(namesIn(dir, "SK", "denna")).toEqual(["Denná firma"]);
    expect(namesIn(dir, "SK", "vzorka")).toEqual(["Vzorka SK"]);
    await importing(dir, registerFile.rpo(dir, named("Firma A", "Firma B")));
    expect(opened(dir).holdings()[0]).toMatchObject({ isSample: false, companies: 2 });
    expect(namesIn(dir, "SK", "vzorka")).toEqual([]);
  });

  test.each([
    ["actual_2026-11-20.json.gz", false],
    ["/data/actual_2026-11-20_001.json.gz", false],
    ["init_2026-11-07_001.json.gz", true],
    ["/actual_2026-11-20/init_2026-11-07_001.json.gz", true],
    ["rpo.json", true],
  ])("%s: that it ends the sample is %j", (file, ends) => {
    expect(endsSample(rpo, file)).toBe(ends);
    expect(endsSample(res, file)).toBe(true);
    expect(endsSample(ruz, file)).toBe(false);
  });

  test("after the whole register it is a change like any other, also in the same import", async () => {
    const dir = temporaryFolder();
    await importingAll(dir, [registerFile.rpo(dir, named("Firma A", "Firma B")), daily(dir, "Firma A2")], {
      seed: testSample,
    });
    expect(opened(dir).holdings()[0]).toMatchObject({ isSample: false, companies: 2, dataAsOf: "2026-11-20" });
    expect(namesIn(dir, "SK")).toEqual(["Firma A2", "Firma B"]);
  });
});

describe("changed rules", () => {
  const severe = () => ({ category: "essential", sector: "energy", reason: null }) as const;

  test("classify what is published anew without any file", async () => {
    const dir = temporaryFolder();
    const { version } = await importing(dir, registerFile.res(dir, named("Firma A", "Firma B")));
    expect(await reclassify(testOptions(dir))).toBeUndefined();
    const changed = await reclassify(testOptions(dir, { classify: severe, rulesVersion: "rules-2" }));
    expect(changed).not.toBe(version);
    expect(opened(dir).stats()).toEqual([{ country: "CZ", category: "essential", sector: "energy", count: 2 }]);
    expect(namesIn(dir, "CZ")).toEqual(["Firma A", "Firma B"]);
    expect(await reclassify(testOptions(temporaryFolder(), { rulesVersion: "rules-3" }))).toBeUndefined();
  });

  test("reach the firms of the country that an import does not touch", async () => {
    const dir = temporaryFolder();
    await importing(dir, registerFile.res(dir, named("Firma A")));
    await importing(dir, registerFile.rpo(dir, named("Firma C")), { classify: severe, rulesVersion: "rules-2" });
    expect(
      opened(dir)
        .stats()
        .map(({ country, category }) => `${country} ${category}`),
    ).toEqual(["CZ essential", "SK essential"]);
  });
});

describe("a name that lost a letter before it was published", () => {
  test("is not stored, the line is named, and the earlier name of the firm stands", async () => {
    const dir = temporaryFolder();
    await importing(dir, registerFile.rpo(dir, [{ ico: icoAt(1), name: "Žltý kôň" }], "2026-10-03"));
    const broken = [
      { ico: icoAt(1), name: "\ufffdlt\ufffd k\ufffd" },
      { ico: icoAt(2), name: "Firma \ufffd" },
    ];
    const report = await importing(dir, registerFile.rpo(dir, broken, "2026-10-04"));
    expect(report).toMatchObject({ skipped: 0, odd: { lost_letters: 2 } });
    expect(report.firstSkipped).toEqual([
      { line: 2, reason: "a text with lost letters (U+FFFD) is left out" },
      { line: 3, reason: "a text with lost letters (U+FFFD) is left out" },
    ]);
    const snapshot = opened(dir);
    expect(snapshot.find(icoAt(1), "SK")?.name).toBe("Žltý kôň");
    expect(snapshot.find(icoAt(2), "SK")).toMatchObject({ name: null, status: "active" });
  });
});
