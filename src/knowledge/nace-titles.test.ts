import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { LOCALES } from "../core/locale.ts";
import { NACE_REVISIONS, type NaceRevision } from "../core/nace.ts";
import { KNOWLEDGE_DIR, KnowledgeError } from "./load.ts";
import { loadNaceTitles } from "./nace-titles.ts";
import { loadSample } from "./sample.ts";

const titles = loadNaceTitles(join(KNOWLEDGE_DIR, "nis2"));

const rows = z
  .array(
    z.object({ revision: z.enum(NACE_REVISIONS), code: z.string(), sk: z.string(), cs: z.string(), en: z.string() }),
  )
  .parse(parse(readFileSync(join(KNOWLEDGE_DIR, "nis2", "nace-titles.csv"), "utf8"), { columns: true }));

function english(revision: NaceRevision, code: string): string | undefined {
  return titles.title({ revision, code }, "en")?.title;
}

describe("the titles of activity codes", () => {
  test("cover every division: 88 of Rev. 2, 87 of Rev. 2.1", () => {
    const divisions = (revision: string) => rows.filter((row) => row.revision === revision && row.code.length === 2);
    expect(divisions("2")).toHaveLength(88);
    expect(divisions("2.1")).toHaveLength(87);
    expect(english("2", "45")).toBeDefined();
    expect(english("2.1", "45")).toBeUndefined();
  });

  test("are whole: 272 groups and 615 classes of Rev. 2, 287 and 651 of Rev. 2.1", () => {
    const counts = NACE_REVISIONS.map((revision) =>
      [3, 4].map((length) => rows.filter((row) => row.revision === revision && row.code.length === length).length),
    );
    expect(counts).toEqual([
      [272, 615],
      [287, 651],
    ]);
  });

  test("have no code without its group", () => {
    expect(
      rows.filter(
        ({ revision, code }) => titles.title({ revision, code: code.slice(0, 3) }, "en")?.code !== code.slice(0, 3),
      ),
    ).toEqual([]);
  });

  test("have no code whose division has no title", () => {
    expect(rows.filter(({ revision, code }) => english(revision, code.slice(0, 2)) === undefined)).toEqual([]);
  });

  // The same digits, two meanings, and meanings that moved to other digits.
  test.each<[string, string | undefined, string | undefined]>([
    ["2540", "Manufacture of weapons and ammunition", "Forging and shaping metal and powder metallurgy"],
    [
      "2530",
      "Manufacture of steam generators, except central heating hot water boilers",
      "Manufacture of weapons and ammunition",
    ],
    ["3511", "Production of electricity", "Production of electricity from non-renewable sources"],
    ["3512", "Transmission of electricity", "Production of electricity from renewable sources"],
    ["3513", "Distribution of electricity", "Transmission of electricity"],
    ["3514", "Trade of electricity", "Distribution of electricity"],
    ["3516", "Electric power generation, transmission and distribution", "Storage of electricity"],
    ["3831", "Dismantling of wrecks", "Incineration without energy recovery"],
    ["3832", "Recovery of sorted materials", "Landfilling or permanent storage"],
    ["4671", "Wholesale of solid, liquid and gaseous fuels and related products", "Wholesale of motor vehicles"],
    [
      "4791",
      "Retail sale via mail order houses or via Internet",
      "Intermediation service activities for non-specialised retail sale",
    ],
    [
      "6120",
      "Wireless telecommunications activities",
      "Telecommunication reselling activities and intermediation service activities for telecommunication",
    ],
    ["6391", "News agency activities", "Web search portal activities"],
    ["8542", "Tertiary education", "Tertiary education"],
  ])("%s means one thing in Rev. 2 and another in Rev. 2.1", (code, inRev2, inRev21) => {
    expect(english("2", code)).toBe(inRev2);
    expect(english("2.1", code)).toBe(inRev21);
  });

  test.each<[NaceRevision, string, string, string]>([
    ["2", "62010", "Počítačové programovanie", "Programování"],
    ["2", "86100", "Činnosti nemocníc", "Ústavní zdravotní péče"],
    ["2", "35130", "Rozvod elektriny", "Rozvod elektřiny"],
    ["2.1", "35140", "Rozvod elektriny", "Distribuce elektřiny"],
    ["2.1", "2910", "Výroba motorových vozidiel", "Výroba motorových vozidel"],
    ["2.1", "3512", "Výroba elektrickej energie z obnoviteľných zdrojov", "Výroba elektřiny z obnovitelných zdrojů"],
  ])("Rev. %s %s reads in Slovak and Czech as the classification words it", (revision, code, sk, cs) => {
    expect(titles.title({ revision, code }, "sk")?.title).toBe(sk);
    expect(titles.title({ revision, code }, "cs")?.title).toBe(cs);
  });

  test("a code finer or less known than the table gets its nearest ancestor, and says which", () => {
    expect(titles.title({ revision: "2", code: "64190" }, "en")).toEqual({
      code: "6419",
      title: "Other monetary intermediation",
    });
    expect(titles.title({ revision: "2.1", code: "47250" }, "en")).toEqual({
      code: "4725",
      title: "Retail sale of beverages",
    });
    expect(titles.title({ revision: "2", code: "04110" }, "en")).toBeNull();
  });

  test("every code of the NIS2 map and of the sample has a title of its own class", () => {
    const map = parse(readFileSync(join(KNOWLEDGE_DIR, "nis2", "nace-map.csv"), "utf8"), { columns: true });
    const mapped = z
      .array(z.object({ nace_revision: z.enum(NACE_REVISIONS), nace_code: z.string() }))
      .parse(map)
      .map((row) => ({ revision: row.nace_revision, code: row.nace_code.replace(".", "") }));
    expect(mapped.length).toBeGreaterThan(370);
    const firms = loadSample(join(KNOWLEDGE_DIR, "sample")).companies.flatMap(({ nace }) => nace);
    const untitled = [...mapped, ...firms].filter(
      ({ revision, code }) => titles.title({ revision, code }, "sk")?.code !== code.slice(0, 4),
    );
    expect(untitled).toEqual([]);
  });

  test("every title is a clean line in its own language", () => {
    for (const row of rows) {
      for (const locale of LOCALES) expect(row[locale]).toMatch(/^\p{Lu}\S*(?: \S+)*$/u);
      expect(row.sk).not.toMatch(/[ěřů]/i);
      expect(row.cs).not.toMatch(/[ľĺŕôä]/i);
      expect(row.en).toMatch(/^[\x20-\x7e’–é-]+$/);
    }
  });

  test("no code and locale does more than give a title or nothing", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom(...NACE_REVISIONS),
        fc.constantFrom(...LOCALES),
        (code, revision, locale) => {
          const found = titles.title({ revision, code }, locale);
          return found === null || code.startsWith(found.code);
        },
      ),
    );
  });
});

