import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CATEGORIES } from "../core/company.ts";
import { isDay } from "../core/day.ts";
import { hasValidCheckDigit } from "../core/ico.ts";
import { mainNaceOf } from "../core/nace.ts";
import { classifyCompany } from "../rules/nis2-scope/classify.ts";
import { loadActs } from "./acts.ts";
import { KNOWLEDGE_DIR, KnowledgeError } from "./load.ts";
import { loadNis2 } from "./nis2.ts";
import { loadSample } from "./sample.ts";
import { loadSources } from "./sources.ts";

const sample = loadSample(join(KNOWLEDGE_DIR, "sample"));

function firm(country: string, ico: string) {
  return sample.companies.find((company) => company.country === country && company.ico === ico);
}

describe("the shipped sample of real firms", () => {
  test("holds firms of both countries, each once, with a right check digit", () => {
    const keys = sample.companies.map(({ country, ico }) => country + ico);
    expect(new Set(keys).size).toBe(keys.length);
    expect(sample.companies.filter(({ country }) => country === "CZ").length).toBeGreaterThanOrEqual(70);
    expect(sample.companies.filter(({ country }) => country === "SK").length).toBeGreaterThanOrEqual(110);
    expect(sample.companies.filter(({ ico }) => !hasValidCheckDigit(ico))).toEqual([]);
  });

  test("holds no natural person: every name is that of a company, an association or a public body", () => {
    expect(sample.companies.map(({ name }) => name ?? "").filter((name) => !isOrganisation(name))).toEqual([]);
    expect(["Ján Novák", "Ing. Eva Malá", "Karel Šustr"].filter(isOrganisation)).toEqual([]);
    expect(firm("CZ", "47165367")).toBeUndefined();
    expect(firm("SK", "47165367")?.name).toBe("FinStat, s. r. o.");
  });

  test("holds none of the invented numbers that tests use", () => {
    const invented = ["00000019", "11111119", "12345679", "22222227", "33333335", "44444443"];
    expect(sample.companies.filter(({ ico }) => invented.includes(ico))).toEqual([]);
  });

  test("names a source and a day for each fact of each firm", () => {
    const sources = loadSources(KNOWLEDGE_DIR);
    for (const company of sample.companies) {
      const stated = company.provenance.flatMap(({ facts }) => facts);
      expect(new Set(stated).size).toBe(stated.length);
      expect(stated.includes("nace")).toBe(company.nace.length > 0);
      expect(stated.includes("size")).toBe(company.sizeCode !== null || company.headcount !== null);
      expect(stated.includes("legalForm")).toBe(company.legalForm !== null);
      for (const { source, retrievedAt } of company.provenance) {
        expect(isDay(retrievedAt) && retrievedAt <= sample.collectedOn).toBe(true);
        expect(sources.get(source)?.url).toMatch(/^https:\/\//);
      }
    }
  });

  test("keeps both revisions of a firm's codes, the main one first", () => {
    expect(firm("CZ", "49240901")).toMatchObject({
      name: "Raiffeisenbank a.s.",
      sizeCode: "460",
      nace: [
        { revision: "2", code: "64190" },
        { revision: "2.1", code: "64190" },
      ],
    });
    expect(firm("CZ", "00177041")?.nace.slice(0, 1)).toEqual([{ revision: "2", code: "29100" }]);
    expect(firm("CZ", "00177041")?.nace.find(({ revision }) => revision === "2.1")?.code).toBe("29200");
    expect(firm("CZ", "45274649")?.nace.some(({ code }) => /^0+$/.test(code))).toBe(false);
  });

  test("claims no main activity where the source has only a list without order", () => {
    for (const ico of ["24729035", "28255933", "45274649", "45317054"]) {
      const stated = firm("CZ", ico);
      expect(stated?.mainUnknown).toEqual(["2", "2.1"]);
      expect(stated?.nace.length).toBeGreaterThan(3);
      if (stated !== undefined) expect(mainNaceOf(stated)).toBeUndefined();
    }
    expect(firm("CZ", "49240901")).not.toHaveProperty("mainUnknown");
  });

  test("tells a headcount as the number that was reported, dated by its own source", () => {
    const railway = firm("SK", "35914921");
    expect(railway?.headcount).toEqual({ min: 5794, max: 5794 });
    expect(railway?.provenance.find(({ facts }) => facts.includes("size"))?.retrievedAt).toBe("2016-01-01");
    expect(railway?.provenance.find(({ facts }) => facts.includes("nace"))?.retrievedAt).toBe("2026-05-01");
  });

  test("marks the one firm that its register says has ceased, and leaves unknown what no source states", () => {
    expect(sample.companies.filter(({ status }) => status === "ceased").map(({ ico }) => ico)).toEqual(["35953039"]);
    expect(firm("SK", "35953039")).toMatchObject({ ceasedOn: "2013-01-01", nace: [], sizeCode: null, legalForm: null });
    expect(firm("CZ", "70994226")).toMatchObject({ nace: [], sizeCode: null, headcount: null, legalForm: null });
  });

  test("shows at least forty firms with a definite category on a start without internet", () => {
    const nis2 = loadNis2(join(KNOWLEDGE_DIR, "nis2"), loadActs(join(KNOWLEDGE_DIR, "acts")));
    const categories = sample.companies.map((company) => classifyCompany(company, nis2, sample.collectedOn).category);
    const counts = Object.fromEntries(
      CATEGORIES.map((name) => [name, categories.filter((one) => one === name).length]),
    );
    expect(counts).toEqual({ essential: 4, important: 17, out_of_scope: 50, unknown: 120 });
  });

  test("says when it was collected", () => {
    expect(sample.collectedOn).toBe("2026-11-20");
  });
});

/** A name that carries a legal form or the word for a public body; a person's name carries neither. */
function isOrganisation(name: string): boolean {
  const legalForm =
    /(?<!\p{L})(s\.? ?r\. ?o\.|a\. ?s(?!\p{L})|[sš]\. ?p\.|v\. ?o\. ?s\.|k\. ?s\.|o\. ?s\.|akciov|s ručením|štátny podnik|státní (podnik|organizace)|spolek)/iu;
  const body = /(?<!\p{L})(nemocnice|úřad|úrad|obec|mesto|kraj|Železnice|Agency|PosAm|hlavné mesto)(?!\p{L})/iu;
  return legalForm.test(name) || body.test(name);
}

const header =
  "ico,country,name,address,ceased_on,legal_form,nace,size_code,employees,name_source,name_as_of,form_source,form_as_of,nace_source,nace_as_of,size_source,size_as_of";

function loadRows(...rows: string[]) {
  const dir = mkdtempSync(join(tmpdir(), "sample-"));
  writeFileSync(join(dir, "sample.yaml"), "collectedOn: 2026-11-20\n");
  writeFileSync(join(dir, "companies.csv"), [header, ...rows, ""].join("\n"));
  return loadSample(dir);
}

describe("a mistake in the sample", () => {
  test.each([
    ["a number with seven digits", "1234567,SK,Firma,,,,,,,somewhere,,,,,,,", /companies\.csv:2 ico: eight digits/],
    ["a sole trader", "27082440,CZ,Firma,,,101,,,,somewhere,,x,,,,,", /2 legal_form: the legal form of a natural/],
    ["a code without its revision", "27082440,CZ,Firma,,,,64190,,,somewhere,,,,x,,,", /2 nace: /],
    ["an unknown main activity and no other", "27082440,CZ,Firma,,,,2:00,,,somewhere,,,,x,,,", /2 nace: /],
    ["a fact without a source", "27082440,CZ,Firma,,,,2:64190,,,somewhere,,,,,,,", /2 nace_source: .*go together/],
    ["a source without a fact", "27082440,CZ,Firma,,,,,,,somewhere,,,,,,x,", /2 size_source: .*go together/],
    ["a month that does not exist", "27082440,CZ,Firma,,,,,,,somewhere,2026-13,,,,,,", /2 name_as_of: a year, a month/],
    ["no name", "27082440,CZ,,,,,,,,somewhere,,,,,,,", /2 name: /],
  ])("%s stops the start and says where", (_case, row, message) => {
    expect(() => loadRows(row)).toThrow(KnowledgeError);
    expect(() => loadRows(row)).toThrow(message);
  });

  test("a firm that stands twice stops the start; the same number in both countries does not", () => {
    const row = (country: string) => `47165367,${country},Firma,,,,,,,somewhere,,,,,,,`;
    expect(() => loadRows(row("SK"), row("SK"))).toThrow(/SK 47165367 stands twice/);
    expect(loadRows(row("SK"), row("CZ")).companies).toHaveLength(2);
  });

  test("an undated fact counts as of the day of collection", () => {
    const [company] = loadRows("27082440,CZ,Firma,,,,,,,somewhere,,,,,,,").companies;
    expect(company?.provenance).toEqual([{ source: "sample:somewhere", facts: ["name"], retrievedAt: "2026-11-20" }]);
  });

  test("no text in any column does more than give firms or a mistake that names the file", () => {
    const cell = fc.string({ unit: "grapheme" }).map((text) => `"${text.replaceAll('"', '""')}"`);
    fc.assert(
      fc.property(fc.array(cell, { minLength: 17, maxLength: 17 }), (cells) => {
        try {
          return loadRows(cells.join(",")).companies.length <= 1;
        } catch (mistake) {
          return mistake instanceof KnowledgeError && mistake.message.includes("companies.csv");
        }
      }),
      { numRuns: 100 },
    );
  });
});
