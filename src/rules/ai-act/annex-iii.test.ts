import { describe, expect, test } from "vitest";
import { ALWAYS, classify, HIGH_RISK, owed, PERSONS, PUBLIC } from "./duties.fixture.ts";
import type { StatedFacts } from "./facts.ts";

describe("the use alone, every value of annexIIIUse", () => {
  test.each<[NonNullable<StatedFacts["annexIIIUse"]>, string, string[]]>([
    ["remote_biometric_identification", "1a", [...HIGH_RISK, ...PERSONS, "post-rbi-authorisation"]],
    ["critical_infrastructure", "2", HIGH_RISK],
    ["education_access", "3a", [...HIGH_RISK, ...PERSONS]],
    ["education_assessment", "3b", [...HIGH_RISK, ...PERSONS]],
    ["education_level", "3c", [...HIGH_RISK, ...PERSONS]],
    ["education_proctoring", "3d", [...HIGH_RISK, ...PERSONS]],
    ["employment_recruitment", "4a", [...HIGH_RISK, ...PERSONS]],
    ["employment_management", "4b", [...HIGH_RISK, ...PERSONS, "inform-workers"]],
    ["public_benefits", "5a", [...HIGH_RISK, ...PERSONS, ...PUBLIC]],
    ["credit_scoring", "5b", [...HIGH_RISK, ...PERSONS, "fria"]],
    ["insurance_pricing", "5c", [...HIGH_RISK, ...PERSONS, "fria"]],
    ["emergency_triage", "5d", [...HIGH_RISK, ...PERSONS]],
    ["law_enforcement", "6", [...HIGH_RISK, ...PERSONS]],
    ["migration_border", "7", [...HIGH_RISK, ...PERSONS]],
    ["justice_democracy", "8", [...HIGH_RISK, ...PERSONS]],
  ])("%s is high-risk under point %s", (annexIIIUse, point, duties) => {
    const answer = classify({ annexIIIUse });
    expect(answer.classes).toEqual(["high_risk"]);
    expect(answer.reasons.map(({ id }) => id)).toEqual([`annex-iii-${point}`]);
    expect(owed({ annexIIIUse })).toEqual(duties.toSorted());
    expect(answer.notes.map(({ id }) => id)).toEqual(["legacy-systems", "becoming-provider"]);
  });
});

describe("every use with every exception", () => {
  const uses = [
    "remote_biometric_identification",
    "critical_infrastructure",
    "education_access",
    "education_assessment",
    "education_level",
    "education_proctoring",
    "employment_recruitment",
    "employment_management",
    "public_benefits",
    "credit_scoring",
    "insurance_pricing",
    "emergency_triage",
    "law_enforcement",
    "migration_border",
    "justice_democracy",
  ] as const;
  const exceptions = [
    ["narrow_procedural", "ai-act 6(3)(a)"],
    ["improve_human_result", "ai-act 6(3)(b)"],
    ["detect_patterns", "ai-act 6(3)(c)"],
    ["preparatory", "ai-act 6(3)(d)"],
  ] as const;
  const cases = uses.flatMap((use) => exceptions.map(([exception, citation]) => [use, exception, citation] as const));

  test.each(cases)("%s with %s and no profiling is not high-risk", (annexIIIUse, annexIIIException, citation) => {
    const answer = classify({ annexIIIUse, annexIIIException });
    expect(answer.classes).toEqual(["minimal"]);
    expect(owed({ annexIIIUse, annexIIIException })).toEqual(ALWAYS);
    expect(answer.reasons.find(({ id }) => id === "exception-applies")?.citations).toEqual([citation]);
    expect(answer.notes).toEqual([]);
  });

  test.each(cases)("%s with %s stays high-risk when it profiles", (annexIIIUse, annexIIIException) => {
    const stated = { annexIIIUse, annexIIIException, profiling: true };
    expect(classify(stated).classes).toEqual(["high_risk"]);
    expect(owed(stated)).toEqual(owed({ annexIIIUse }));
    expect(classify(stated).reasons.find(({ id }) => id === "profiling-blocks-exception")?.citations).toEqual([
      "ai-act 6(3)",
    ]);
  });
});
