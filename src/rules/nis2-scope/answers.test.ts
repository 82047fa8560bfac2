import { describe, expect, test } from "vitest";
import type { Category } from "../../core/company.ts";
import { LOCALES } from "../../core/locale.ts";
import type { Answers, AnswerValue } from "./facts.ts";
import { decide, explain, type Firm, knowledge } from "./firm.fixture.ts";
import type { ScopeVerdict } from "./verdict.ts";

const isOpen = (firm: Firm, id: string) => decide(firm).missingFacts.some((fact) => fact.id === id);
const withAnswers = (firm: Firm, answers: Answers): Firm => ({ ...firm, answers: { ...firm.answers, ...answers } });

/** Firms for which a question is open only after another answer, or by their legal form or status. */
const SPECIAL: Readonly<Record<string, Firm>> = {
  wholeLegalPerson: { nace: "3511", staff: 10, legalForm: "421" },
  publicBodyKind: { nace: "8411", staff: 60 },
  skGraveDisruption: { nace: "8411", answers: { publicBodyKind: "regional" } },
  skPublicItBody: { nace: "8531", legalForm: "331", staff: 60 },
  status: { nace: "3511", staff: 300, status: "ceased" },
  czHeatLicence: { country: "CZ", nace: "3530", staff: 100, answers: { czHeatCapacity: 49.9 } },
  czPaymentKind: { country: "CZ", nace: "6619", staff: 100, answers: { czPaymentVolume: 600 } },
  czChargingStations: { country: "CZ", nace: "4730", staff: 100, answers: { "recharging-points": true } },
  czDnsDomains: { country: "CZ", sizeIndependentService: "dns" },
  czElectricityLicence: { country: "CZ", nace: "5510 3511", staff: 300 },
  czHumanMedicines: { country: "CZ", nace: "2120", staff: 300 },
  czManufacturing: { country: "CZ", nace: "2811 2512@2.1", staff: 300 },
  czSeaPort: { country: "CZ", nace: "5222", staff: 300 },
  czWaterShare: { country: "CZ", nace: "3600", staff: 100 },
  czSecurityArea: { country: "CZ", nace: "5223", staff: 100 },
  czConsumersOnly: { country: "CZ", nace: "6203", staff: 100 },
  exactActivity: { nace: "46", staff: 100 },
  nace: { staff: 300 },
  currentActivity: { nace: "1920", naceAsOf: [{ code: "1920", revision: "2", asOf: "2015-01-01" }], staff: 300 },
};

/** A firm for which the question is open. */
function firmAskedFor(id: string): Firm {
  const special = SPECIAL[id];
  if (special !== undefined) return special;
  const { country = "SK", nace } = knowledge.missingFactById.get(id) ?? {};
  const listed =
    nace === undefined ? ["6820", "3511", "4941"] : [...nace["2"], ...nace["2.1"].map((code) => `${code}@2.1`)];
  const codes = [...listed, ...listed.map((code) => `6820${code.endsWith("@2.1") ? "@2.1" : ""} ${code}`)];
  const firms = codes.flatMap((code) =>
    [10, 100, 300, undefined].map(
      (staff): Firm => ({ country, nace: code, ...(staff === undefined ? {} : { staff }) }),
    ),
  );
  const found = firms.find((firm) => isOpen(firm, id));
  if (found === undefined) throw new Error(`no firm is asked for ${id}`);
  return found;
}

/** A value of the question that a case fits, and one that none fits. */
function sidesOf(id: string): { readonly yes: AnswerValue; readonly no: AnswerValue } {
  const entry = knowledge.answers.get(id);
  const control = entry?.control;
  if (control?.kind === "boolean") return { yes: true, no: false };
  if (control?.kind === "number") {
    const line = entry?.cases.find(({ atLeast, over }) => atLeast !== undefined || over !== undefined);
    return { yes: line?.atLeast ?? (line?.over ?? 0) + 1, no: 0 };
  }
  const first = entry?.cases.find(({ category }) => category !== undefined);
  if (control?.kind === "list") return { yes: first?.anyOf ?? [], no: [] };
  const no =
    {
      publicBodyKind: "none",
      skFormerOperator: "no",
      czMilitaryMaterial: "no",
      status: "ended",
      czPaymentKind: "payment",
    }[id] ?? "none";
  return { yes: id === "status" ? "active" : (first?.when ?? ""), no };
}

/** Keys that answer a question: its own, or those of its parts. */
function keysOf(id: string): readonly string[] {
  const control = knowledge.answers.get(id)?.control;
  return control?.kind === "parts" ? control.parts : [id];
}

