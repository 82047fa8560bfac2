import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CATEGORIES } from "../core/company.ts";
import { COUNTRIES, type Country } from "../core/country.ts";
import { isDay } from "../core/day.ts";
import { hasValidCheckDigit } from "../core/ico.ts";
import { mainNaceOf } from "../core/nace.ts";
import { classifyCompany } from "../rules/nis2-scope/classify.ts";
import { KNOWLEDGE_DIR, KnowledgeError } from "./load.ts";
import { loadSample } from "./sample.ts";
import { knowledge } from "./shipped.fixture.ts";
import { loadSources } from "./sources.ts";

const sample = loadSample(join(KNOWLEDGE_DIR, "sample"));
const { nis2 } = knowledge;
const classified = sample.companies.map((company) => ({
  company,
  ...classifyCompany(company, nis2, sample.collectedOn),
}));

function firm(country: string, ico: string) {
  return sample.companies.find((company) => company.country === country && company.ico === ico);
}

describe("the shipped sample of real firms", () => {
  test("holds firms of both countries, each once, with a right check digit", () => {
    const keys = sample.companies.map(({ country, ico }) => country + ico);
    expect(new Set(keys).size).toBe(keys.length);
    expect(sample.companies.filter(({ country }) => country === "CZ").length).toBeGreaterThanOrEqual(129);
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
      expect(stated.includes("financials")).toBe(
        company.turnoverEur !== undefined || company.balanceSheetEur !== undefined,
      );
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
    for (const ico of ["00514152", "24729035", "28255933", "45274649", "45317054"]) {
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

  test("decides at least half of the Slovak firms and a quarter of the Czech ones without internet", () => {
    const counts = (country: Country) => {
      const categories = classified.filter(({ company }) => company.country === country);
      return Object.fromEntries(
        CATEGORIES.map((name) => [name, categories.filter(({ category }) => category === name).length]),
      );
    };
    expect(counts("SK")).toEqual({ essential: 5, important: 16, out_of_scope: 47, unknown: 50 });
    expect(counts("CZ")).toEqual({ essential: 4, important: 4, out_of_scope: 28, unknown: 93 });
    for (const country of COUNTRIES) {
      const { unknown = 0, ...definite } = counts(country);
      const known = Object.values(definite).reduce((sum, count) => sum + count, 0);
      expect(known / (known + unknown)).toBeGreaterThanOrEqual(country === "SK" ? 0.5 : 0.25);
    }
  });

  test("has a firm in scope in every sector, but for those that its page lists", () => {
    const inScope = new Set(
      classified.flatMap(({ category, sector }) =>
        category === "essential" || category === "important" ? [sector as string] : [],
      ),
    );
    const without = nis2.sectors.map(({ id }) => id as string).filter((id) => !inScope.has(id));
    const page = readFileSync(join(import.meta.dirname, "../../knowledge/sample/README.md"), "utf8");
    const [, list = ""] = page.split("## Sectors without a firm");
    const named = [...(list.split("\n## ")[0] ?? "").matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, id]) => id);
    expect(named).toEqual(without);
  });

  test("tells turnover and balance sheet total with their source and year", () => {
    const slovnaft = firm("SK", "31322832");
    expect(slovnaft).toMatchObject({ turnoverEur: 2_664_751_000, balanceSheetEur: 2_420_765_000 });
    const accounts = slovnaft?.provenance.find(({ facts }) => facts.includes("financials"));
    expect(accounts?.source).toContain("finstat.sk/31322832");
    expect(accounts?.retrievedAt).toBe("2020-01-01");
  });

  test("says when it was collected", () => {
    expect(sample.collectedOn).toBe("2026-11-20");
  });
});

/** A name that carries a legal form or the word for a public body; a person's name carries neither. */
function isOrganisation(name: string): boolean {
  const legalForm =
    /(?<!\p{L})(s\.? ?r\. ?o\.|a\. ?s(?!\p{L})|[sš]\. ?p\.|v\. ?o\. ?s\.|k\. ?s\.|o\. ?s\.|akciov|s ručením|štátny podnik|státní (podnik|organizace)|národní podnik|spolek)/iu;
  const body =
    /(?<!\p{L})(nemocnice|ministerstvo|úřad|úrad|obec|mesto|kraj|Železnice|Agency|PosAm|hlavné mesto)(?!\p{L})/iu;
  return legalForm.test(name) || body.test(name);
}

const header =
  "ico,country,name,address,ceased_on,legal_form,nace,size_code,employees,name_source,name_as_of,form_source,form_as_of,nace_source,nace_as_of,size_source,size_as_of,turnover_eur,balance_sheet_eur,accounts_source,accounts_as_of";

const COLUMNS = header.split(",").length;

function loadRows(...rows: string[]) {
  const dir = mkdtempSync(join(tmpdir(), "sample-"));
  writeFileSync(join(dir, "sample.yaml"), "collectedOn: 2026-11-20\n");
  // The cases leave out the columns of accounts, which few rows have.
  const whole = rows.map((row) => row + ",".repeat(Math.max(0, COLUMNS - row.split(",").length)));
  writeFileSync(join(dir, "companies.csv"), [header, ...whole, ""].join("\n"));
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
    [
      "accounts without a source",
      `27082440,CZ,Firma,,,,,,,somewhere,,,,,,,,9000000,,,`,
      /2 accounts_source: .*go together/,
    ],
    [
      "a turnover with decimals",
      `27082440,CZ,Firma,,,,,,,somewhere,,,,,,,,1.5,,there,`,
      /2 turnover_eur: a whole number/,
    ],
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
      fc.property(fc.array(cell, { minLength: 21, maxLength: 21 }), (cells) => {
        try {
          return loadRows(cells.join(",")).companies.length <= 1;
        } catch (mistake) {
          return mistake instanceof KnowledgeError && mistake.message.includes("companies.csv");
        }
      }),
    );
  });
});
