import { describe, expect, test } from "vitest";
import { COUNTRIES, type Country } from "../../core/country.ts";
import { LOCALES } from "../../core/locale.ts";
import { NACE_REVISIONS } from "../../core/nace.ts";
import { SIZE_INDEPENDENT_SERVICES } from "../../knowledge/nis2-ids.ts";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { confirmText } from "../citations/check.ts";
import { actNow, firmSteps, NO_DAYS } from "../deadlines/act-now.ts";
import { decideScope } from "./decide-scope.ts";
import { explainScope } from "./explain-scope.ts";
import { stepsOf } from "./explain-steps.ts";
import type { Answers, AnswerValue, ScopeFacts } from "./facts.ts";
import { acts, factsOf, knowledge } from "./firm.fixture.ts";
import { reconcile } from "./reconcile.ts";
import type { ReconciledVerdict } from "./verdict.ts";

const DAY = "2026-11-26";
const SIZES = [10, 60, 300];

interface Way {
  readonly name: string;
  readonly facts: ScopeFacts;
}

/** Values that lead to each case of a question, found by its conditions. */
function valuesOf(id: string): readonly AnswerValue[] {
  return (knowledge.answers.get(id)?.cases ?? []).map(({ when, anyOf, atLeast, over, below }): AnswerValue => {
    if (when !== undefined) return when;
    return anyOf ?? atLeast ?? (over === undefined ? (below ?? 1) - 1 : over + 1);
  });
}

/** A code of each question, so that it concerns the firm; questions of any firm go with codes of several laws. */
function codesFor(id: string, country: Country): readonly string[] {
  const listed = knowledge.missingFacts.find((fact) => fact.id === id)?.nace?.["2"][0];
  return listed === undefined
    ? ["", "3513", "6110", "6311", "6419", "6209", "9602"]
    : [listed, country === "SK" ? "" : "3513"];
}

function waysOf(country: Country): Way[] {
  const ways: Way[] = [];
  const add = (name: string, facts: Parameters<typeof factsOf>[0]) => {
    for (const staff of SIZES)
      ways.push({ name: `${country} ${name} ${staff}`, facts: factsOf({ country, staff, ...facts }) });
  };
  for (const revision of NACE_REVISIONS) {
    for (const digits of knowledge.naceMap[revision].keys())
      add(`${digits}@${revision}`, { nace: `${digits}@${revision}` });
  }
  for (const { id, SK, CZ } of knowledge.services.services) {
    if (country === "SK" ? SK !== false : CZ !== undefined) add(`service ${id}`, { does: id });
  }
  for (const service of SIZE_INDEPENDENT_SERVICES) add(service, { sizeIndependentService: service });
  const parts = [...knowledge.answers.values()].flatMap(({ control }) =>
    control.kind === "parts" ? control.parts : [],
  );
  for (const { id, country: of } of [
    ...knowledge.missingFacts,
    ...parts.map((part) => ({ id: part, country: undefined })),
  ]) {
    if (of !== undefined && of !== country) continue;
    for (const value of valuesOf(id)) {
      const answers: Answers = { [id]: value };
      for (const nace of codesFor(id, country)) add(`${id}=${String(value)} with ${nace}`, { nace, answers });
    }
  }
  for (const activity of knowledge.weakActivities.keys()) {
    for (const [digits, row] of knowledge.naceMap["2.1"]) {
      if (row.hint === activity)
        add(`${activity} with ${digits}`, { nace: `${digits}@2.1`, answers: { [activity]: true } });
    }
  }
  return ways;
}

function verdictOf({ facts }: Way): ReconciledVerdict {
  return reconcile(decideScope(facts, knowledge, DAY), null, facts.country);
}

const ways = COUNTRIES.flatMap(waysOf);
const walked = ways.map((way) => ({ way, verdict: verdictOf(way), steps: stepsOf(verdictOf(way), knowledge) }));
const inScope = walked.filter(({ verdict }) => verdict.category === "essential" || verdict.category === "important");