const answersTo = (id: string, side: "yes" | "no"): Answers =>
  Object.fromEntries(keysOf(id).map((key) => [key, sidesOf(key)[side]]));

const byAnswer = knowledge.missingFacts
  .map(({ id }) => id)
  .filter((id) => knowledge.answers.get(id)?.control.kind !== "field");

describe("every question is open for some firm, and its answer settles it", () => {
  test.each(byAnswer)("%s", (id) => {
    const firm = firmAskedFor(id);
    const before = decide(firm);
    const asked = before.missingFacts.find((fact) => fact.id === id);
    expect(asked).toBeDefined();
    const yes = decide(withAnswers(firm, answersTo(id, "yes")));
    const no = decide(withAnswers(firm, answersTo(id, "no")));
    for (const after of [yes, no]) expect(after.missingFacts.map((fact) => fact.id)).not.toContain(id);
    const isOther = (after: ScopeVerdict) => after.category !== before.category || after.regimeId !== before.regimeId;
    const couldBecome: readonly Category[] = asked?.couldBecome ?? [];
    // Where the size is open as well, an answer alone may leave the category open.
    for (const after of [yes, no]) {
      if (after.category !== before.category && after.category !== "unknown")
        expect(couldBecome).toContain(after.category);
    }
    // A question of the regime alone changes no category.
    if (couldBecome.length === 0) {
      expect([yes.category, no.category]).toEqual([before.category, before.category]);
      expect([yes, no].some((after) => isOther(after))).toBe(true);
    }
    for (const after of [yes, no]) {
      const effects = after.answered.filter((one) => keysOf(id).includes(one.id)).map(({ effect }) => effect);
      expect(effects.some((effect) => effect !== "no_change")).toBe(true);
    }
  });
});

describe("every hint is open for some firm: yes makes the code count, no removes it, and silence keeps it", () => {
  test.each([...knowledge.weakActivities.values()].map(({ id, untilAnswered }) => [id, untilAnswered] as const))(
    "%s",
    (id, until) => {
      const row = [...knowledge.naceMap["2"].values(), ...knowledge.naceMap["2.1"].values()].find(
        ({ hint }) => hint === id,
      );
      const firm: Firm = { nace: `${row?.digits}@${row?.revision}`, staff: 300 };
      const before = decide(firm);
      expect(before.missingFacts.map((fact) => fact.id)).toContain(id);
      const yes = decide(withAnswers(firm, { [id]: true }));
      const no = decide(withAnswers(firm, { [id]: false }));
      const inScope = row?.annex === "I" ? "essential" : "important";
      const [counted, left] = until === "in_scope" ? [no, yes] : [yes, no];
      expect([counted.category, left.category]).toEqual([inScope, "out_of_scope"]);
      expect(counted.sectorId).toBe(row?.sectorId);
      for (const after of [yes, no]) expect(after.missingFacts.map((fact) => fact.id)).not.toContain(id);
      expect(counted.trace.some(({ rule, outcome }) => rule === "answer" && outcome === "counts")).toBe(true);
      // A medium firm of Annex I is important, a small one out of scope.
      const medium = decide(withAnswers({ ...firm, staff: 100 }, { [id]: until !== "in_scope" }));
      expect(medium.category).toBe(row?.sizeRule === "any-size" ? "essential" : "important");
    },
  );
});

