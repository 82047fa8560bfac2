import { describe, expect, test } from "vitest";
import { classify, HIGH_RISK, NOTICE, PERSONS, PUBLIC } from "./duties.fixture.ts";
import type { StatedFacts } from "./facts.ts";

const emotion = { emotionRecognition: true } as const;
const atWork = { ...emotion, emotionAtWorkplaceOrEducation: true } as const;
const biometric = { biometricCategorisation: true } as const;
const sensitive = { ...biometric, biometricInfersSensitiveTraits: true } as const;

const yes = {
  employerUsingAtWorkplace: true,
  publicBodyOrPublicService: true,
  decidesAboutNaturalPersons: true,
} as const;

describe("the day", () => {
  const allOfArticle26 = ["2027-12-01", "2027-12-02"] as const;
  const article50 = ["2026-08-01", "2026-08-02"] as const;
  const article5 = ["2025-02-01", "2025-02-02"] as const;
  const omnibus = ["2026-12-01", "2026-12-02"] as const;
  const everything: StatedFacts = {
    annexIIIUse: "remote_biometric_identification",
    ...yes,
    ...emotion,
    deepfake: true,
    publicInterestText: true,
    interactsWithPeople: true,
    generatesSyntheticContent: true,
    otherProhibitedPractices: ["a", "b", "ba", "bb", "c", "d", "e", "h"],
  };
  const derived: StatedFacts = { ...atWork, ...sensitive };

  test.each<[string, StatedFacts, readonly [string, string]]>([
    ["ai-literacy", everything, article5],
    ...["a", "b", "c", "d", "e", "h"].map(
      (x) => [`cease-prohibited-${x}`, everything, article5] as [string, StatedFacts, typeof article5],
    ),
    ["cease-prohibited-f", derived, article5],
    ["cease-prohibited-g", derived, article5],
    ["cease-prohibited-ba", everything, omnibus],
    ["cease-prohibited-bb", everything, omnibus],
    ...[...HIGH_RISK.slice(1), ...PERSONS, ...PUBLIC, "inform-workers", "post-rbi-authorisation"].map(
      (id) => [id, everything, allOfArticle26] as [string, StatedFacts, typeof allOfArticle26],
    ),
    ...[
      ...NOTICE,
      "disclose-deepfake",
      "disclose-public-interest-text",
      "provider-interaction-notice",
      "provider-output-marking",
    ].map((id) => [id, everything, article50] as [string, StatedFacts, typeof article50]),
  ])("%s begins on its day and not the day before", (id, stated, [before, first]) => {
    const on = (day: string) => classify(stated, day).obligations.find((obligation) => obligation.id === id);
    expect(on(before)?.appliesAsOf).toBe(false);
    expect(on(first)?.appliesAsOf).toBe(true);
    expect(on(first)?.appliesFrom).toBe(first);
  });

  test("before February 2025 nothing applies, and the class is the same", () => {
    const before = classify(everything, "2025-02-01");
    expect(before.obligations.some(({ appliesAsOf }) => appliesAsOf)).toBe(false);
    expect(before.classes).toEqual(classify(everything, "2030-01-01").classes);
  });

  test("one answer in late 2026 holds duties that apply and duties that do not", () => {
    const applying = classify(emotion, "2026-11-20").obligations.filter(({ appliesAsOf }) => appliesAsOf);
    expect(applying.map(({ id }) => id)).toEqual(["ai-literacy", "notice-emotion-biometric", "disclosure-manner"]);
  });
});
