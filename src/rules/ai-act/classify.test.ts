import { describe, expect, test } from "vitest";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { classifyAiSystem } from "./classify.ts";
import { resolveFacts, type StatedFacts } from "./facts.ts";

const { aiAct: knowledge } = shipped;

function classify(stated: StatedFacts, asOf = "2026-11-20") {
  return classifyAiSystem(resolveFacts(stated), knowledge, asOf);
}

const emotion = { emotionRecognition: true } as const;
const atWork = { ...emotion, emotionAtWorkplaceOrEducation: true } as const;
const medical = { ...atWork, emotionForMedicalOrSafety: true } as const;
const biometric = { biometricCategorisation: true } as const;
const sensitive = { ...biometric, biometricInfersSensitiveTraits: true } as const;
const exempt = { annexIIIException: "preparatory" } as const;

describe("the class and the reasons", () => {
  test.each<[string, StatedFacts, string, string]>([
    ["nothing stated", {}, "minimal", "minimal"],
    ["manipulation", { otherProhibitedPractices: ["a"] }, "prohibited", "prohibited-a"],
    ["exploiting vulnerabilities", { otherProhibitedPractices: ["b"] }, "prohibited", "prohibited-b"],
    [
      "intimate material, although its ban still lies ahead",
      { otherProhibitedPractices: ["ba"] },
      "prohibited",
      "prohibited-ba",
    ],
    [
      "abuse material, although its ban still lies ahead",
      { otherProhibitedPractices: ["bb"] },
      "prohibited",
      "prohibited-bb",
    ],
    ["social scoring", { otherProhibitedPractices: ["c"] }, "prohibited", "prohibited-c"],
    ["predicting crime", { otherProhibitedPractices: ["d"] }, "prohibited", "prohibited-d"],
    ["scraping faces", { otherProhibitedPractices: ["e"] }, "prohibited", "prohibited-e"],
    ["real-time identification for the police", { otherProhibitedPractices: ["h"] }, "prohibited", "prohibited-h"],
    [
      "letters come in the order of the law",
      { otherProhibitedPractices: ["h", "bb", "a", "c", "ba"] },
      "prohibited",
      "prohibited-a prohibited-ba prohibited-bb prohibited-c prohibited-h",
    ],
    ["a letter stated twice counts once", { otherProhibitedPractices: ["a", "a"] }, "prohibited", "prohibited-a"],
    [
      "a stated letter and both derived ones",
      { ...atWork, ...sensitive, otherProhibitedPractices: ["h"] },
      "prohibited",
      "prohibited-f prohibited-g prohibited-h",
    ],
    [
      "a prohibited system in a high-risk area",
      { otherProhibitedPractices: ["c"], annexIIIUse: "credit_scoring" },
      "prohibited high_risk",
      "prohibited-c annex-iii-5b",
    ],
    [
      "an exception never lifts a prohibition",
      { otherProhibitedPractices: ["c"], annexIIIUse: "credit_scoring", ...exempt },
      "prohibited",
      "prohibited-c annex-iii-5b exception-applies",
    ],
    [
      "a prohibited chatbot",
      { otherProhibitedPractices: ["a"], interactsWithPeople: true },
      "prohibited transparency",
      "prohibited-a interacts",
    ],
    [
      "all three classes",
      { otherProhibitedPractices: ["a"], annexIIIUse: "education_access", deepfake: true },
      "prohibited high_risk transparency",
      "prohibited-a annex-iii-3a deepfake",
    ],

    ["emotions outside work and school", emotion, "high_risk transparency", "annex-iii-1c emotion-or-biometric"],
    ["emotions at work", atWork, "prohibited", "prohibited-f"],
    [
      "emotions at work for medical or safety reasons",
      medical,
      "high_risk transparency",
      "medical-safety-exemption annex-iii-1c emotion-or-biometric",
    ],
    [
      "medical reasons elsewhere need no exemption",
      { ...emotion, emotionForMedicalOrSafety: true },
      "high_risk transparency",
      "annex-iii-1c emotion-or-biometric",
    ],
    ["work without emotions", { emotionAtWorkplaceOrEducation: true }, "minimal", "minimal"],
    ["medical reasons without emotions", { emotionForMedicalOrSafety: true }, "minimal", "minimal"],
    [
      "work and medical reasons without emotions",
      { emotionAtWorkplaceOrEducation: true, emotionForMedicalOrSafety: true },
      "minimal",
      "minimal",
    ],
    [
      "the exception lifts emotions, not the notice, and warns of profiling",
      { ...emotion, ...exempt },
      "transparency",
      "annex-iii-1c exception-applies exception-emotion-doubt emotion-or-biometric",
    ],
    [
      "emotions that profile stay high-risk",
      { ...emotion, ...exempt, profiling: true },
      "high_risk transparency",
      "annex-iii-1c profiling-blocks-exception emotion-or-biometric",
    ],
    [
      "medical emotions at work under an exception",
      { ...medical, ...exempt },
      "transparency",
      "medical-safety-exemption annex-iii-1c exception-applies exception-emotion-doubt emotion-or-biometric",
    ],
    [
      "prohibited emotions are no use of Annex III, so there is nothing to lift",
      { ...atWork, ...exempt },
      "prohibited",
      "prohibited-f",
    ],
    [
      "prohibited emotions with profiling and an exception",
      { ...atWork, ...exempt, profiling: true },
      "prohibited",
      "prohibited-f",
    ],

    ["categories without sensitive traits", biometric, "high_risk transparency", "annex-iii-1b emotion-or-biometric"],
    ["categories by sensitive traits", sensitive, "prohibited", "prohibited-g"],
    ["sensitive traits without categorisation", { biometricInfersSensitiveTraits: true }, "minimal", "minimal"],
    [
      "the exception lifts categories, not the notice",
      { ...biometric, ...exempt },
      "transparency",
      "annex-iii-1b exception-applies emotion-or-biometric",
    ],
    [
      "categories that profile stay high-risk",
      { ...biometric, ...exempt, profiling: true },
      "high_risk transparency",
      "annex-iii-1b profiling-blocks-exception emotion-or-biometric",
    ],
    ["sensitive traits under an exception stay prohibited", { ...sensitive, ...exempt }, "prohibited", "prohibited-g"],
    [
      "categories and emotions",
      { ...biometric, ...emotion },
      "high_risk transparency",
      "annex-iii-1b annex-iii-1c emotion-or-biometric",
    ],
    [
      "prohibited categories, permitted emotions",
      { ...sensitive, ...emotion },
      "prohibited high_risk transparency",
      "prohibited-g annex-iii-1c emotion-or-biometric",
    ],
    [
      "prohibited emotions, permitted categories",
      { ...biometric, ...atWork },
      "prohibited high_risk transparency",
      "prohibited-f annex-iii-1b emotion-or-biometric",
    ],
    [
      "one exception for all uses of the system",
      { ...biometric, ...emotion, annexIIIUse: "credit_scoring", ...exempt },
      "transparency",
      "annex-iii-5b annex-iii-1b annex-iii-1c exception-applies exception-emotion-doubt emotion-or-biometric",
    ],
    [
      "remote identification is no real-time identification",
      { annexIIIUse: "remote_biometric_identification" },
      "high_risk",
      "annex-iii-1a",
    ],

    ["a chatbot", { interactsWithPeople: true }, "transparency", "interacts"],
    ["synthetic content", { generatesSyntheticContent: true }, "transparency", "synthetic"],
    ["a deep fake", { deepfake: true }, "transparency", "deepfake"],
    ["text in the public interest", { publicInterestText: true }, "transparency", "public-interest-text"],
    [
      "reviewed text in the public interest",
      { publicInterestText: true, editorialResponsibility: true },
      "minimal",
      "editorial-exemption minimal",
    ],
    ["an editor without such text", { editorialResponsibility: true }, "minimal", "minimal"],
    ["an editor exempts no deep fake", { deepfake: true, editorialResponsibility: true }, "transparency", "deepfake"],
    [
      "an editor exempts the text but not the deep fake",
      { deepfake: true, publicInterestText: true, editorialResponsibility: true },
      "transparency",
      "deepfake editorial-exemption",
    ],
    [
      "an editor exempts no synthetic content",
      { generatesSyntheticContent: true, publicInterestText: true, editorialResponsibility: true },
      "transparency",
      "synthetic editorial-exemption",
    ],
    [
      "chatbot and synthetic content",
      { interactsWithPeople: true, generatesSyntheticContent: true },
      "transparency",
      "interacts synthetic",
    ],
    [
      "deep fake and text",
      { deepfake: true, publicInterestText: true },
      "transparency",
      "deepfake public-interest-text",
    ],
    [
      "all transparency facts",
      { interactsWithPeople: true, generatesSyntheticContent: true, deepfake: true, publicInterestText: true },
      "transparency",
      "interacts synthetic deepfake public-interest-text",
    ],
    [
      "a high-risk chatbot",
      { annexIIIUse: "employment_recruitment", interactsWithPeople: true },
      "high_risk transparency",
      "annex-iii-4a interacts",
    ],
    [
      "an exception leaves transparency alone",
      { annexIIIUse: "employment_recruitment", interactsWithPeople: true, ...exempt },
      "transparency",
      "annex-iii-4a exception-applies interacts",
    ],

    ["profiling alone", { profiling: true }, "minimal", "minimal"],
    ["an exception alone", exempt, "minimal", "minimal"],
    ["an exception with profiling but no use", { ...exempt, profiling: true }, "minimal", "minimal"],
    [
      "profiling in a high-risk area without an exception",
      { annexIIIUse: "law_enforcement", profiling: true },
      "high_risk",
      "annex-iii-6",
    ],
    ["decisions about persons alone", { decidesAboutNaturalPersons: true }, "minimal", "minimal"],
    ["an employer alone", { employerUsingAtWorkplace: true }, "minimal", "minimal"],
    ["a public body alone", { publicBodyOrPublicService: true }, "minimal", "minimal"],
  ])("%s", (_case, stated, classes, reasons) => {
    const answer = classify(stated);
    expect(answer.classes.join(" ")).toBe(classes);
    expect(answer.class).toBe(answer.classes[0]);
    expect(answer.reasons.map(({ id }) => id).join(" ")).toBe(reasons);
    expect(answer.covered).toBe(true);
  });
});

describe("a provider", () => {
  test.each<[string, StatedFacts]>([
    ["alone", {}],
    ["of a high-risk system", { annexIIIUse: "credit_scoring" }],
    ["of a prohibited system", { otherProhibitedPractices: ["a"] }],
    ["of a chatbot", { interactsWithPeople: true }],
  ])("%s is not covered: no class, no duties, the reason", (_case, stated) => {
    expect(classify({ ...stated, role: "provider" })).toMatchObject({
      class: null,
      covered: false,
      classes: [],
      obligations: [],
      notes: [],
      reasons: [{ id: "role-not-covered", citations: ["ai-act 3/3"] }],
    });
  });
});

test("a reason carries its article and, for a use, the point of Annex III", () => {
  expect(classify({ annexIIIUse: "credit_scoring" }).reasons[0]).toMatchObject({
    citations: ["ai-act 6(2)", "ai-act annex III/5(b)"],
    text: { en: expect.stringContaining("credit score") },
  });
  expect(classify(biometric).reasons[0]?.text.en).toContain("presupposes");
});
