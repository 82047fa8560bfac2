import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COUNTRIES } from "../../core/country.ts";
import type { NaceCode } from "../../core/nace.ts";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { loadNis2 } from "../../knowledge/nis2.ts";
import { decideScope } from "./decide-scope.ts";
import { explainScope, type FactsOrigin } from "./explain-scope.ts";
import { nothingKnown } from "./facts.ts";
import { acts, explain, type Firm, knowledge, today } from "./firm.fixture.ts";
import { reconcile } from "./reconcile.ts";

describe("the first sentence holds the answer", () => {
  test.each<[string, Firm, FactsOrigin, string, string | null]>([
    ["essential", { nace: "3513", staff: 900 }, "register", "Áno, ako kľúčový subjekt", null],
    ["important", { nace: "1051", staff: 900 }, "register", "Áno, ako dôležitý subjekt", null],
    ["important by typed facts", { nace: "1051", staff: 60 }, "typed", "Áno, ako dôležitý subjekt", null],
    ["no size", { nace: "3513" }, "register", "Nedá sa určiť: chýba veľkosť", null],
    ["no code", {}, "typed", "Nedá sa určiť: chýba činnosť", null],
    [
      "a large software house",
      { nace: "6201", staff: 600 },
      "register",
      "Podľa toho, čo vieme, nie",
      "Firma podľa údajov z registra pod NIS2 nespadá, ibaže poskytuje iným firmám riadené služby IT alebo cloudové služby.",
    ],
    [
      "a small software house",
      { nace: "6201", staff: 6 },
      "register",
      "Podľa toho, čo vieme, nie",
      "Firma podľa údajov z registra pod NIS2 nespadá, ibaže poskytuje iným firmám riadené služby IT alebo cloudové služby a zároveň je aspoň stredným podnikom.",
    ],
    [
      "too small",
      { nace: "3513", staff: 6 },
      "register",
      "Podľa toho, čo vieme, nie",
      "Firma podľa údajov z registra pod NIS2 nespadá, lebo nedosahuje potrebnú veľkosť: v sektore „Energetika“ NIS2 platí až pre stredné a veľké podniky.",
    ],
    [
      "ceased",
      { status: "ceased", ceasedOn: "2024-05-01" },
      "register",
      "Firma zanikla, povinnosti už nemá",
      "Firma pod NIS2 nespadá, lebo podľa registra zanikla 1. mája 2024.",
    ],
    [
      "a stated service",
      { sizeIndependentService: "qtsp" },
      "register",
      "Áno, ako kľúčový subjekt",
      "Ak firma naozaj poskytuje uvedenú službu (kvalifikovaná dôveryhodná služba), spadá pod NIS2 ako kľúčový subjekt.",
    ],
  ])("%s", (_case, firm, origin, headline, why) => {
    expect(explain(firm, "sk", origin)).toMatchObject({ headline, why });
  });

  test("English names managed and cloud services for a large software house", () => {
    expect(explain({ nace: "6210@2.1", staff: 600 }, "en").why).toContain("unless it runs managed or cloud services");
  });

  test("Czech uses the words of Czech law", () => {
    expect(explain({ country: "CZ", nace: "3513", staff: 900 }, "cs")).toMatchObject({
      headline: "Ano, jako základní subjekt",
      nationalRegime: { id: "higher", name: "režim vyšších povinností" },
      authority: { url: "https://portal.nukib.gov.cz" },
    });
  });
});

describe("the reasoning", () => {
  test("says that the result is a lower bound where accounts could lift it", () => {
    expect(explain({ nace: "3513", staff: 100 }).reasoning).toContain("preto je výsledok dolnou hranicou");
    expect(explain({ nace: "3513", staff: 900 }).reasoning).not.toContain("dolnou hranicou");
    expect(explain({ nace: "1051", staff: 900 }).reasoning).not.toContain("dolnou hranicou");
  });
  test("names the deciding code and that it is a secondary one", () => {
    expect(explain({ nace: "4120 2811", staff: 90 }).reasoning).toContain(
      "vedľajšia činnosť s kódom 28.11 (NACE Rev. 2)",
    );
  });
  test("names the Czech DNS threshold", () => {
    expect(explain({ country: "CZ", sizeIndependentService: "dns" }, "cs").reasoning).toContain("10 000 cizích domén");
  });
  test("says who contradicts whom", () => {
    const registerVerdict = { category: "essential", sector: "health", reason: null, updatedAt: "2026-11-01" } as const;
    expect(explain({ nace: "9602", staff: 5, registerVerdict }).reasoning).toContain("Zdroje sa nezhodujú");
    expect(explain({ nace: "9602", staff: 5, registerVerdict }).sector).toMatchObject({
      id: "health",
      name: "Zdravotníctvo",
    });
  });
  test("does not call a school out of scope on the way to unknown", () => {
    expect(explain({ nace: "8531", staff: 5, legalForm: "321" }).reasoning).not.toContain("je firma mimo pôsobnosti");
  });
});

