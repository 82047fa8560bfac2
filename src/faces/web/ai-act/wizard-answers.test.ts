import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { servicesOver } from "../../../../test/browser/services.fixture.ts";
import { aiActClassify } from "../../../capabilities/ai-act/ai-act-classify.ts";
import { aiActQuestions } from "../../../capabilities/ai-act/ai-act-questions.ts";
import { argumentsOf, carried, nextQuestion, readWizard, stepPath, valuesOf } from "./wizard-answers.ts";

const services = servicesOver();
const interview = await aiActQuestions.run({ locale: "en" }, services);
const questions = interview.questions.filter(({ kind }) => kind !== "day");

const read = (query: string) => readWizard(new URLSearchParams(query), interview);

const classify = (args: object) => aiActClassify.run(aiActClassify.input.parse({ ...args, locale: "en" }), services);

describe("which questions are asked", () => {
  test("nothing answered: the nine that stand on their own", () => {
    expect(read("").asked.map(({ field }) => field)).toEqual([
      "role",
      "annexIIIUse",
      "emotionRecognition",
      "biometricCategorisation",
      "otherProhibitedPractices",
      "interactsWithPeople",
      "generatesSyntheticContent",
      "deepfake",
      "publicInterestText",
    ]);
  });

  test.each([
    ["annexIIIUse=credit_scoring", "profiling", true],
    ["annexIIIUse=none", "profiling", false],
    ["annexIIIUse=unknown", "profiling", false],
    ["emotionRecognition=yes", "emotionAtWorkplaceOrEducation", true],
    ["emotionRecognition=yes", "annexIIIException", true],
    ["emotionRecognition=no", "emotionAtWorkplaceOrEducation", false],
    ["biometricCategorisation=yes", "biometricInfersSensitiveTraits", true],
    ["publicInterestText=yes", "editorialResponsibility", true],
    ["publicInterestText=unknown", "editorialResponsibility", false],
    ["role=provider&annexIIIUse=credit_scoring", "annexIIIUse", false],
  ])("after %s, %s: %s", (query, field, isAsked) => {
    expect(read(query).asked.some((question) => question.field === field)).toBe(isAsked);
  });

  test("the first question without an answer is next, and after the last there is none", () => {
    expect(nextQuestion(read(""))?.field).toBe("role");
    expect(nextQuestion(read("role=deployer&emotionRecognition=no"))?.field).toBe("annexIIIUse");
    expect(nextQuestion(read("role=provider"))).toBeUndefined();
    const all = questions.map(({ field }) => `${field}=unknown`).join("&");
    expect(nextQuestion(read(all))).toBeUndefined();
  });
});

describe("what an address says", () => {
  test.each([
    ["profiling=true"],
    ["profiling=yes&profiling=no"],
    ["role=none"],
    ["annexIIIUse=emotion_recognition"],
    ["annexIIIUse=credit_scoring&annexIIIUse=public_benefits"],
    ["otherProhibitedPractices=f"],
    ["otherProhibitedPractices=a&otherProhibitedPractices=none"],
    ["otherProhibitedPractices=a&otherProhibitedPractices=unknown"],
    ["deepfake=__proto__"],
  ])("%s is no answer", (query) => {
    const { wrong, answers } = read(query);
    expect(wrong).toHaveLength(1);
    expect(answers.size).toBe(0);
  });

  test("what is no question of ours is left alone, and an empty value is no answer", () => {
    const { wrong, answers } = read("utm_source=mail&role=&deepfake=yes");
    expect(wrong).toEqual([]);
    expect([...answers]).toEqual([["deepfake", ["yes"]]]);
  });

  test.each([
    ["asOf=2027-12-02", "2027-12-02", undefined],
    ["asOf=2026-02-30", undefined, "2026-02-30"],
    ["asOf=tomorrow", undefined, "tomorrow"],
    ["asOf=", undefined, undefined],
  ])("%s", (query, asOf, wrongDay) => {
    expect(read(query)).toMatchObject({ asOf, wrongDay });
  });

  test("answers become the arguments of the tool; who does not know states nothing", () => {
    const query =
      "role=deployer&annexIIIUse=none&emotionRecognition=yes&emotionForMedicalOrSafety=unknown&profiling=no&otherProhibitedPractices=ba&otherProhibitedPractices=c&deepfake=unknown&asOf=2027-12-02";
    expect(argumentsOf(read(query))).toEqual({
      role: "deployer",
      annexIIIUse: "none",
      emotionRecognition: true,
      profiling: false,
      otherProhibitedPractices: ["ba", "c"],
      asOf: "2027-12-02",
    });
    expect(argumentsOf(read("otherProhibitedPractices=none"))).toEqual({ otherProhibitedPractices: [] });
  });

  test("every question has an address of its own", () => {
    const addresses = questions.map(({ field }) => stepPath(field));
    expect(new Set(addresses).size).toBe(18);
    expect(addresses).toContain("/ai-act/annex-iii-use");
    for (const address of addresses) expect(address).toMatch(/^\/ai-act\/[a-z]+(-[a-z]+)*$/);
    expect(addresses).not.toContain("/ai-act/result");
  });
});

/** Answers to any of the questions, as a form would send them. */
const sent = fc
  .tuple(...questions.map((question) => fc.option(fc.constantFrom(...valuesOf(question)), { nil: undefined, freq: 2 })))
  .map((values) =>
    values.flatMap((value, index) => (value === undefined ? [] : [[questions[index]?.field ?? "", value]])),
  );

test("whatever stands in an address, every answer is read or named as wrong, and carrying it on changes nothing", () => {
  const names = fc.constantFrom(...questions.map(({ field }) => String(field)), "asOf", "x");
  const values = fc.oneof(fc.string(), fc.constantFrom("yes", "no", "none", "unknown", "a", "provider", "2026-11-20"));
  fc.assert(
    fc.property(fc.array(fc.tuple(names, values)), (pairs) => {
      const wizard = readWizard(new URLSearchParams(pairs), interview);
      for (const { field } of wizard.wrong) expect(wizard.answers.has(field)).toBe(false);
      const again = readWizard(new URLSearchParams(carried(wizard)), interview);
      expect([...again.answers]).toEqual([...wizard.answers]);
      expect(again.asOf).toBe(wizard.asOf);
      expect(again.wrong).toEqual([]);
      expect(() => aiActClassify.input.parse({ ...argumentsOf(wizard), locale: "sk" })).not.toThrow();
    }),
  );
});

/** The same questions, all asked whatever was answered before. */
const unconditional = { questions: interview.questions.map((question) => ({ ...question, onlyIf: [] })) };

test("a question that is skipped would not have changed the class, the reasons or the duties", async () => {
  await fc.assert(
    fc.asyncProperty(sent, async (pairs) => {
      const wizard = readWizard(new URLSearchParams(pairs), interview);
      const everything = readWizard(new URLSearchParams(pairs), unconditional);
      const [kept, all] = await Promise.all([classify(argumentsOf(wizard)), classify(argumentsOf(everything))]);
      expect([kept.class, kept.reasons, kept.obligations]).toEqual([all.class, all.reasons, all.obligations]);
    }),
  );
});

test("every assumption that the answer names has its question in the wizard, or is the day", async () => {
  await fc.assert(
    fc.asyncProperty(sent, async (pairs) => {
      const wizard = readWizard(new URLSearchParams(pairs), interview);
      const { assumptions } = await classify(argumentsOf(wizard));
      const asked = new Set(wizard.asked.map(({ field }) => field));
      for (const { field } of assumptions) expect(field === "asOf" || asked.has(field), field).toBe(true);
    }),
  );
});
