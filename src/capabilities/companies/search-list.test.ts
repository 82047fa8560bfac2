import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { CZ, registerFiles, SK } from "../../../test/promises/register-files.fixture.ts";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { resText } from "../../sources/registers/snapshot/importing/register-files.fixture.ts";
import { activityList } from "../scope/activity-list.ts";
import { categoryInWords } from "../scope/category-names.ts";
import { companySearch } from "./company-search.ts";
import { searchList } from "./search-list.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices({ files: registerFiles });
});

afterAll(() => dosah.close());

const list = async (args: object) => (await dosah.call(searchList, args, [], { address: null })).answer;

test("firms come in pages of ten, counted together, and none after the last", async () => {
  const pages = await Promise.all([1, 2, 3].map((page) => list({ query: "mnohokrat", page })));
  expect(pages.map(({ count, isMore }) => [count, isMore])).toEqual(new Array(3).fill([12, false]));
  expect(pages.map(({ firms }) => firms.length)).toEqual([10, 2, 0]);
  const names = pages.flatMap(({ firms }) => firms.map(({ untrusted }) => untrusted.name));
  expect(names).toEqual(Array.from({ length: 12 }, (_, index) => `Mnohokrát ${index}`));
});

test("the first page is what the tool finds", async () => {
  for (const query of ["omikron", "elektraren velka", "mnohokrat", "elektrama", CZ.essential.slice(0, 6), "obec"]) {
    const { results } = (await dosah.call(companySearch, { query }, [], { address: null })).answer;
    const { firms, similar } = await list({ query });
    expect([...firms, ...similar], query).toEqual(results);
  }
});

test("a firm whose activity the Czech act does not regulate has its regime beside the category, others have none", async () => {
  const text = resText([
    { ico: CZ.essential, name: "Plavba po rece", nace: "50400", size: "330" },
    { ico: CZ.important, name: "Plavba energie", nace: "35110", size: "330" },
  ]);
  const own = await openTestServices({ files: [{ country: "CZ", format: "res", text }] });
  onTestFinished(own.close);
  const { firms } = (await own.call(searchList, { query: "plavba" }, [], { address: null })).answer;
  expect(firms.map(({ category }) => category)).toEqual(["essential", "essential"]);
  expect(firms.map((firm) => ("nationalRegime" in firm ? firm.nationalRegime : null))).toEqual([{ id: "none" }, null]);
  expect(categoryInWords("essential", "none", "sk")).toBe("kľúčový subjekt, v Česku bez povinností");
  expect(categoryInWords("out_of_scope", "none", "sk")).toBe("mimo pôsobnosti");
});

test("a country and a category restrict the list; in scope are both classes", async () => {
  const icos = async (args: object) => (await list({ query: "elektrar", ...args })).firms.map(({ ico }) => ico);
  expect(await icos({ country: "CZ", category: "essential" })).toEqual([CZ.essential]);
  expect(await icos({ country: "CZ", category: "important" })).toEqual([CZ.important]);
  expect(await icos({ country: "CZ", category: "in_scope" })).toEqual([CZ.essential, CZ.important]);
  expect(await icos({ country: "CZ", category: "out_of_scope" })).toContain(CZ.small);
  expect(await icos({ country: "CZ", category: "unknown" })).toEqual([CZ.noSize]);
});

test("two characters find whole words, one is refused", async () => {
  expect((await list({ query: "ob" })).firms).toEqual([]);
  expect((await list({ query: "11" })).reading.kind).toBe("short");
  for (const query of ["a", '"a"', "??", "…"]) {
    await expect(list({ query }), query).rejects.toMatchObject({ problem: { field: "query" } });
  }
});

test("a number leads to its firm, a number with a name where the name is that of the firm", async () => {
  const lead = async (query: string, more = {}) => (await list({ query, ...more })).leadsTo;
  expect(await lead(SK.agreed)).toEqual({ ico: SK.agreed, country: "SK" });
  expect(await lead(`IČO: ${CZ.essential}`)).toEqual({ ico: CZ.essential, country: "CZ" });
  expect(await lead(`${SK.agreed}, elektráreň`)).toEqual({ ico: SK.agreed, country: "SK" });
  expect(await lead(`${SK.agreed}, pekáreň`)).toBeNull();
  expect((await list({ query: `${SK.agreed}, pekáreň` })).reading.note).toBe("name_differs");
  expect(await lead("omikron")).toBeNull();
  expect(await lead("2020372640")).toBeNull();
  expect(await lead(`SK${CZ.essential}`)).toEqual({ ico: CZ.essential, country: "SK" });
});

test("the text without its last word is a way on for names of several words", async () => {
  const shorter = async (query: string) => (await list({ query })).untrusted.shorter;
  expect(await shorter("Pekáreň Vltava, Košice")).toBe("Pekáreň Vltava");
  expect(await shorter("Pekáreň")).toBeNull();
  expect(await shorter("DE 123456789")).toBeNull();
});

test("an address gives its word and its domain, one of a mailbox provider neither", async () => {
  expect((await list({ query: "https://www.eset.com/sk" })).untrusted).toMatchObject({
    word: "eset",
    domain: "eset.com",
  });
  expect((await list({ query: "jana@gmail.com" })).untrusted).toMatchObject({ word: null, domain: null });
});

test("activities stand beside names, words and codes, and beside no number, address or VAT number", async () => {
  const activities = async (query: string, more = {}) =>
    (await dosah.call(activityList, { query, ...more }, [], { address: null })).answer;
  expect((await activities("autodoprava", { country: "SK" }))?.hits[0]).toMatchObject({
    nace: { code: "4941" },
    sector: null,
  });
  expect((await activities("NACE 4941"))?.hits[0]).toMatchObject({ kind: "code", nace: { code: "4941" } });
  expect((await activities("2562"))?.question).not.toBeNull();
  expect((await activities("výroba"))?.hits.length).toBe(5);
  for (const query of [SK.agreed, "DE123456789", "SK2020372640", "CZ7801011234", "jana@gmail.com", "eset.com"]) {
    expect(await activities(query), query).toBeNull();
  }
  expect(await activities("a".repeat(101))).toBeNull();
});
