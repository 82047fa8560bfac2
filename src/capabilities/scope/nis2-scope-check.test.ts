import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CZ, registerFiles, SK } from "../../../test/promises/register-files.fixture.ts";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { ServiceError } from "../../core/problem.ts";
import { editedKnowledge } from "../../knowledge/edited-copy.fixture.ts";
import { loadKnowledge } from "../../knowledge/knowledge.ts";
import { createCall } from "../calling/call.ts";
import { nis2ScopeCheck } from "./nis2-scope-check.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices({ files: registerFiles });
});

afterAll(() => dosah.close());

async function check(args: object) {
  return (await dosah.call(nis2ScopeCheck, args, [], { address: null })).answer;
}

describe("the category", () => {
  test.each([
    ["a large firm of Annex I is essential", "CZ", CZ.essential, "essential"],
    ["a medium firm of Annex I is important", "CZ", CZ.important, "important"],
    ["a micro firm is out of scope", "CZ", CZ.small, "out_of_scope"],
    ["a firm outside the sectors is out of scope whatever its size", "CZ", CZ.noSector, "out_of_scope"],
    ["a Slovak firm that only the rules know is judged by them", "SK", SK.notInOpenData, "important"],
    ["a Slovak firm outside the sectors is out of scope", "SK", SK.outOfScope, "out_of_scope"],
  ])("%s", async (_case, country, ico, category) => {
    const answer = await check({ ico, country });
    expect(answer).toMatchObject({ ico, country, category });
    expect(answer).not.toHaveProperty("unknownReason");
    expect(answer).not.toHaveProperty("sourcesDisagree");
  });

  test.each([
    ["public administration", "CZ", CZ.publicBody, "public_administration"],
    ["public administration", "SK", SK.publicBody, "public_administration"],
    ["a firm with no NACE code", "CZ", CZ.noNace, "no_nace"],
    ["a firm with no NACE code", "SK", SK.noNace, "no_nace"],
    ["a NIS2 sector whose size the register does not determine", "CZ", CZ.noSize, "size_undetermined"],
    ["a NIS2 sector whose size the register does not determine", "SK", SK.noSize, "size_undetermined"],
  ])("is unknown with its reason for %s (%s)", async (_case, country, ico, unknownReason) => {
    const answer = await check({ ico, country, locale: "en" });
    expect(answer).toMatchObject({ category: "unknown", unknownReason });
    expect(answer.reasoning).toMatch(/\S/);
  });

  test("without a NACE code there is no code and no sector to show", async () => {
    expect(await check({ ico: CZ.noNace, country: "CZ" })).toMatchObject({ nace: null, otherNace: [], sector: null });
  });

  test("further activities do not pass for a main one that the register does not determine", async () => {
    const answer = await check({ ico: CZ.furtherOnly, country: "CZ", locale: "en" });
    expect(answer).toMatchObject({ category: "unknown", unknownReason: "no_nace", nace: null, sector: null });
    expect(answer.otherNace.map(({ code }) => code)).toEqual(["47110", "38110"]);
    expect(answer.why).toMatch(/main activity of the firm is missing/);
    expect(answer.trace.map(({ rule, outcome }) => `${rule} ${outcome}`)).toEqual(
      expect.arrayContaining(["activity no_sector", "waste principal_unknown", "category main_unknown"]),
    );
    expect(answer.missingFacts.map(({ fact }) => fact)).toEqual(
      expect.arrayContaining(["nace", "wastePrincipalActivity", "czWasteShare"]),
    );
  });

  test("a further activity decides all the same, and the trace does not call it the main one", async () => {
    const answer = await check({ ico: CZ.furtherEnergy, country: "CZ", locale: "en" });
    expect(answer).toMatchObject({
      category: "essential",
      nace: null,
      decidingNace: { code: "35110" },
      sector: { id: "energy" },
    });
    expect(answer.otherNace.map(({ code }) => code)).toEqual(["47110", "35110"]);
    const step = answer.trace.find(({ rule }) => rule === "activity");
    expect(step).toMatchObject({
      outcome: "further",
      text: expect.stringContaining("does not state the main activity"),
    });
  });

  test("without a size the sector stays, and the size is the first thing that is asked for", async () => {
    const answer = await check({ ico: CZ.noSize, country: "CZ", locale: "en" });
    expect(answer).toMatchObject({ sector: { id: "energy", annex: "I" }, size: { category: null, employees: null } });
    expect(answer.missingFacts[0]?.couldBecome).toEqual(expect.arrayContaining(["essential", "important"]));
  });

  test("a ceased firm is out of scope, is marked, and the trace says why", async () => {
    const answer = await check({ ico: CZ.ceased, country: "CZ", locale: "en" });
    expect(answer).toMatchObject({ status: "ceased", category: "out_of_scope" });
    expect(answer.trace[0]).toMatchObject({ outcome: "ceased", facts: { ceasedOn: "2020-05-01" } });
    expect(answer.headline).toMatch(/ceased/i);
    expect(answer.nextSteps).toEqual([]);
  });
});