describe("each number just below, at and above its line", () => {
  const power: Firm = { country: "CZ", nace: "3511", staff: 10 };
  test.each<[string, Firm, string, number, Category]>([
    ["99.9 MW", power, "czElectricityCapacity", 99.9, "out_of_scope"],
    ["100 MW", power, "czElectricityCapacity", 100, "essential"],
    ["100.1 MW", power, "czElectricityCapacity", 100.1, "essential"],
    ["89 999 supply points", { ...power, nace: "3513" }, "czElectricityNetwork", 89_999, "out_of_scope"],
    ["90 000 supply points", { ...power, nace: "3513" }, "czElectricityNetwork", 90_000, "essential"],
    ["999.9 MW of gas", { ...power, nace: "3522" }, "czGasNetwork", 999.9, "out_of_scope"],
    ["1 000 MW of gas", { ...power, nace: "3522" }, "czGasNetwork", 1_000, "essential"],
    ["49.9 MW of heat", { ...power, nace: "3530" }, "czHeatCapacity", 49.9, "out_of_scope"],
    ["50 MW of heat", { ...power, nace: "3530" }, "czHeatCapacity", 50, "essential"],
    ["99 filling stations", { ...power, nace: "4730" }, "czFillingStations", 99, "out_of_scope"],
    ["100 filling stations", { ...power, nace: "4730" }, "czFillingStations", 100, "important"],
    ["100 000 domains", { ...power, nace: "6209" }, "czDomainRegistrar", 100_000, "out_of_scope"],
    ["100 001 domains", { ...power, nace: "6209" }, "czDomainRegistrar", 100_001, "important"],
    ["349 999 SIM cards", { ...power, nace: "6110" }, "simCards", 349_999, "important"],
    ["350 000 SIM cards", { ...power, nace: "6110" }, "simCards", 350_000, "essential"],
    ["99 999 fixed lines", { ...power, nace: "6110" }, "fixedLines", 99_999, "important"],
    ["100 000 fixed lines", { ...power, nace: "6110" }, "fixedLines", 100_000, "essential"],
    ["CZK 1 000 bn", { ...power, nace: "6619" }, "czPaymentVolume", 1_000, "out_of_scope"],
    ["CZK 1 000.1 bn", { ...power, nace: "6619" }, "czPaymentVolume", 1_000.1, "essential"],
    ["4.9 % of waste", { country: "CZ", nace: "4941 3811", staff: 100 }, "czWasteShare", 4.9, "out_of_scope"],
    ["5 % of waste", { country: "CZ", nace: "4941 3811", staff: 100 }, "czWasteShare", 5, "important"],
  ])("%s", (_name, firm, key, value, category) => {
    expect(decide(withAnswers(firm, { [key]: value })).category).toBe(category);
  });

  test.each<[string, Firm, string, AnswerValue, string]>([
    ["4.9 % of water", { country: "CZ", nace: "3600", staff: 100 }, "czWaterShare", 4.9, "none"],
    ["5 % of water", { country: "CZ", nace: "3600", staff: 100 }, "czWaterShare", 5, "lower"],
    ["10 000 domains of others", { country: "CZ", sizeIndependentService: "dns" }, "czDnsDomains", 10_000, "none"],
    ["10 001 domains of others", { country: "CZ", sizeIndependentService: "dns" }, "czDnsDomains", 10_001, "higher"],
    ["public recursion", { country: "CZ", sizeIndependentService: "dns" }, "czDnsDomains", "recursive", "higher"],
    ["managed services to consumers", { country: "CZ", nace: "6203", staff: 300 }, "czConsumersOnly", true, "none"],
    [
      "an airport without a security area",
      { country: "CZ", nace: "5223", staff: 300 },
      "czSecurityArea",
      false,
      "none",
    ],
  ])("%s: the category of the directive stays, the Czech regime is %s", (_name, firm, key, value, regime) => {
    const after = decide(withAnswers(firm, { [key]: value }));
    expect(after.category).toBe(decide(firm).category);
    expect(after.regimeId).toBe(regime);
  });
});

describe("public bodies by their kind", () => {
  test.each<[string, Firm, Category]>([
    ["a Slovak central body", { nace: "8411", answers: { publicBodyKind: "central" } }, "essential"],
    [
      "a Slovak town that could gravely disrupt",
      { nace: "8411", answers: { publicBodyKind: "regional", skGraveDisruption: true } },
      "important",
    ],
    [
      "one that could not and runs public IT",
      { nace: "8411", answers: { publicBodyKind: "regional", skGraveDisruption: false, skPublicItBody: true } },
      "important",
    ],
    [
      "one that could not and runs none",
      {
        nace: "8411",
        staff: 60,
        answers: { publicBodyKind: "regional", skGraveDisruption: false, skPublicItBody: false },
      },
      "out_of_scope",
    ],
    [
      "a Slovak school that runs public IT",
      { nace: "8531", legalForm: "331", staff: 60, answers: { skPublicItBody: true } },
      "important",
    ],
    [
      "a Czech region",
      { country: "CZ", nace: "8411", legalForm: "804", answers: { publicBodyKind: "listI" } },
      "essential",
    ],
    ["a Czech university", { country: "CZ", nace: "8542", answers: { publicBodyKind: "listII" } }, "important"],
    [
      "a Czech municipality with a power plant",
      { country: "CZ", nace: "8411 3511", legalForm: "801", staff: 300, answers: { publicBodyKind: "municipality" } },
      "out_of_scope",
    ],
    [
      "a Czech contributory organisation that is a hospital",
      { country: "CZ", nace: "8411 8610", staff: 300, answers: { publicBodyKind: "other" } },
      "essential",
    ],
  ])("%s", (_name, firm, category) => {
    expect(decide(firm).category).toBe(category);
  });
});

