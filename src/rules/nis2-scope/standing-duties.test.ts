import { describe, expect, test } from "vitest";
import { COUNTRIES, type Country } from "../../core/country.ts";
import { LOCALES } from "../../core/locale.ts";
import type { NextStep } from "../../knowledge/nis2.ts";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { confirmText } from "../citations/check.ts";
import { decideScope } from "./decide-scope.ts";
import { explainScope } from "./explain-scope.ts";
import { nothingKnown, type ScopeFacts } from "./facts.ts";
import { reconcile } from "./reconcile.ts";

const { acts, nis2: knowledge } = shipped;
const byId = new Map(knowledge.nextSteps.map((step) => [step.id, step]));

function explain(country: Country, nace: string, staff: number, more: Partial<ScopeFacts> = {}) {
  const facts: ScopeFacts = {
    ...nothingKnown(country),
    nace: nace === "" ? [] : [{ code: nace, revision: "2" }],
    headcount: { min: staff, max: staff },
    ...more,
  };
  const verdict = reconcile(decideScope(facts, knowledge, "2026-11-20"), null, country);
  return explainScope(verdict, facts, knowledge, acts, "en");
}

/** The ids of the steps that a firm gets, found by their words. */
function idsOf(...firm: Parameters<typeof explain>): string[] {
  const country = firm[0];
  const texts = new Map(
    knowledge.nextSteps.filter((step) => step.country === country).map((step) => [step.step.en, step.id]),
  );
  const shown = explain(...firm).nextSteps.map(({ step }) => step);
  return [...texts].flatMap(([text, id]) => (shown.some((step) => sameWords(step, text)) ? [id] : []));
}

/** A text with references stands for its written-out form: the words before the first brace must be the same. */
function sameWords(shown: string, text: string): boolean {
  const [start = ""] = text.split("{");
  return shown.startsWith(start) && (start !== text || shown === text);
}

