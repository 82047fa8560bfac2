import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CZ, MANY, OMIKRON, registerFiles, SK } from "../../../test/promises/register-files.fixture.ts";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { inputJsonSchema } from "../calling/json-schema.ts";
import { companySearch } from "./company-search.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices({ files: registerFiles });
});

afterAll(() => dosah.close());

async function search(args: object) {
  return (await dosah.call(companySearch, args, [], { address: null })).answer;
}

async function names(query: string, country?: string) {
  const { results } = await search({ query, ...(country === undefined ? {} : { country }) });
  return results.map(({ untrusted }) => untrusted.name);
}

describe("the order", () => {
  test("exact names first, then names that start with the query, then later words, register order in each", async () => {
    expect(await names("omikron")).toEqual([
      "Omikron",
      "ÓMIKRON",
      "Omikronova pila",
      "Omikron Žilina",
      "Beta Omikron",
      "Gama omikron a syn",
    ]);
  });

  test("a name that holds the query inside a word is not found", async () => {
    expect(OMIKRON.map(({ name }) => name)).toContain("Nadomikron");
    expect(await names("omikron")).not.toContain("Nadomikron");
    expect(await names("nadomikron")).toEqual(["Nadomikron"]);
  });

  test("an exact number comes first, numbers that start with the query follow in register order", async () => {
    expect(await names(CZ.noNace)).toEqual(["Bez činnosti"]);
    const started = await search({ query: CZ.essential.slice(0, 6), country: "CZ" });
    expect(started.results.map(({ ico }) => ico).slice(0, 3)).toEqual([CZ.essential, CZ.important, CZ.small]);
  });

  test("within a tier is the register's and not the alphabet's, Czech firms before Slovak ones", async () => {
    expect(await names("elektrar", "CZ")).toEqual([
      "Elektrárna neznámé velikosti",
      "Velká elektrárna",
      "Střední elektrárna",
      "Malá elektrárna",
      "Zaniklá elektrárna",
    ]);
    expect((await search({ query: "obec" })).results.map(({ country }) => country)).toEqual(["CZ", "SK"]);
  });
});