describe("stated services", () => {
  test.each<[string, Firm, Category, string | null]>([
    ["count without a code", { does: "16.13", staff: 60 }, "important", "ict-service-management"],
    ["and a large one is essential", { does: "16.13", staff: 300 }, "essential", "ict-service-management"],
    ["a small one is out of scope", { does: "16.13", staff: 10 }, "out_of_scope", "ict-service-management"],
    ["of any size by Czech law only", { country: "CZ", does: "2.2", staff: 10 }, "essential", "energy"],
    ["that Slovak law judges by size", { does: "2.2", staff: 10 }, "out_of_scope", "energy"],
    ["that only Czech law knows", { country: "CZ", does: "21.1", staff: 60 }, "important", null],
    ["of the same at 10 people", { country: "CZ", does: "21.1", staff: 10 }, "out_of_scope", null],
    ["DNS at any size", { does: "16.4", staff: 1 }, "essential", "digital-infrastructure"],
    ["trust services that need not be qualified", { does: "16.12", staff: 1 }, "important", "digital-infrastructure"],
  ])("%s", (_name, firm, category, sector) => {
    expect(decide(firm)).toMatchObject({ category, sectorId: sector });
  });

  test("lead to their own questions", () => {
    expect(isOpen({ country: "CZ", does: "2.1", staff: 10 }, "czElectricityCapacity")).toBe(true);
    expect(isOpen({ country: "CZ", does: "9.4", staff: 100 }, "czChemicalSite")).toBe(true);
    expect(isOpen({ does: "11.1", staff: 100 }, "wastePrincipalActivity")).toBe(true);
    expect(isOpen({ does: "16.12", staff: 10 }, "sizeIndependentService")).toBe(true);
    expect(isOpen({ country: "CZ", does: "2.9", staff: 300 }, "czChargingStations")).toBe(true);
  });

  test("are judged by their own conditions, not by those of another service with the same typical code", () => {
    expect(decide({ country: "CZ", does: "18.8", staff: 300 }).regimeId).toBe("lower");
    const refusals: readonly (readonly [string, NonNullable<Firm["answers"]>, string])[] = [
      ["2.7", { czElectricityLicence: false }, "higher"],
      ["2.9", { czChargingStations: 49 }, "none"],
      ["5.1", { czHeatCapacity: 10, czHeatLicence: false }, "none"],
      ["5.2", { czHeatCapacity: 10, czHeatLicence: false }, "higher"],
      ["12.2", { czSecurityArea: false }, "none"],
      ["12.4", { czSecurityArea: false }, "higher"],
      ["18.8", { czHumanMedicines: false }, "lower"],
    ];
    for (const [does, answers, regime] of refusals)
      expect(decide({ country: "CZ", does, staff: 300, answers }).regimeId, does).toBe(regime);
  });

  test("carry no remark about another service with the same typical code", () => {
    for (const country of ["SK", "CZ"] as const) {
      const telecom = `${country.toLowerCase()}Telecom`;
      expect(decide({ country, does: "16.1", staff: 60 }).remarks).toContain(telecom);
      for (const does of ["16.3", "22.1"]) expect(decide({ country, does, staff: 60 }).remarks).not.toContain(telecom);
    }
    expect(decide({ does: "16.3", staff: 60 }).remarks).toContain("skHosting");
  });
});

describe("grounds of the directive", () => {
  test("a critical entity is essential whatever its codes and size, also where it is not asked", () => {
    for (const firm of [{ nace: "4711", staff: 5 }, { nace: "4711" }, {}, { nace: "8411" }] as const) {
      expect(decide({ ...firm, answers: { skCriticalEntity: true } }).category).toBe("essential");
    }
    expect(isOpen({ nace: "4711", staff: 5 }, "skCriticalEntity")).toBe(false);
    expect(decide({ country: "CZ", nace: "4711", staff: 5, answers: { skCriticalEntity: true } }).category).toBe(
      "out_of_scope",
    );
    expect(decide({ nace: "4711", staff: 5, answers: { skEconomicMobilisation: true } }).category).toBe("out_of_scope");
  });

  test.each<[string, Firm, string]>([
    ["a Slovak critical entity", { nace: "8610", staff: 5, answers: { skCriticalEntity: true } }, "decides"],
    ["a Czech one", { country: "CZ", nace: "4711", answers: { czCriticalInfrastructure: true } }, "decides"],
    ["a sole provider", { nace: "8610", staff: 5, answers: { skSoleProvider: true } }, "decides"],
    ["a ministry", { nace: "8411", answers: { publicBodyKind: "central" } }, "decides"],
    [
      "economic mobilisation",
      { nace: "8610", staff: 5, answers: { skEconomicMobilisation: true } },
      "decides_nationally",
    ],
    ["an old operator", { nace: "4711", staff: 5, answers: { skFormerOperator: "pzs" } }, "decides_nationally"],
    [
      "a power plant",
      { country: "CZ", nace: "3511", staff: 5, answers: { czElectricityCapacity: 120 } },
      "decides_nationally",
    ],
  ])("are not said to be of national law only: %s", (_name, firm, outcome) => {
    expect(decide(firm).trace.filter(({ rule }) => rule === "answer")).toMatchObject([{ outcome }]);
  });
});