/** What a compliance officer once missed, by subject; each entry is a step, with the section that it must cite. */
const SUBJECTS: readonly (readonly [string, string, readonly string[]])[] = [
  ["audit periods", "czAudit", ["cz-409-2025 16(4)", "cz-409-2025 16(5)"]],
  ["audit periods", "czOverview", ["cz-410-2025 3(2)(b)"]],
  ["liability of persons", "skBan", ["sk-69-2018 29j(4)"]],
  ["liability of persons", "skPersonFine", ["sk-69-2018 30(2)"]],
  ["liability of persons", "czBan", ["cz-264-2025 58(1)"]],
  ["liability of persons", "czFineBan", ["cz-264-2025 60(1)(h)", "cz-264-2025 60(7)(d)"]],
  ["fines", "skFineOther", ["sk-69-2018 31(1)(d)", "sk-69-2018 31(1)(g)"]],
  ["fines", "skFineDaily", ["sk-69-2018 29j(2)"]],
  ["fines", "skPenalOrder", ["sk-69-2018 29l(2)"]],
  ["fines", "skFineTerms", ["sk-69-2018 31(13)", "sk-69-2018 31(17)"]],
  ["fines", "skFineCooperation", ["sk-69-2018 31(7)(b)", "sk-69-2018 29n(1)"]],
  ["fines", "skFineDomainData", ["sk-69-2018 31(6)"]],
  ["fines", "czFineHigherOther", ["cz-264-2025 59(4)(c)", "cz-264-2025 59(4)(d)"]],
  ["fines", "czFineLowerOther", ["cz-264-2025 59(4)(d)", "cz-264-2025 59(4)(e)"]],
  ["fines", "czFineCooperation", ["cz-264-2025 60(7)(c)"]],
  ["fines", "czFineCoercive", ["cz-264-2025 63(2)"]],
  ["roles", "skManager", ["sk-69-2018 20(4)(a)"]],
  ["roles", "skContactPerson", ["sk-69-2018 20(4)(e)"]],
  ["roles", "skResponsiblePersons", ["sk-69-2018 20(4)(h)"]],
  ["roles", "czRoles", ["cz-409-2025 5(1)(a)", "cz-409-2025 5(2)", "cz-409-2025 5(4)(a)"]],
  ["roles", "czCommittee", ["cz-409-2025 4(3)(c)"]],
  ["roles", "czNamedPerson", ["cz-410-2025 4(a)"]],
  ["scope of management", "czScope", ["cz-264-2025 12(2)"]],
  ["scope of management", "czPortalOnly", ["cz-264-2025 45(2)"]],
  ["suppliers", "skContracts", ["sk-69-2018 19(2)", "sk-69-2018 19(3)"]],
  ["suppliers", "skContractContent", ["sk-227-2025 7(2)"]],
  ["suppliers", "skOldContracts", ["sk-227-2025 8"]],
  ["suppliers", "skPoliticalRisk", ["sk-69-2018 20(5)"]],
  ["suppliers", "skProductBan", ["sk-69-2018 27a(4)"]],
  ["suppliers", "czContracts", ["cz-264-2025 13(5)", "cz-409-2025 annex 5"]],
  ["suppliers", "czContractsLower", ["cz-264-2025 13(5)", "cz-410-2025 annex 2"]],
  ["suppliers", "czStrategicSuppliers", ["cz-264-2025 29(1)", "cz-264-2025 31(1)"]],
  ["suppliers", "czStrategicAvailability", ["cz-264-2025 33(1)"]],
  ["registration data", "skDigitalData", ["sk-69-2018 21(3)"]],
  ["registration data", "skStatutoryBody", ["sk-69-2018 19(6)(i)"]],
  ["registration data", "skEarlyInformation", ["sk-69-2018 19(6)(h)"]],
  ["registration data", "czContactContent", ["cz-334-2025 3(3)", "cz-334-2025 3(4)"]],
  ["users and countermeasures", "skInformThirdParty", ["sk-69-2018 19(4)"]],
  ["users and countermeasures", "czInformUsers", ["cz-264-2025 19(1)"]],
  ["users and countermeasures", "czInformUsersThreat", ["cz-264-2025 19(2)"]],
  ["users and countermeasures", "czCountermeasures", ["cz-264-2025 22(1)", "cz-264-2025 23(6)"]],
  ["sector authorities", "skSectorAuthority", ["sk-69-2018 4(b)", "sk-69-2018 33(4)"]],
  ["sector authorities", "czSupervision", ["cz-264-2025 55"]],
  ["the end", "skDeletion", ["sk-69-2018 17(7)"]],
  ["the end", "czDeregistration", ["cz-264-2025 10(2)"]],
  ["the end", "czTransition", ["cz-264-2025 71(1)"]],
  ["main establishment elsewhere", "skMainEstablishment", ["sk-69-2018 2(2)(a)"]],
  ["main establishment elsewhere", "skRepresentative", ["sk-69-2018 21(1)"]],
  ["main establishment elsewhere", "czMainEstablishment", ["cz-264-2025 18(3)", "cz-264-2025 54(3)"]],
  ["main establishment elsewhere", "czRepresentative", ["cz-264-2025 67(1)"]],
];

describe("what a compliance officer has to know stands in the steps, cited", () => {
  test.each(SUBJECTS)("%s: %s", (_subject, id, citations) => {
    expect(byId.get(id)?.citations).toEqual(expect.arrayContaining([...citations]));
  });
});

