import { describe, expect, test } from "vitest";
import type { Country } from "../../core/country.ts";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { decideScope } from "./decide-scope.ts";
import { explainScope } from "./explain-scope.ts";
import { nothingKnown, type ScopeFacts } from "./facts.ts";
import { reconcile } from "./reconcile.ts";

const { acts, nis2: knowledge } = shipped;

function explain(country: Country, nace: string, staff: number | null, more: Partial<ScopeFacts> = {}) {
  const facts: ScopeFacts = {
    ...nothingKnown(country),
    nace: nace === "" ? [] : [{ code: nace, revision: "2" }],
    headcount: staff === null ? null : { min: staff, max: staff },
    ...more,
  };
  const verdict = reconcile(decideScope(facts, knowledge, "2026-11-20"), null, country);
  return explainScope(verdict, facts, knowledge, acts, "en");
}

const steps = (...firm: Parameters<typeof explain>) =>
  explain(...firm)
    .nextSteps.map(({ step }) => step)
    .join("\n");
const citations = (...firm: Parameters<typeof explain>) =>
  explain(...firm)
    .nextSteps.map(({ citation }) => citation)
    .join("\n");

describe("a bank follows DORA, but is registered like anybody in scope", () => {
  test.each(["6419", "6611"])("in Slovakia (%s)", (nace) => {
    const shown = steps("SK", nace, 300);
    expect(shown).toContain("Notify NBÚ");
    expect(shown).toContain("the financial sector's own rules (DORA)");
    expect(shown).toContain("through its supervisory authority");
    expect(shown).not.toMatch(/early warning|final report|security measures in place|audited|1\.4 %|or 2 %/);
    expect(citations("SK", nace, 300)).toContain("§ 2(3)(d) of Act No. 69/2018 Z. z.");
  });
  test.each(["6419", "6611"])("in Czechia (%s)", (nace) => {
    const shown = steps("CZ", nace, 300);
    expect(shown).toContain("Notify NÚKIB of the regulated service");
    expect(shown).toContain("not the registration");
    expect(shown).not.toMatch(/initial report|final report|decree for the higher-obligations regime|Missing measures/);
    expect(citations("CZ", nace, 300)).toContain("§ 70 of Act No. 264/2025 Sb.");
  });
  test("also while its size is unknown", () => {
    expect(steps("SK", "6419", null)).not.toContain("early warning");
    expect(steps("CZ", "6419", null)).not.toContain("initial report");
  });
  test("and an insurer, which no annex lists, gets no steps at all", () => {
    expect(steps("SK", "6511", 300)).toBe("");
  });
  test("DORA stands in the reasoning, not only in the regime", () => {
    expect(explain("SK", "6419", 300).reasoning).toContain("(DORA)");
    expect(explain("CZ", "6419", 300).reasoning).toContain("(DORA)");
  });
});

describe("a digital provider follows the Commission's regulation", () => {
  test("which in Czechia takes the place of the decree", () => {
    for (const nace of ["6311", "6202"]) {
      const shown = steps("CZ", nace, 300);
      expect(shown).toContain("implementing regulation");
      expect(shown).toContain("all incidents of significant impact");
      expect(shown).not.toMatch(/under the decree for the|intent cannot be ruled out/);
    }
    expect(steps("CZ", "", 10, { sizeIndependentService: "qtsp" })).not.toContain("under the decree for the");
  });
  test("which in Slovakia takes the place of the measures of the act", () => {
    expect(citations("SK", "6311", 300)).toContain("Regulation (EU) 2024/2690");
    expect(steps("SK", "6311", 300)).not.toContain("Put security measures in place");
    expect(citations("SK", "3513", 300)).not.toContain("2024/2690");
  });
  test("a telecom operator of the same sector keeps the decree", () => {
    const shown = steps("CZ", "6110", 300);
    expect(shown).toContain("under the decree for the higher-obligations regime");
    expect(shown).toContain("intent cannot be ruled out");
    expect(shown).not.toContain("implementing regulation");
    expect(citations("SK", "6110", 300)).not.toContain("2024/2690");
  });
});

describe("the national citation of an activity speaks of that activity", () => {
  const activity = (nace: string) =>
    explain("CZ", nace, 300)
      .trace.find(({ rule }) => rule === "activity")
      ?.citations.join("\n");
  test.each([
    ["electricity", "3513", "Annex, point 2, to Decree No. 408/2025 Sb."],
    ["gas", "3522", "Annex, point 4, to Decree"],
    ["heat", "3530", "Annex, point 5, to Decree"],
    ["air", "5110", "Annex, point 12, to Decree"],
    ["rail", "4910", "Annex, point 13, to Decree"],
    ["machinery", "2811", "Annex, point 7, to Decree"],
    ["medical devices", "3250", "Annex, point 18.7, to Decree"],
  ])("%s", (_name, nace, citation) => {
    expect(activity(nace)).toContain(citation);
  });
  test("a maker of machinery is not referred to health, nor a power plant to gas", () => {
    expect(activity("2811")).not.toMatch(/18\.7|, point 11,/);
    expect(activity("3513")).not.toMatch(/Annex, point 4,/);
  });
  test("a code too coarse to show the subsector keeps the whole sector", () => {
    expect(activity("35")).toMatch(/Annex, point 4,/);
  });
});

describe("a lower bound is not said to rest on headcount alone where an amount was stated", () => {
  test("an amount was stated", () => {
    expect(explain("SK", "3513", 60, { turnoverEur: 51_000_000 }).reasoning).not.toContain("Only the headcount");
  });
  test("none was", () => {
    expect(explain("SK", "3513", 60).reasoning).toContain("Only the headcount");
  });
});