/** The services of each law, written down from the acts and not from the knowledge files. */
const SK_2_2 = ["16.4", "16.5", "16.8", "16.9", "16.10", "16.13", "16.14", "16.15", "16.16", "16.17"];
const CZ_18_1 = ["16.4", "16.6", "16.8", "16.9", "16.10", "16.12", "16.13", "16.14", "16.15", "16.16", "16.17"];
const DORA = ["17.1", "17.2", "17.3", "17.4", "17.5"];

/** Which services the law of a step is for, by what the step cites: `true`, any. */
const LAWS: readonly (readonly [country: Country, cited: RegExp, binds: (service: string) => boolean])[] = [
  ["SK", /^cir-2024-2690 2$/, (id) => [...SK_2_2, "16.6", "16.12"].includes(id) && id !== "16.5"],
  ["CZ", /^cir-2024-2690/, (id) => CZ_18_1.includes(id)],
  ["SK", /^sk-227-2025/, (id) => !SK_2_2.includes(id) && !DORA.includes(id)],
  ["CZ", /^cz-(409|410)-2025(?! annex)/, (id) => !DORA.includes(id) && (!CZ_18_1.includes(id) || id === "16.12")],
  ["SK", /^sk-69-2018 2\(3\)/, (id) => DORA.includes(id)],
  ["CZ", /^cz-264-2025 70/, (id) => DORA.includes(id)],
  ["SK", /^sk-452-2021/, (id) => ["16.1", "16.2"].includes(id)],
  ["CZ", /^cz-127-2005/, (id) => ["16.1", "16.2"].includes(id)],
  ["SK", /^sk-69-2018 (22|31\(6\))/, (id) => ["16.5", "16.6"].includes(id)],
  ["CZ", /^cz-264-2025 34/, (id) => id === "16.5"],
  ["CZ", /^cz-264-2025 35/, (id) => ["16.5", "16.6"].includes(id)],
  ["SK", /^sk-69-2018 21/, (id) => SK_2_2.includes(id)],
  ["CZ", /^cz-264-2025 (18\(2\)|18\(3\))/, (id) => CZ_18_1.includes(id) && id !== "16.12"],
];