describe("the group", () => {
  const linked = (employees: number, more = {}) => ({ linked: [{ employees, ...more }], partners: [] });
  test("40 people and 300 linked make a large firm", () => {
    const verdict = decide({ nace: "3511", staff: 40, group: linked(300) });
    expect(verdict).toMatchObject({ category: "essential", sizeCategory: "large", sizeBasis: "group" });
  });
  test("in Czechia enterprises with separate technical assets are left out", () => {
    const group = linked(300, { separateAssets: true, turnoverEur: 1, balanceSheetEur: 1 });
    expect(decide({ country: "CZ", nace: "3511", staff: 40, group }).sizeCategory).toBe("small");
    expect(decide({ country: "SK", nace: "3511", staff: 40, group }).sizeCategory).toBe("large");
  });
  test("no group closes the question", () => {
    expect(isOpen({ nace: "3511", staff: 40 }, "linkedEnterprises")).toBe(true);
    expect(isOpen({ nace: "3511", staff: 40, answers: { linkedEnterprises: false } }, "linkedEnterprises")).toBe(false);
  });
});

test("an answer that plays no part is accepted and named so", () => {
  expect(decide({ nace: "6820", staff: 10, answers: { skSoleProvider: true } })).toMatchObject({
    category: "out_of_scope",
    answered: [{ id: "skSoleProvider", value: true, effect: "no_change" }],
  });
});

test("an answer says what it did", () => {
  const firm: Firm = { country: "CZ", nace: "3511", staff: 10 };
  const effects = (answers: Answers) => decide(withAnswers(firm, answers)).answered.map(({ effect }) => effect);
  expect(effects({ czElectricityCapacity: 120 })).toEqual(["decided"]);
  expect(effects({ czElectricityCapacity: 1, czDesignation: false })).toEqual(["excluded", "excluded"]);
});

test("the verdict repeats the figure and says that national law alone decides", () => {
  for (const locale of LOCALES) {
    const { reasoning } = explain(
      { country: "CZ", nace: "3511", staff: 10, answers: { czElectricityCapacity: 120 } },
      locale,
      "typed",
    );
    expect(reasoning).toContain("120 MW");
    expect(reasoning).not.toMatch(/[{}]|undefined/);
  }
});

describe("a ground that needs a sector", () => {
  const supplier: Answers = { skThirdParty: true, skEconomicMobilisation: true };

  test("says nothing while the activity may turn out to be in none", () => {
    const firm: Firm = { nace: "5221 951@2.1", staff: 60, answers: supplier };
    expect(isOpen(firm, "rail-or-road-traffic")).toBe(true);
    expect(decide(withAnswers(firm, { "rail-or-road-traffic": true })).category).toBe("essential");
    expect(decide(withAnswers(firm, { "rail-or-road-traffic": false })).category).toBe("important");
  });

  test("has a hinted activity asked about, although the activity alone would change nothing", () => {
    const former: Answers = { skFormerOperator: "dsp", skEconomicMobilisation: true };
    const firm: Firm = { nace: "6619", staff: 60, answers: former };
    expect(decide(firm).category).toBe("important");
    expect(isOpen(firm, "central-counterparty")).toBe(true);
    expect(decide(withAnswers(firm, { "central-counterparty": true })).category).toBe("essential");
    expect(isOpen({ ...firm, answers: { skFormerOperator: "dsp" } }, "central-counterparty")).toBe(false);
  });
});

