import fc from "fast-check";
import { expect, test } from "vitest";
import { AI_CLASSES, type AiClass, EXCEPTIONS, STATED_LETTERS, STATED_USES } from "../../knowledge/ai-act-ids.ts";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { classifyAiSystem } from "./classify.ts";
import { resolveFacts, type StatedFacts } from "./facts.ts";

const { aiAct: knowledge } = shipped;

const FLAGS = [
  "profiling",
  "interactsWithPeople",
  "generatesSyntheticContent",
  "deepfake",
  "publicInterestText",
  "editorialResponsibility",
  "emotionRecognition",
  "emotionAtWorkplaceOrEducation",
  "emotionForMedicalOrSafety",
  "biometricCategorisation",
  "biometricInfersSensitiveTraits",
  "employerUsingAtWorkplace",
  "publicBodyOrPublicService",
  "decidesAboutNaturalPersons",
] as const;

/** Facts that the law itself names as a way out: Article 5(1)(f) and Article 50(4); Article 6(3) is the third. */
const EXEMPTIONS: readonly string[] = ["emotionForMedicalOrSafety", "editorialResponsibility"];

const stated: fc.Arbitrary<StatedFacts> = fc.record(
  {
    role: fc.constant("deployer" as const),
    annexIIIUse: fc.constantFrom("none" as const, ...STATED_USES),
    annexIIIException: fc.constantFrom("none" as const, ...EXCEPTIONS),
    otherProhibitedPractices: fc.subarray([...STATED_LETTERS]),
    profiling: fc.boolean(),
    interactsWithPeople: fc.boolean(),
    generatesSyntheticContent: fc.boolean(),
    deepfake: fc.boolean(),
    publicInterestText: fc.boolean(),
    editorialResponsibility: fc.boolean(),
    emotionRecognition: fc.boolean(),
    emotionAtWorkplaceOrEducation: fc.boolean(),
    emotionForMedicalOrSafety: fc.boolean(),
    biometricCategorisation: fc.boolean(),
    biometricInfersSensitiveTraits: fc.boolean(),
    employerUsingAtWorkplace: fc.boolean(),
    publicBodyOrPublicService: fc.boolean(),
    decidesAboutNaturalPersons: fc.boolean(),
  },
  { requiredKeys: [] },
);

const day = fc
  .date({ min: new Date("2024-01-01"), max: new Date("2031-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** One more fact: a flag set, a use named, a letter added. */
const addition: fc.Arbitrary<StatedFacts> = fc.oneof(
  fc.constantFrom(...FLAGS.filter((flag) => !EXEMPTIONS.includes(flag))).map((flag) => ({ [flag]: true })),
  fc.constantFrom(...STATED_USES).map((annexIIIUse) => ({ annexIIIUse })),
  fc.constantFrom(...STATED_LETTERS).map((letter) => ({ otherProhibitedPractices: [letter] })),
);

function classify(facts: StatedFacts, asOf = "2026-11-20") {
  return classifyAiSystem(resolveFacts(facts), knowledge, asOf);
}

/** 0 is the strictest. */
function mildness(facts: StatedFacts): number {
  const { class: found } = classify(facts);
  return AI_CLASSES.indexOf(found ?? ("none" as AiClass));
}

function add(facts: StatedFacts, more: StatedFacts): StatedFacts {
  const letters = [...(facts.otherProhibitedPractices ?? []), ...(more.otherProhibitedPractices ?? [])];
  return { ...facts, ...more, otherProhibitedPractices: letters };
}

test("adding a fact never makes the class milder", () => {
  fc.assert(
    fc.property(stated, addition, (facts, more) => {
      // A use replaces a use: only the first one named is an added fact.
      fc.pre(more.annexIIIUse === undefined || (facts.annexIIIUse ?? "none") === "none");
      expect(mildness(add(facts, more))).toBeLessThanOrEqual(mildness(facts));
    }),
  );
});

test("the exception of Article 6(3) lifts high risk only, never a prohibition or a duty of transparency", () => {
  fc.assert(
    fc.property(stated, fc.constantFrom(...EXCEPTIONS), (facts, annexIIIException) => {
      const lifted = classify({ ...facts, annexIIIException });
      const bare = classify({ ...facts, annexIIIException: "none" });
      const others = (classes: readonly string[]) =>
        classes.filter((each) => each === "prohibited" || each === "transparency");
      expect(others(lifted.classes)).toEqual(others(bare.classes));
      if (facts.profiling === true) expect(lifted.classes).toEqual(bare.classes);
    }),
  );
});

test("medical or safety reasons lift letter f only and leave the notice of Article 50(3)", () => {
  fc.assert(
    fc.property(stated, (facts) => {
      const asked = { ...facts, emotionRecognition: true, emotionForMedicalOrSafety: true };
      const letters = (each: StatedFacts) =>
        classify(each)
          .reasons.map(({ id }) => id)
          .filter((id) => id.startsWith("prohibited-") && id !== "prohibited-f");
      expect(letters(asked)).toEqual(letters({ ...asked, emotionForMedicalOrSafety: false }));
      expect(classify(asked).obligations.map(({ id }) => id)).toContain("notice-emotion-biometric");
    }),
  );
});

test("editorial responsibility changes nothing but the disclosure of the text", () => {
  fc.assert(
    fc.property(stated, (facts) => {
      const duties = (editorialResponsibility: boolean) =>
        classify({ ...facts, editorialResponsibility })
          .obligations.map(({ id }) => id)
          .filter((id) => !["disclose-public-interest-text", "disclosure-manner"].includes(id));
      expect(duties(true)).toEqual(duties(false));
    }),
  );
});

test("leaving a field out equals passing its documented default", () => {
  fc.assert(
    fc.property(stated, day, (facts, asOf) => {
      const use = facts.annexIIIUse ?? "none";
      const emotion =
        facts.emotionRecognition === true &&
        !(facts.emotionAtWorkplaceOrEducation === true && facts.emotionForMedicalOrSafety !== true);
      const biometric = facts.biometricCategorisation === true && facts.biometricInfersSensitiveTraits !== true;
      const spelledOut: StatedFacts = {
        role: "deployer",
        annexIIIUse: "none",
        annexIIIException: "none",
        otherProhibitedPractices: [],
        ...Object.fromEntries(FLAGS.map((flag) => [flag, false])),
        employerUsingAtWorkplace: use === "employment_management",
        publicBodyOrPublicService: use === "public_benefits",
        decidesAboutNaturalPersons: (use !== "none" && use !== "critical_infrastructure") || emotion || biometric,
        ...facts,
      };
      expect(classify(facts, asOf)).toEqual(classify(spelledOut, asOf));
    }),
  );
});

test("the answer depends on the facts and the day alone, not on the order of the fields or on an earlier question", () => {
  fc.assert(
    fc.property(stated, stated, day, (facts, other, asOf) => {
      const first = classify(facts, asOf);
      classify(other, asOf);
      const reversed: StatedFacts = Object.fromEntries(Object.entries(facts).reverse());
      expect(classify(reversed, asOf)).toEqual(first);
    }),
  );
});

test("the day moves nothing but which duties apply", () => {
  fc.assert(
    fc.property(stated, day, day, (facts, one, other) => {
      const without = (asOf: string) => {
        const { obligations, ...rest } = classify(facts, asOf);
        return { ...rest, obligations: obligations.map(({ appliesAsOf: _applies, ...duty }) => duty) };
      };
      expect(without(one)).toEqual(without(other));
      for (const { appliesFrom, appliesAsOf } of classify(facts, one).obligations)
        expect(appliesAsOf).toBe(one >= appliesFrom);
    }),
  );
});