describe(`what follows, by every way into the law (${ways.length} ways)`, () => {
  test("there are thousands of ways, and most lead into scope", () => {
    expect(ways.length).toBeGreaterThan(3_500);
    expect(inScope.length).toBeGreaterThan(1_500);
  });

  test("a firm in scope has a duty and a time limit, or the sentence why it has none", () => {
    for (const { way, verdict, steps } of inScope) {
      if (verdict.regimeId === "none") {
        const { headline, reasoning } = explainScope(verdict, way.facts, knowledge, acts, "en");
        expect(headline, way.name).toMatch(/Czech law does not regulate it|duties of a domain registrar/);
        expect(reasoning, way.name).toMatch(/Czech law does not regulate it|no regulated service/);
        continue;
      }
      expect(steps.length, way.name).toBeGreaterThan(10);
      const { deadlines } = actNow(firmSteps(verdict, knowledge), NO_DAYS, shipped, `${DAY}T10:00:00.000Z`);
      expect(deadlines.length + steps.filter(({ within }) => within !== undefined).length, way.name).toBeGreaterThan(1);
    }
  });

  test("no duty comes from a law that lists none of the services of the firm", () => {
    let seen = 0;
    for (const { way, verdict, steps } of walked) {
      if (verdict.services.length === 0) continue;
      for (const { id, citations } of steps) {
        for (const [country, cited, binds] of LAWS) {
          if (country !== verdict.country || !citations.some((one) => cited.test(one))) continue;
          seen++;
          expect(verdict.services.some(binds), `${way.name}: ${id} for ${verdict.services.join(" ")}`).toBe(true);
        }
      }
    }
    expect(seen).toBeGreaterThan(10_000);
  });

  test("every service in scope has the measures of one law, and of no other", () => {
    const measures: Readonly<Record<Country, readonly (readonly [string, (id: string) => boolean])[]>> = {
      SK: [
        ["skMeasuresFinancial", (id) => DORA.includes(id)],
        ["skMeasuresDigital", (id) => SK_2_2.includes(id) && id !== "16.5"],
        ["skMeasuresRegistrar", (id) => id === "16.5"],
        ["skMeasures", (id) => !DORA.includes(id) && !SK_2_2.includes(id)],
      ],
      CZ: [
        ["czFinancialRules", (id) => DORA.includes(id)],
        ["czMeasuresDigital", (id) => CZ_18_1.includes(id)],
        ["czMeasuresHigher czMeasuresLower", (id) => !DORA.includes(id) && !CZ_18_1.includes(id)],
      ],
    };
    for (const { way, verdict, steps } of inScope) {
      if (verdict.regimeId === "none" || verdict.services.length === 0) continue;
      for (const [ids, binds] of measures[verdict.country]) {
        const has = steps.some(({ id }) => ids.split(" ").includes(id));
        expect(has, `${way.name}: ${ids} for ${verdict.services.join(" ")}`).toBe(verdict.services.some(binds));
      }
    }
  });

  test("the same service has the same steps, whatever the way in", () => {
    const byService = new Map<string, { readonly name: string; readonly ids: string }>();
    for (const { way, verdict, steps } of inScope) {
      const { country, regimeId, possibleRegimes, services, isByDecisionOnly } = verdict;
      const key = [country, regimeId, possibleRegimes.join(), [...services].sort().join(), isByDecisionOnly].join(" ");
      const ids = steps.map(({ id }) => id).join(" ");
      const before = byService.get(key);
      if (before === undefined) byService.set(key, { name: way.name, ids });
      else expect(ids, `${way.name} and ${before.name}`).toBe(before.ids);
    }
    expect(byService.size).toBeGreaterThan(150);
  });

  test("a code and the number of its service lead to the same steps", () => {
    const pairs: readonly (readonly [string, string])[] = [
      ["6110", "16.1"],
      ["6311", "16.8"],
      ["6203", "16.13"],
      ["6419", "17.1"],
      ["3513", "2.3"],
      ["2822", "7.3"],
    ];
    for (const country of COUNTRIES) {
      for (const staff of SIZES) {
        for (const [nace, does] of pairs) {
          const ids = [{ nace }, { does }].map((firm) => {
            const facts = factsOf({ country, staff, ...firm });
            const verdict = reconcile(decideScope(facts, knowledge, DAY), null, country);
            return stepsOf(verdict, knowledge).map(({ id }) => id);
          });
          expect(ids[0], `${country} ${nace} ${does} ${staff}`).toEqual(ids[1]);
        }
      }
    }
  });

  test("no text is withheld on the whole walk", () => {
    const shown = new Set<string>();
    for (const locale of LOCALES) {
      // Sentences come from one pool: each fifth way shows nearly all. `WALK=full` walks every one.
      const shownWays = process.env.WALK === "full" ? walked : walked.filter((_, index) => index % 5 === 0);
      for (const { way, verdict } of shownWays) {
        const { headline, why, reasoning, nextSteps, trace } = explainScope(
          verdict,
          way.facts,
          knowledge,
          acts,
          locale,
          "typed",
        );
        for (const text of [headline, why ?? headline, reasoning, ...trace.map((step) => step.text)]) shown.add(text);
        for (const { step, within, where, who, citation } of nextSteps) {
          for (const text of [step, within, where, who, citation]) if (text !== null) shown.add(text);
        }
      }
    }
    expect(shown.size).toBeGreaterThan(900);
    expect([...shown].filter((text) => confirmText(text, acts) === null)).toEqual([]);
  });
});