describe("the next steps", () => {
  const steps = (firm: Firm) => explain(firm, "en").nextSteps;
  test("start with the notice to the authority", () => {
    expect(steps({ nace: "3513", staff: 900 })[0]).toMatchObject({
      conditional: false,
      citation: expect.stringContaining("§ 17(2)"),
    });
    expect(steps({ country: "CZ", nace: "3513", staff: 900 })[0]?.citation).toContain("§ 6(1)");
  });
  test("are conditional while the category is unknown: notice and incidents only", () => {
    const unknown = steps({ nace: "3513" });
    expect(unknown.length).toBeGreaterThan(3);
    expect(unknown.every(({ conditional }) => conditional)).toBe(true);
    expect(unknown.some(({ step }) => step.includes("fined"))).toBe(false);
  });
  test("are none when out of scope, and none without a national regime", () => {
    expect(steps({ nace: "9602", staff: 5 })).toEqual([]);
    expect(steps({ country: "CZ", nace: "5040", staff: 900 })).toEqual([]);
  });
  test("tell critical from other operators, higher from lower regime", () => {
    const text = (firm: Firm) =>
      steps(firm)
        .map(({ step }) => step)
        .join(" ");
    expect(text({ nace: "3513", staff: 900 })).toContain("EUR 10 million");
    expect(text({ nace: "3513", staff: 90 })).toContain("EUR 7 million");
    expect(text({ country: "CZ", nace: "3513", staff: 900 })).toContain("higher-obligations regime");
    expect(text({ country: "CZ", nace: "3513", staff: 90 })).toContain("CZK 175 million");
  });
  test("give a trust service provider 24 hours for what others do in 72", () => {
    const within = (firm: Firm) =>
      steps(firm)
        .map((step) => step.within ?? "")
        .join(" ");
    expect(within({ nace: "3513", staff: 900 })).toContain("72 hours");
    expect(within({ sizeIndependentService: "qtsp" })).not.toContain("72 hours of finding");
  });
  test("name the supervisor for banks and the implementing regulation for Czech digital providers", () => {
    expect(steps({ nace: "6419", staff: 900 }).some(({ step }) => step.includes("supervisor"))).toBe(true);
    const digital = (nace: string) =>
      steps({ country: "CZ", nace, staff: 900 }).some(({ step }) => step.includes("2024/2690"));
    expect([digital("6311"), digital("6202"), digital("6110"), digital("3513")]).toEqual([true, true, false, false]);
  });
});

test("the words are remembered: the same verdict gives the same frozen object", () => {
  const first = explain({ nace: "3513", staff: 900 });
  expect(explain({ nace: "3513", staff: 900 })).toBe(first);
  expect(explain({ nace: "3513", staff: 901 })).not.toBe(first);
  expect(explain({ nace: "3513", staff: 900 }, "cs")).not.toBe(first);
  expect(explain({ nace: "3513", staff: 900 }, "sk", "typed")).not.toBe(first);
  expect(() => first.trace.pop()).toThrow(TypeError);
  expect([first.nextSteps, first.nextSteps[0]].map(Object.isFrozen)).toEqual([true, true]);
});

test("remembering never mixes up two verdicts", () => {
  const code = fc.constantFrom("3513", "6201", "1051", "6110", "9602", "46", "8411", "2540", "5040");
  const firm = fc.record({
    country: fc.constantFrom(...COUNTRIES),
    nace: fc.array(code, { maxLength: 3 }).map((codes) => codes.join(" ")),
    staff: fc.constantFrom(5, 40, 100, 900),
    turnoverEur: fc.constantFrom(null, 1, 60_000_000),
    balanceSheetEur: fc.constantFrom(null, 1, 60_000_000),
    legalForm: fc.constantFrom(null, "801", "321", "331"),
  });
  const fresh = () => loadNis2(join(KNOWLEDGE_DIR, "nis2"), acts);
  fc.assert(
    fc.property(fc.array(firm, { minLength: 5, maxLength: 20 }), (firms) => {
      const cold = fresh();
      for (const { nace, staff, ...known } of firms) {
        const codes = nace
          .split(" ")
          .filter(Boolean)
          .map((digits): NaceCode => ({ code: digits, revision: "2" }));
        const facts = { ...nothingKnown(known.country), ...known, nace: codes, headcount: { min: staff, max: staff } };
        const verdict = reconcile(decideScope(facts, knowledge, today), null, facts.country);
        const warm = explainScope(verdict, facts, knowledge, acts, "en");
        expect(warm.missingFacts.map(({ fact }) => fact)).toEqual(verdict.missingFacts.map(({ id }) => id));
        expect(warm.trace.map(({ facts: shown }) => shown)).toEqual(verdict.trace.map(({ facts: shown }) => shown));
        expect(explainScope(verdict, facts, cold, acts, "en")).toEqual(warm);
      }
    }),
    { numRuns: 5 },
  );
});

describe("a firm of which the register states one activity outside the sectors", () => {
  test.each([
    ["sk", "Firma podľa jedinej činnosti v registri (68.20) pod NIS2 nespadá; iné činnosti register neuvádza."],
    ["cs", "Firma podle jediné činnosti v rejstříku (68.20) pod NIS2 nespadá; jiné činnosti rejstřík neuvádí."],
    [
      "en",
      "By the only activity in the register (68.20), the firm does not fall under NIS2; the register states no others.",
    ],
  ] as const)("reads that (%s)", (locale, sentence) => {
    expect(explain({ nace: "6820", staff: 300 }, locale).why).toBe(sentence);
  });
  test("several activities, or typed ones, are spoken of as before", () => {
    expect(explain({ nace: "6820 9602", staff: 300 }, "en").why).toContain("none of its known activities");
    expect(explain({ nace: "6820", staff: 300 }, "en", "typed").why).toContain("none of its known activities");
  });
});