describe("the query", () => {
  test.each([
    ["capitals", "OMIKRON ŽILINA"],
    ["no diacritics", "omikron zilina"],
    ["other diacritics", "ómikrón žilina"],
    ["other blanks and punctuation", "  omikron,   žilina. "],
  ])("does not mind %s", async (_case, query) => {
    expect(await names(query)).toEqual(["Omikron Žilina"]);
  });

  test.each([
    ["blanks inside", CZ.noNace.replace(/(...)(...)(..)/, "$1 $2 $3")],
    ["leading zeros left out", CZ.noNace.slice(2)],
    ["the word for it before", `IČO: ${CZ.noNace}`],
    ["the sign of its country before", `CZ${CZ.noNace}`],
  ])("a number with %s finds the firm", async (_case, query) => {
    expect(await names(query, "CZ")).toContain("Bez činnosti");
  });

  test("is returned as it was searched, trimmed", async () => {
    expect((await search({ query: "  Omikron " })).query).toBe("Omikron");
  });

  test.each([
    ["two characters", { query: "om" }, "query"],
    ["two characters and blanks", { query: " om  " }, "query"],
    ["two characters in quotes", { query: '"om"' }, "query"],
    ["more than 200 characters", { query: "a".repeat(201) }, "query"],
    ["nothing", {}, "query"],
    ["no text", { query: ["31322832"] }, "query"],
    ["another country", { query: "omikron", country: "PL" }, "country"],
    ["an argument nobody knows", { query: "omikron", countri: "SK" }, "country"],
  ])("%s is refused and the field is named", async (_case, args, field) => {
    await expect(search(args)).rejects.toMatchObject({ problem: { code: "invalid_arguments", field } });
  });

  test("at most 200 characters are taken: the schema and the error say so, blanks around them do not count", async () => {
    const { properties } = inputJsonSchema(companySearch.input) as { properties: Record<string, object> }; // an object
    expect(properties.query).toMatchObject({ minLength: 3, maxLength: 200 });
    await expect(search({ query: "a".repeat(201) })).rejects.toMatchObject({
      problem: {
        field: "query",
        nextStep: { en: "Send query: 3 to 200 characters; a shorter name with its legal form (O2 a.s.)." },
      },
    });
    expect(await search({ query: `  ${"a".repeat(200)}  ` })).toMatchObject({ count: 0 });
  });

  test.each([
    [
      "SK2020372640",
      "tax_sk",
      "Toto je slovenské DIČ alebo IČ DPH. Firmu podľa neho nenájdeme, zadajte IČO (8 číslic) alebo názov.",
    ],
    ["CZ7801011234", "tax_cz_person", "Toto je české DIČ fyzickej osoby. Zadajte jej IČO alebo meno."],
    ["CZ6990001234", "tax_cz_group", "Toto je DIČ skupiny pre DPH, nie jednej firmy. Zadajte IČO člena skupiny."],
    ["DE123456789", "vat_foreign", "Toto je číslo pre DPH z inej krajiny (Nemecko). Dosah pozná"],
    ["jan@gmail.com", "email", "Toto je e-mailová adresa. Zadajte názov firmy alebo IČO."],
    ["www.qqqqqq.sk", "web", "Toto je adresa na internete. Hľadali sme názov „qqqqqq“. Doménu môžete dať preveriť."],
    ["49.41", "activity_code", "Toto je kód činnosti."],
  ])("%j is read as %s, and a sentence says so", async (query, kind, text) => {
    const answer = await search({ query, locale: "sk" });
    expect(answer).toMatchObject({ count: 0, reading: { kind, text: expect.stringContaining(text) } });
    expect(companySearch.mcp?.summary(answer, "sk").startsWith(answer.reading.text ?? "-")).toBe(true);
  });

  test("a number beside a name decides, and the answer says when the firm has another name", async () => {
    const same = await search({ query: `${CZ.essential}, Velká elektrárna`, country: "CZ" });
    expect(same).toMatchObject({
      results: [{ ico: CZ.essential, match: "exact" }],
      reading: { kind: "ico_name", text: null },
    });
    const other = await search({ query: `Omikron (IČO ${CZ.essential})`, country: "CZ", locale: "en" });
    expect(other).toMatchObject({ results: [{ ico: CZ.essential }], reading: { note: "name_differs" } });
    expect(other.reading.text).toBe("The number belongs to another firm than the one you typed.");
    expect((await search({ query: "99999996, Omikron Žilina" })).results[0]?.untrusted.name).toBe("Omikron Žilina");
  });

  test("a typing error finds a similar name, which is said to be that", async () => {
    const answer = await search({ query: "nadomikrom", locale: "en" });
    expect(answer.results).toMatchObject([{ match: "similar", exact: false, untrusted: { name: "Nadomikron" } }]);
    expect(companySearch.mcp?.summary(answer, "en")).toBe("No such name; similar: 1.");
  });

  test("three characters are enough", async () => {
    expect((await search({ query: "omi" })).count).toBeGreaterThan(0);
  });

  test.each(["...", "%%%", "___", "'; DROP TABLE firms; --", "a".repeat(200), "\u0000\u0000\u0000"])(
    "%j finds nothing and breaks nothing",
    async (query) => {
      expect(await search({ query })).toMatchObject({ count: 0, results: [] });
    },
  );
});