describe("who gets which duty", () => {
  const telecom = ["6110", 300] as const;
  test.each<[string, Parameters<typeof explain>, string[], string[]]>([
    [
      "a Slovak critical operator: roles, ban, all fines",
      ["SK", "3513", 300],
      ["skManager", "skContactPerson", "skContracts", "skBan", "skFineDaily", "skPersonFine", "skDeletion"],
      ["skDigitalData", "skMainEstablishment", "skFineDomainData"],
    ],
    [
      "a Slovak operator that is not critical: no ban",
      ["SK", "3513", 60],
      ["skManager", "skFineDaily", "skPenalOrder"],
      ["skBan"],
    ],
    [
      "a Slovak bank: no contracts by this act, roles are its own step",
      ["SK", "6419", 300],
      ["skBan", "skSectorAuthority", "skDeletion"],
      ["skContracts", "skManager", "skReactiveMeasure"],
    ],
    [
      "a Slovak cloud provider: its own regulation in place of the roles",
      ["SK", "6311", 300],
      ["skDigitalData", "skMainEstablishment", "skRepresentative", "skContracts"],
      ["skManager", "skPoliticalRisk"],
    ],
    [
      "a Slovak telecom operator keeps the roles and reports once",
      ["SK", ...telecom],
      ["skManager", "skTelecomReport"],
      ["skDigitalData", "skMainEstablishment"],
    ],
    [
      "a Slovak trust service keeps the roles",
      ["SK", "", 10, { sizeIndependentService: "qtsp" }],
      ["skManager"],
      ["skDigitalData", "skMainEstablishment"],
    ],
    [
      "a Slovak domain registry answers for its records",
      ["SK", "", 10, { sizeIndependentService: "tld-registry" }],
      ["skFineDomainData", "skManager"],
      [],
    ],
    [
      "a Czech firm of the higher regime: four roles, committee, audit, ban",
      ["CZ", "3513", 300],
      ["czRoles", "czCommittee", "czAudit", "czContracts", "czBan", "czFineHigherOther", "czScope", "czPortalOutage"],
      ["czNamedPerson", "czOverview", "czFineLowerOther", "czMainEstablishment", "czPortalOutageLower"],
    ],
    [
      "a Czech firm of the lower regime: one person, yearly overview, no ban",
      ["CZ", "3513", 60],
      ["czNamedPerson", "czOverview", "czContractsLower", "czSignificance", "czFineLowerOther", "czDeregistration"],
      ["czRoles", "czCommittee", "czAudit", "czBan", "czFineBan"],
    ],
    [
      "a Czech cloud provider: main establishment, no decree",
      ["CZ", "6311", 300],
      ["czMainEstablishment", "czRepresentative", "czScope"],
      ["czRoles", "czAudit", "czContracts", "czRegistrarData"],
    ],
    [
      "a Czech trust service: the rule on other Member States leaves it out",
      ["CZ", "", 10, { sizeIndependentService: "qtsp" }],
      ["czPortalOnly"],
      ["czMainEstablishment", "czRepresentative"],
    ],
    [
      "a Czech trust service of the lower regime reports like any other firm, so the decree says what is significant",
      ["CZ", "", 10, { sizeIndependentService: "tsp" }],
      ["czIncidentsLower", "czSignificance"],
      ["czRoles", "czNamedPerson", "czMainEstablishment"],
    ],
    [
      "a Czech digital provider of the lower regime: the Commission's regulation says what is significant",
      ["CZ", "6311", 60],
      ["czIncidentsDigital"],
      ["czIncidentsLower", "czSignificance"],
    ],
    [
      "a Czech bank: registration and its fines only",
      ["CZ", "6419", 300],
      ["czPortalOnly", "czContactContent", "czFineHigherOther"],
      ["czScope", "czRoles", "czInformUsers", "czSupervision", "czBan"],
    ],
    ["a Czech telecom operator keeps the decree and ČTÚ", ["CZ", ...telecom], ["czRoles", "czTelecomReport"], []],
  ])("%s", (_who, firm, has, hasNot) => {
    const ids = idsOf(...firm);
    expect(ids).toEqual(expect.arrayContaining(has));
    expect(ids.filter((id) => hasNot.includes(id))).toEqual([]);
  });

  test("a firm that is out of scope has none", () => {
    expect(explain("SK", "9602", 10).nextSteps).toEqual([]);
  });
});

