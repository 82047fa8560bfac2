import { describe, expect, test } from "vitest";
import { ALWAYS, classify, HIGH_RISK, NOTICE, owed, PERSONS, PUBLIC } from "./duties.fixture.ts";
import type { StatedFacts } from "./facts.ts";

const emotion = { emotionRecognition: true } as const;
const atWork = { ...emotion, emotionAtWorkplaceOrEducation: true } as const;
const medical = { ...atWork, emotionForMedicalOrSafety: true } as const;
const biometric = { biometricCategorisation: true } as const;
const sensitive = { ...biometric, biometricInfersSensitiveTraits: true } as const;
const exempt = { annexIIIException: "preparatory" } as const;

const yes = {
  employerUsingAtWorkplace: true,
  publicBodyOrPublicService: true,
  decidesAboutNaturalPersons: true,
} as const;
const no = {
  employerUsingAtWorkplace: false,
  publicBodyOrPublicService: false,
  decidesAboutNaturalPersons: false,
} as const;
const infrastructure = { annexIIIUse: "critical_infrastructure" } as const;

describe("the duties", () => {
  test.each<[string, StatedFacts, string[]]>([
    ["nothing stated owes literacy only", {}, ALWAYS],
    ["the three switches alone owe nothing more", yes, ALWAYS],
    [
      "managing workers, but not as their employer",
      { annexIIIUse: "employment_management", employerUsingAtWorkplace: false },
      [...HIGH_RISK, ...PERSONS],
    ],
    [
      "recruiting as an employer at the workplace",
      { annexIIIUse: "employment_recruitment", employerUsingAtWorkplace: true },
      [...HIGH_RISK, ...PERSONS, "inform-workers"],
    ],
    [
      "infrastructure as an employer",
      { ...infrastructure, employerUsingAtWorkplace: true },
      [...HIGH_RISK, "inform-workers"],
    ],
    [
      "infrastructure of a public body: no database, no impact assessment",
      { ...infrastructure, publicBodyOrPublicService: true },
      HIGH_RISK,
    ],
    [
      "infrastructure that decides about persons: inform, but nothing to explain",
      { ...infrastructure, decidesAboutNaturalPersons: true },
      [...HIGH_RISK, "inform-persons"],
    ],
    [
      "infrastructure with everything",
      { ...infrastructure, ...yes },
      [...HIGH_RISK, "inform-workers", "inform-persons"],
    ],
    [
      "infrastructure with emotions is more than point 2",
      { ...infrastructure, ...emotion, ...yes },
      [...HIGH_RISK, ...PERSONS, ...PUBLIC, "inform-workers", ...NOTICE],
    ],
    [
      "infrastructure with categories decides about persons by default",
      { ...infrastructure, ...biometric },
      [...HIGH_RISK, ...PERSONS, ...NOTICE],
    ],
    [
      "benefits by a private firm",
      { annexIIIUse: "public_benefits", publicBodyOrPublicService: false },
      [...HIGH_RISK, ...PERSONS],
    ],
    [
      "a school is a public body",
      { annexIIIUse: "education_access", publicBodyOrPublicService: true },
      [...HIGH_RISK, ...PERSONS, ...PUBLIC],
    ],
    [
      "a bank owes the impact assessment although it is no public body",
      { annexIIIUse: "credit_scoring", publicBodyOrPublicService: false },
      [...HIGH_RISK, ...PERSONS, "fria"],
    ],
    [
      "an insurer owes it too",
      { annexIIIUse: "insurance_pricing", publicBodyOrPublicService: false },
      [...HIGH_RISK, ...PERSONS, "fria"],
    ],
    [
      "a public bank registers as well",
      { annexIIIUse: "credit_scoring", publicBodyOrPublicService: true },
      [...HIGH_RISK, ...PERSONS, ...PUBLIC],
    ],
    ["all switches off", { annexIIIUse: "law_enforcement", ...no }, HIGH_RISK],
    [
      "all switches on",
      { annexIIIUse: "law_enforcement", ...yes },
      [...HIGH_RISK, ...PERSONS, ...PUBLIC, "inform-workers"],
    ],
    [
      "no decisions about persons, nobody to inform",
      { annexIIIUse: "education_proctoring", decidesAboutNaturalPersons: false },
      HIGH_RISK,
    ],
    [
      "remote identification with all switches off",
      { annexIIIUse: "remote_biometric_identification", ...no },
      [...HIGH_RISK, "post-rbi-authorisation"],
    ],
    [
      "a lifted use owes nothing of Article 26, whatever the switches",
      { annexIIIUse: "public_benefits", ...exempt, ...yes },
      ALWAYS,
    ],
    ["emotions", emotion, [...HIGH_RISK, ...PERSONS, ...NOTICE]],
    [
      "emotions at the workplace for safety, as employer",
      { ...medical, employerUsingAtWorkplace: true },
      [...HIGH_RISK, ...PERSONS, "inform-workers", ...NOTICE],
    ],
    ["emotions under an exception still need the notice", { ...emotion, ...exempt }, [...ALWAYS, ...NOTICE]],
    ["prohibited emotions are stopped, not announced", atWork, [...ALWAYS, "cease-prohibited-f"]],
    ["categories", biometric, [...HIGH_RISK, ...PERSONS, ...NOTICE]],
    ["prohibited categories are stopped, not announced", sensitive, [...ALWAYS, "cease-prohibited-g"]],
    [
      "prohibited categories with a deep fake",
      { ...sensitive, deepfake: true },
      [...ALWAYS, "cease-prohibited-g", "disclose-deepfake", "disclosure-manner"],
    ],
    [
      "every stated letter is stopped by itself",
      { otherProhibitedPractices: ["a", "b", "ba", "bb", "c", "d", "e", "h"] },
      [...ALWAYS, ...["a", "b", "ba", "bb", "c", "d", "e", "h"].map((letter) => `cease-prohibited-${letter}`)],
    ],
    [
      "a prohibited high-risk system owes both",
      { otherProhibitedPractices: ["c"], annexIIIUse: "credit_scoring" },
      [...HIGH_RISK, ...PERSONS, "fria", "cease-prohibited-c"],
    ],
    ["a chatbot: the supplier's notice", { interactsWithPeople: true }, [...ALWAYS, "provider-interaction-notice"]],
    [
      "synthetic content: the supplier's marking",
      { generatesSyntheticContent: true },
      [...ALWAYS, "provider-output-marking"],
    ],
    ["a deep fake", { deepfake: true }, [...ALWAYS, "disclose-deepfake", "disclosure-manner"]],
    ["a text", { publicInterestText: true }, [...ALWAYS, "disclose-public-interest-text", "disclosure-manner"]],
    ["a reviewed text", { publicInterestText: true, editorialResponsibility: true }, ALWAYS],
    [
      "a reviewed text beside a deep fake",
      { publicInterestText: true, editorialResponsibility: true, deepfake: true },
      [...ALWAYS, "disclose-deepfake", "disclosure-manner"],
    ],
    [
      "all transparency facts",
      {
        interactsWithPeople: true,
        generatesSyntheticContent: true,
        deepfake: true,
        publicInterestText: true,
        ...emotion,
        ...exempt,
      },
      [
        ...ALWAYS,
        ...NOTICE,
        "disclose-deepfake",
        "disclose-public-interest-text",
        "provider-interaction-notice",
        "provider-output-marking",
      ],
    ],
  ])("%s", (_case, stated, duties) => {
    expect(owed(stated)).toEqual(duties.toSorted());
  });

  test("only Article 50(1) and 50(2) are the provider's", () => {
    const all = classify({ ...emotion, interactsWithPeople: true, generatesSyntheticContent: true, deepfake: true });
    expect(all.obligations.filter(({ addressee }) => addressee === "provider").map(({ citation }) => citation)).toEqual(
      ["ai-act 50(1)", "ai-act 50(2)"],
    );
  });

  test("what must stop comes first", () => {
    expect(classify({ otherProhibitedPractices: ["h"] }).obligations[0]?.id).toBe("cease-prohibited-h");
  });
});