describe("the rules and the open-data register", () => {
  test("where both agree, the register of Slovakia decides and no flag is set", async () => {
    const answer = await check({ ico: SK.agreed, country: "SK" });
    expect(answer).toMatchObject({ category: "essential", decidedBy: "open_data_register" });
    expect(answer).not.toHaveProperty("sourcesDisagree");
  });

  test("where the register does not know the firm, the rules are the fallback", async () => {
    const answer = await check({ ico: SK.notInOpenData, country: "SK" });
    expect(answer).toMatchObject({ category: "important", decidedBy: "rule_engine" });
    expect(answer).not.toHaveProperty("sourcesDisagree");
  });

  test("for Czechia the rules decide", async () => {
    for (const ico of Object.values(CZ)) expect((await check({ ico, country: "CZ" })).decidedBy).toBe("rule_engine");
  });

  test.each([
    ["only the register has the firm in scope", SK.registerOnly, "essential", "open_data_register"],
    ["only the rules have the firm in scope", SK.rulesOnly, "essential", "rule_engine"],
    [
      "both have it in scope and differ: the register's category stands",
      SK.bothInScope,
      "important",
      "open_data_register",
    ],
  ])("%s: sourcesDisagree is set and the answer is in scope", async (_case, ico, category, decidedBy) => {
    expect(await check({ ico, country: "SK" })).toMatchObject({ category, decidedBy, sourcesDisagree: true });
  });

  test("where neither has it in scope and they differ, the answer is unknown, not out of scope", async () => {
    expect(await check({ ico: SK.neither, country: "SK" })).toMatchObject({
      category: "unknown",
      unknownReason: "sources_disagree",
      sourcesDisagree: true,
    });
  });

  test("no firm on which the sources disagree is ever out of scope", async () => {
    const answers = await Promise.all(Object.values(SK).map((ico) => check({ ico, country: "SK" })));
    const disagreeing = answers.filter(({ sourcesDisagree }) => sourcesDisagree === true);
    expect(disagreeing).toHaveLength(4);
    for (const { category } of disagreeing) expect(category).not.toBe("out_of_scope");
  });
});

describe("one number in two countries", () => {
  test("without a country the Czech firm is the answer and the Slovak one is an alternative", async () => {
    const answer = await check({ ico: CZ.twin });
    expect(answer).toMatchObject({ country: "CZ", untrusted: { name: "Dvojče české" } });
    expect(answer.alternatives).toEqual([
      { ico: SK.twin, country: "SK", category: "out_of_scope", untrusted: { name: "Dvojča slovenské" } },
    ]);
  });

  test("with a country only that firm is the answer", async () => {
    expect(await check({ ico: SK.twin, country: "SK" })).toMatchObject({ country: "SK", alternatives: [] });
    expect(await check({ ico: CZ.twin, country: "CZ" })).toMatchObject({ country: "CZ", alternatives: [] });
  });

  test("without a country a number of one register is found in that one", async () => {
    expect(await check({ ico: SK.notInOpenData })).toMatchObject({ country: "SK", alternatives: [] });
    expect(await check({ ico: CZ.important })).toMatchObject({ country: "CZ", alternatives: [] });
  });
});

describe("a service that counts whatever the size", () => {
  test.each([
    ["qtsp", "essential"],
    ["tld-registry", "essential"],
    ["dns", "essential"],
    ["tsp", "important"],
  ])("%s makes a micro firm of another sector %s, and the trace says that it was stated", async (service, category) => {
    const answer = await check({ ico: CZ.small, country: "CZ", sizeIndependentService: service, locale: "en" });
    expect(answer).toMatchObject({ category, sizeIndependentService: service });
    expect(answer.trace.map(({ text }) => text).join(" ")).toMatch(/stated/);
  });

  test.each([
    ["no NACE code", CZ.noNace],
    ["no size", CZ.noSize],
  ])("decides for a firm with %s too", async (_case, ico) => {
    expect(await check({ ico, country: "CZ", sizeIndependentService: "dns" })).toMatchObject({ category: "essential" });
  });
});