describe("a mistake in the titles", () => {
  function load(...lines: string[]) {
    const dir = mkdtempSync(join(tmpdir(), "titles-"));
    writeFileSync(join(dir, "nace-titles.csv"), ["revision,code,sk,cs,en,official", ...lines, ""].join("\n"));
    writeFileSync(join(dir, "cz-nace-subclasses.csv"), "class,digits\n");
    return loadNaceTitles(dir);
  }

  test.each([
    ["a revision nobody published", "3,01,aa,bb,cc,en", /nace-titles\.csv:2 revision/],
    ["a code with dots", "2,01.1,aa,bb,cc,en", /2 code: two to four digits/],
    ["a missing language", "2,01,aa,,cc,en", /2 cs/],
    ["a language that is none of ours", "2,01,aa,bb,cc,de", /2 official/],
  ])("%s stops the start and says where", (_case, line, message) => {
    expect(() => load(line)).toThrow(KnowledgeError);
    expect(() => load(line)).toThrow(message);
  });

  test("a code that stands twice stops the start; the same digits in both revisions do not", () => {
    expect(() => load("2,01,aa,bb,cc,en", "2,01,aa,bb,cc,en")).toThrow(/2 01 stands twice/);
    expect(load("2,01,aa,bb,cc,en", "2.1,01,aa,bb,cc,en").size).toBe(2);
  });
});

describe("a code that may exist", () => {
  test.each<[string, NaceRevision, string, boolean]>([
    ["a class", "2.1", "6391", true],
    ["a class that was missing", "2.1", "4724", true],
    ["a group", "2.1", "471", true],
    ["a group filled with a nought", "2.1", "4710", true],
    ["a group filled with two", "2.1", "47100", true],
    ["a division", "2.1", "62", true],
    ["a class of Rev. 2 alone", "2.1", "6201", false],
    ["a class of Rev. 2.1 alone", "2", "6210", false],
    ["a division of Rev. 2 alone", "2.1", "45", false],
    ["a mistyped class", "2.1", "6394", false],
    ["no code at all", "2.1", "99999", false],
    ["the only Czech subclass", "2.1", "35110", true],
    ["a Czech subclass of several", "2.1", "35304", true],
    ["a class with subclasses, filled with a nought", "2.1", "35300", true],
    ["a subclass that CZ-NACE 2025 does not have", "2.1", "35305", false],
    ["a subclass of a class that has none", "2.1", "35117", false],
    ["a national fifth digit of Rev. 2", "2", "35117", true],
  ])("%s: Rev. %s %s", (_case, revision, code, exists) => {
    expect(titles.mayExist({ revision, code })).toBe(exists);
  });

  test("every code of the table is one, and every subclass belongs to a class", () => {
    for (const { revision, code } of rows) expect(titles.mayExist({ revision, code })).toBe(true);
    const divided = readFileSync(join(KNOWLEDGE_DIR, "nis2", "cz-nace-subclasses.csv"), "utf8")
      .trim()
      .split("\n")
      .slice(1);
    const subclasses = divided.map((line) => line.split(",")[1]?.length ?? 0);
    expect([divided.length, subclasses.reduce((sum, count) => sum + count, 0)]).toEqual([34, 99]);
  });
});