describe("yes, in a group, without its figures", () => {
  const yes = { linkedEnterprises: true };
  const effectOf = (firm: Firm) => {
    const verdict = decide({ ...firm, answers: yes });
    const { category, unknownReason, missingFacts, answered } = verdict;
    return [category, unknownReason, missingFacts[0]?.id === "linkedEnterprises", answered[0]?.effect];
  };

  test.each<[string, Firm, (string | boolean | null | undefined)[]]>([
    [
      "a small firm of a sector is not determined",
      { nace: "3511", staff: 20 },
      ["unknown", "size_undetermined", true, "open"],
    ],
    ["a medium firm of annex I is important at least", { nace: "3511", staff: 60 }, ["important", null, true, "open"]],
    ["a medium firm of annex II stays important", { nace: "1051", staff: 60 }, ["important", null, false, "no_change"]],
    ["a large firm stays essential", { nace: "3511", staff: 300 }, ["essential", null, false, "no_change"]],
    ["a firm of no sector stays out", { nace: "9602", staff: 20 }, ["out_of_scope", null, false, "no_change"]],
  ])("%s", (_case, firm, expected) => {
    expect(effectOf(firm)).toEqual(expected);
  });

  test("never puts a firm out of scope, and never makes the answer milder", () => {
    for (const nace of ["3511", "1051", "9602", "6201", "8610", "3811"]) {
      for (const staff of [5, 49.6, 50, 249, 250]) {
        const [without, said] = [decide({ nace, staff }), decide({ nace, staff, answers: yes })];
        if (said.category === "out_of_scope")
          expect([nace, staff, without.category]).toEqual([nace, staff, "out_of_scope"]);
        if (without.category !== "out_of_scope")
          expect([nace, staff, said.category]).toEqual([nace, staff, without.category]);
      }
    }
  });
});

describe("yes to a question of a figure, without the figure", () => {
  const power: Firm = { country: "CZ", nace: "3511" };
  const said = (firm: Firm, answers: Answers) => {
    const { category, unknownReason, missingFacts, answered } = decide({ ...firm, answers });
    return [category, unknownReason, missingFacts[0]?.id, answered[0]?.effect];
  };

  test.each<[string, Firm, Answers, (string | null | undefined)[]]>([
    [
      "a small plant is not determined",
      { ...power, staff: 10 },
      { czElectricityCapacity: true },
      ["unknown", "activity_undetermined", "czElectricityCapacity", "open"],
    ],
    [
      "a medium plant is important at least",
      { ...power, staff: 60 },
      { czElectricityCapacity: true },
      ["important", null, "czElectricityCapacity", "open"],
    ],
    [
      "a count brings in a firm of no sector",
      { country: "CZ", nace: "4730", staff: 10 },
      { czFillingStations: true },
      ["unknown", "activity_undetermined", "czFillingStations", "open"],
    ],
    [
      "a part asks for the whole question",
      { country: "CZ", nace: "6120", staff: 10 },
      { simCards: true },
      ["important", null, "czTelecomLines", "open"],
    ],
    [
      "a yes to the whole question asks for its parts",
      { country: "CZ", nace: "6120", staff: 10 },
      { czTelecomLines: true },
      ["important", null, "czTelecomLines", "open"],
    ],
    [
      "the staff of the whole foreign person is a figure of size",
      { country: "CZ", nace: "3511", staff: 10, legalForm: "421" },
      { wholeLegalPerson: true },
      ["unknown", "size_undetermined", "wholeLegalPerson", "open"],
    ],
  ])("%s", (_case, firm, answers, expected) => {
    expect(said(firm, answers)).toEqual(expected);
  });

  test.each<[string, Firm, Answers]>([
    ["a large plant stays essential", { ...power, staff: 300 }, { czElectricityCapacity: true }],
    ["a figure of another field", { ...power, staff: 60 }, { czFillingStations: true }],
  ])("%s: nothing changes", (_case, firm, answers) => {
    const verdict = decide({ ...firm, answers });
    expect(verdict.answered[0]?.effect).toBe("no_change");
    expect(verdict.category).toBe(decide(firm).category);
  });

  test("the figure afterwards decides as if it alone had been stated", () => {
    const firm: Firm = { ...power, staff: 10 };
    expect(decide({ ...firm, answers: { czElectricityCapacity: true } }).missingFacts[0]?.couldBecome).toEqual([
      "essential",
      "out_of_scope",
    ]);
    expect(decide({ ...firm, answers: { czElectricityCapacity: 100 } }).category).toBe("essential");
    expect(decide({ ...firm, answers: { czElectricityCapacity: 99.9 } }).category).toBe("out_of_scope");
  });
});