describe("a step says whose task it is and where it is done", () => {
  test("the committee is top management's, at least once a year", () => {
    const shown = explain("CZ", "3513", 300).nextSteps.find(({ step }) => step.includes("cyber security committee"));
    expect(shown).toMatchObject({ who: "top management", within: "it meets at least once a year", place: null });
  });

  test("a Czech notification has the address of the portal, a Slovak one that of the government portal", () => {
    const czech = explain("CZ", "3513", 300).nextSteps.find(({ step }) =>
      step.includes("Notify NÚKIB of the regulated"),
    );
    expect(czech?.place).toEqual({ name: "NÚKIB portal", url: "https://portal.nukib.gov.cz" });
    const slovak = explain("SK", "3513", 300).nextSteps.find(({ step }) => step.startsWith("Notify NBÚ that"));
    expect(slovak?.place?.url).toBe("https://www.slovensko.sk");
  });

  test("every step that names the Czech portal has its address", () => {
    const without = knowledge.nextSteps.filter(
      ({ id, where }) => where?.en.startsWith("on the NÚKIB portal") === true && !knowledge.placeOfStep.has(id),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  test("every place is one of the country of its steps, over https", () => {
    for (const [id, place] of knowledge.placeOfStep) {
      expect(place.country).toBe(byId.get(id)?.country);
      expect(place.url).toMatch(/^https:\/\//);
    }
  });
});

describe("every step in every language", () => {
  const steps = knowledge.nextSteps.filter(({ id }) => id.startsWith("sk") || id.startsWith("cz"));

  test.each(steps.map((step): [string, NextStep] => [step.id, step]))(
    "%s is of its country and confirmed",
    (id, step) => {
      expect(id.startsWith(step.country.toLowerCase())).toBe(true);
      for (const locale of LOCALES) {
        for (const text of [step.step, step.who, step.within, step.where]) {
          if (text === undefined) continue;
          const plain = text[locale].replace(/\{[^}]+\}/g, "");
          expect(confirmText(plain, acts)).toBe(plain);
        }
      }
    },
  );

  test("a Czech step of one regime names it or a case that only that regime has: both may be shown together", () => {
    const ofOneRegime = steps.filter(({ country, categories }) => country === "CZ" && categories.length === 1);
    expect(ofOneRegime.length).toBeGreaterThan(20);
    const named =
      /-obligations regime|strategically significant|identified the firm as a critical entity|subject of critical infrastructure/;
    expect(ofOneRegime.filter(({ step }) => !named.test(step.en)).map(({ id }) => id)).toEqual([]);
  });

  test("there are no two of the same words in a country", () => {
    for (const country of COUNTRIES) {
      const words = steps.filter((step) => step.country === country).map(({ step }) => step.en);
      expect(new Set(words).size).toBe(words.length);
    }
  });
});

describe("Czech firms of a group with fully separate technical assets", () => {
  const asked = (...firm: Parameters<typeof explain>) =>
    explain(...firm).missingFacts.find(({ fact }) => fact === "czSeparateAssets");

  test.each<[string, Parameters<typeof explain>, string[] | undefined]>([
    ["large can be important or out", ["CZ", "3513", 300], ["important", "out_of_scope"]],
    ["medium can be out", ["CZ", "3513", 60], ["out_of_scope"]],
    ["small has nothing to lose", ["CZ", "3513", 20], undefined],
    ["a large telecom operator can be important", ["CZ", "6110", 300], ["important"]],
    ["a DNS service is essential at any size", ["CZ", "", 300, { sizeIndependentService: "dns" }], undefined],
    ["a large trust service can be important", ["CZ", "", 300, { sizeIndependentService: "tsp" }], ["important"]],
    ["Slovak law has no such rule", ["SK", "3513", 300], undefined],
  ])("%s", (_case, firm, couldBecome) => {
    expect(asked(...firm)?.couldBecome).toEqual(couldBecome);
  });

  test("a register's own size code contains no other firm, so nothing is asked", () => {
    expect(asked("CZ", "3513", 0, { headcount: null, sizeCode: "340" })).toBeUndefined();
  });

  test("the question cites the act and says that the others do not count", () => {
    const fact = asked("CZ", "3513", 300);
    expect(fact?.citations.join()).toContain("§ 7(c) of Act No. 264/2025 Sb.");
    expect(fact?.question).toContain("fully separate");
  });
});