describe("the answer", () => {
  test.each([
    ["sk", /pôsobnosti|subjekt/i, "Národný bezpečnostný úrad"],
    ["cs", /působnost|subjekt|povinnost/i, "Národní úřad"],
    ["en", /essential/i, "National Cyber"],
  ])("speaks %s, says that it is indicative and who decides", async (locale, headline, decider) => {
    const answer = await check({ ico: CZ.essential, country: "CZ", locale });
    expect(answer.headline).toMatch(headline);
    expect(answer.indicative).toBe(true);
    expect(answer.disclaimer).toContain(decider);
    expect(answer.authority.url).toMatch(/^https:\/\//);
  });

  test("is in Slovak when no language is named", async () => {
    const asked = { ico: CZ.essential, country: "CZ" };
    expect(await check(asked)).toEqual(await check({ ...asked, locale: "sk" }));
  });

  test("names NACE with its revision, the size with its source, and every fact's source with its day", async () => {
    const answer = await check({ ico: SK.notInOpenData, country: "SK", locale: "en" });
    expect(answer.nace).toMatchObject({ code: "35110", revision: "2", name: expect.stringMatching(/electricity/i) });
    expect(answer.size).toMatchObject({ category: "medium", employees: { min: 50, max: 99 } });
    expect(answer.size.source).toBe(answer.sources.find(({ facts }) => facts.includes("size"))?.name);
    for (const { name, url, retrievedAt } of answer.sources) {
      expect([name, url].join(" ")).toMatch(/\S+ https:\/\//);
      expect(retrievedAt).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
    expect(answer).toMatchObject({ isSample: false, dataAsOf: expect.stringMatching(/^2026-/) });
  });

  test("cites the law in every deciding step, and no text was withheld by the citation check", async () => {
    const answer = await check({ ico: CZ.essential, country: "CZ", locale: "en" });
    expect(answer.trace.flatMap(({ citations }) => citations).join(" ")).toContain("Directive (EU) 2022/2555");
    expect(answer.nextSteps.length).toBeGreaterThan(2);
    for (const country of ["CZ", "SK"] as const) {
      for (const ico of Object.values(country === "CZ" ? CZ : SK)) {
        for (const locale of ["sk", "cs", "en"]) {
          const { headline, reasoning, trace } = await check({ ico, country, locale });
          expect([headline, reasoning, ...trace.map(({ text }) => text)]).not.toContain(null);
        }
      }
    }
    expect(dosah.opened.citationsFailed()).toBe(0);
  });

  test("two equal questions get equal answers", async () => {
    expect(await check({ ico: CZ.essential })).toEqual(await check({ ico: CZ.essential }));
  });
});

test.each<[string, object, string, string]>([
  ["no ico", {}, "invalid_arguments", "ico"],
  ["five digits", { ico: "12345" }, "invalid_arguments", "ico"],
  ["nine digits", { ico: "123456789" }, "invalid_arguments", "ico"],
  ["a number whose check digit does not hold", { ico: 10007 }, "invalid_arguments", "ico"],
  ["another country", { ico: CZ.essential, country: "PL" }, "invalid_arguments", "country"],
  [
    "a service nobody knows",
    { ico: CZ.essential, sizeIndependentService: "cloud" },
    "invalid_arguments",
    "sizeIndependentService",
  ],
  ["another language", { ico: CZ.essential, locale: "de" }, "invalid_arguments", "locale"],
  ["an argument nobody knows", { ico: CZ.essential, contry: "CZ" }, "invalid_arguments", "country"],
])("%s is refused and the field is named", async (_case, args, code, field) => {
  const error = await check(args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ problem: { code, field } });
});

describe("a text whose citation is not confirmed", () => {
  async function checkWith(file: string, from: string, to: string) {
    const knowledge = loadKnowledge(editedKnowledge(file, from, to));
    const limiter = { take: () => ({ allowed: true, states: [] }) as const, close: async () => {} };
    const call = createCall({ ...dosah.opened.services, knowledge }, limiter);
    return (await call(nis2ScopeCheck, { ico: CZ.essential, country: "CZ" }, [], { address: null })).answer;
  }

  test.each([
    ["an article that does not exist", "čl. 99 smernice (EÚ) 2022/2555"],
    ["a section number without a named act", "§ 17 ods. 1"],
    ["a regulation outside the registry", "čl. 5 nariadenia (EÚ) 2022/2554"],
  ])("is not returned, and its field is null: %s", async (_case, citation) => {
    const before = dosah.opened.citationsFailed();
    const { trace, category } = await checkWith("nis2/trace.yaml", "sk: Firma", `sk: Podľa ${citation} platí. Firma`);
    expect(category).toBe("essential");
    expect(trace[0]).toMatchObject({ rule: "status", text: null });
    expect(trace.slice(1).map(({ text }) => text)).not.toContain(null);
    expect(dosah.opened.citationsFailed()).toBe(before + 1);
    expect(dosah.logged.at(-1)).toContain("a text was withheld");
  });

  test("does not take other languages with it", async () => {
    const { trace } = await checkWith(
      "nis2/trace.yaml",
      "cs: Firma",
      "cs: Podle čl. 99 směrnice (EU) 2022/2555. Firma",
    );
    expect(trace.map(({ text }) => text)).not.toContain(null);
  });
});