describe("on a first start, with the sample alone", () => {
  let fresh: TestServices;
  beforeAll(async () => {
    fresh = await openTestServices({});
  });
  afterAll(() => fresh.close());
  const summaryOf = async (args: object, locale: "sk" | "cs" | "en") => {
    const { answer } = await fresh.call(companySearch, { ...args, locale }, [], { address: null });
    return { answer, summary: companySearch.mcp?.summary(answer, locale) };
  };

  test("firms of the sample are found, and the answer says that no more was searched", async () => {
    const { answer } = await summaryOf({ query: "slovnaft" }, "en");
    expect(answer).toMatchObject({
      results: [{ ico: "31322832", country: "SK" }, { ico: "35953039" }],
      incomplete: [
        { country: "CZ", reason: "sample_only" },
        { country: "SK", reason: "sample_only" },
      ],
    });
  });

  test("the firm that was named, without its legal form, is first and said to be exact", async () => {
    const { answer } = await summaryOf({ query: "slovnaft" }, "en");
    expect(answer.results.map(({ ico, exact, category }) => [ico, exact, category])).toEqual([
      ["31322832", true, "essential"],
      ["35953039", false, "out_of_scope"],
    ]);
    const other = await summaryOf({ query: "Slovnaft akciová spoločnosť" }, "en");
    expect(other.answer.results.map(({ ico, match }) => [ico, match])).toEqual([
      ["31322832", "exact"],
      ["35953039", "starts"],
    ]);
  });

  test.each(["IČO: 31322832", "ičo 31 322 832", "SK31322832", "SK 31322832"])(
    "the number is read in %s",
    async (query) => {
      const { answer } = await summaryOf({ query }, "en");
      expect(answer.results).toMatchObject([{ ico: "31322832", exact: true }]);
    },
  );

  test("the sign of a country restricts the search to it, unless another country is asked for", async () => {
    const { answer } = await summaryOf({ query: "SK45274649" }, "en");
    expect(answer).toMatchObject({ count: 0, incomplete: [{ country: "SK" }] });
    expect((await summaryOf({ query: "SK45274649", country: "CZ" }, "en")).answer.count).toBe(1);
  });

  test.each([
    [
      "sk",
      "Nenašla sa žiadna firma. Slovensko: register tu nie je načítaný, prehľadaná bola len priložená vzorka skutočných firiem.",
    ],
    [
      "cs",
      "Nenašla se žádná firma. Slovensko: rejstřík tu není načten, prohledán byl jen přiložený vzorek skutečných firem.",
    ],
    ["en", "No firm was found. Slovakia: its register is not loaded here, only the shipped sample was searched."],
  ] as const)("that nobody was found is not stated without it (%s)", async (locale, words) => {
    expect((await summaryOf({ query: "qqqqqq", country: "SK" }, locale)).summary).toBe(words);
  });
});

describe("the results", () => {
  test("are at most ten, and there is no way to a second page", async () => {
    expect(MANY.length).toBeGreaterThan(10);
    const { count, results } = await search({ query: "mnohokrat" });
    expect([count, results.length]).toEqual([10, 10]);
    for (const extra of ["page", "offset", "cursor", "limit"]) {
      await expect(search({ query: "mnohokrat", [extra]: 2 })).rejects.toMatchObject({
        problem: { code: "invalid_arguments" },
      });
    }
  });

  test("are of the country that was asked for", async () => {
    const both = await search({ query: CZ.twin });
    expect(both.results.map(({ country }) => country).sort()).toEqual(["CZ", "SK"]);
    for (const country of ["CZ", "SK"] as const) {
      const one = await search({ query: CZ.twin, country });
      expect(one.results.map((hit) => hit.country)).toEqual([country]);
    }
  });

  test("have ico, country and NACE; name and address stand under untrusted alone", async () => {
    const { results } = await search({ query: CZ.essential, locale: "en" });
    expect(results).toEqual([
      {
        ico: CZ.essential,
        country: "CZ",
        nace: { code: "35110", revision: "2", name: expect.stringMatching(/electricity/i) },
        active: true,
        exact: true,
        match: "exact",
        category: "essential",
        untrusted: { name: "Velká elektrárna", address: expect.any(String) },
      },
    ]);
  });

  test("show a firm without an activity with null", async () => {
    expect((await search({ query: CZ.noNace, country: "CZ" })).results[0]).toMatchObject({ nace: null });
  });

  test("include ceased firms and mark them", async () => {
    const { results } = await search({ query: "zaniklá elektrárna" });
    expect(results).toMatchObject([{ ico: CZ.ceased, active: false }]);
  });

  test("are none where nothing fits, without an error", async () => {
    expect(await search({ query: "qqqqqq" })).toEqual({
      query: "qqqqqq",
      count: 0,
      results: [],
      reading: { kind: "name", text: null },
      incomplete: [],
      dataAsOf: expect.stringMatching(/^2026-/),
      indicative: true,
      disclaimer: expect.stringContaining("orientačný"),
    });
  });

  test("of Slovakia are found like those of Czechia", async () => {
    expect((await search({ query: "zhodna elektraren" })).results).toMatchObject([{ ico: SK.agreed, country: "SK" }]);
  });
});
