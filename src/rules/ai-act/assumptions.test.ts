import fc from "fast-check";
import { expect, test } from "vitest";
import { FACT_FIELDS, type FactField } from "../../knowledge/ai-act-ids.ts";
import { knowledge as shipped } from "../../knowledge/shipped.fixture.ts";
import { assumptionsOf } from "./assumptions.ts";
import { classifyAiSystem } from "./classify.ts";
import { resolveFacts, type StatedFacts } from "./facts.ts";

const { aiAct: knowledge } = shipped;
const TODAY = "2026-11-20";

function assumed(stated: StatedFacts, isDayGiven = true) {
  return assumptionsOf(stated, knowledge, TODAY, isDayGiven);
}

function fields(stated: StatedFacts): FactField[] {
  return assumed(stated).map(({ field }) => field);
}

function assumedClass(stated: StatedFacts) {
  return classifyAiSystem(resolveFacts(stated), knowledge, TODAY).class;
}

test("a fact that was stated is no assumption, also when it says what the default would", () => {
  expect(fields({ ...resolveFacts({}) })).toEqual([]);
});

test("a default that could not change the answer is not mentioned", () => {
  expect(fields({})).not.toContain("profiling");
  expect(fields({})).not.toContain("annexIIIException");
  expect(fields({})).not.toContain("emotionAtWorkplaceOrEducation");
  expect(fields({})).not.toContain("editorialResponsibility");
  expect(fields({})).not.toContain("employerUsingAtWorkplace");
});

test("it is mentioned as soon as it could", () => {
  expect(fields({ annexIIIUse: "credit_scoring", annexIIIException: "preparatory" })).toContain("profiling");
  expect(fields({ annexIIIUse: "credit_scoring" })).toContain("annexIIIException");
  expect(fields({ emotionRecognition: true })).toContain("emotionAtWorkplaceOrEducation");
  expect(fields({ emotionRecognition: true })).not.toContain("emotionForMedicalOrSafety");
  expect(fields({ emotionRecognition: true, emotionAtWorkplaceOrEducation: true })).toContain(
    "emotionForMedicalOrSafety",
  );
  expect(fields({ publicInterestText: true })).toContain("editorialResponsibility");
  expect(fields({ biometricCategorisation: true })).toContain("biometricInfersSensitiveTraits");
});

test.each([
  ["employment_recruitment", false, false, true],
  ["employment_management", true, false, true],
  ["public_benefits", false, true, true],
  ["critical_infrastructure", false, null, false],
  ["credit_scoring", false, false, true],
] as const)("%s: the three defaults that depend on the use", (annexIIIUse, employer, publicBody, decides) => {
  const value = (field: FactField) => assumed({ annexIIIUse }).find((each) => each.field === field)?.value ?? null;
  expect(value("employerUsingAtWorkplace")).toBe(employer);
  expect(value("publicBodyOrPublicService")).toBe(publicBody);
  expect(value("decidesAboutNaturalPersons")).toBe(decides);
});

test("the text says what was assumed, not its opposite", () => {
  const text = (annexIIIUse: "employment_management" | "credit_scoring") =>
    assumed({ annexIIIUse }).find(({ field }) => field === "employerUsingAtWorkplace")?.text.en;
  expect(text("employment_management")).toBe("The firm uses the system at the workplace as an employer.");
  expect(text("credit_scoring")).toBe("The firm does not use the system at the workplace as an employer.");
});

test("each assumption names the classes that another value would give", () => {
  const couldBecome = (stated: StatedFacts, field: FactField) =>
    assumed(stated).find((each) => each.field === field)?.couldBecome;
  expect(couldBecome({}, "annexIIIUse")).toEqual(["high_risk"]);
  expect(couldBecome({}, "otherProhibitedPractices")).toEqual(["prohibited"]);
  expect(couldBecome({}, "interactsWithPeople")).toEqual(["transparency"]);
  expect(couldBecome({ annexIIIUse: "credit_scoring" }, "annexIIIException")).toEqual(["minimal"]);
  expect(couldBecome({ annexIIIUse: "credit_scoring" }, "decidesAboutNaturalPersons")).toEqual([]);
});

test("the day is an assumption only when nobody named it and a duty depends on it", () => {
  expect(assumed({}, false).find(({ field }) => field === "asOf")?.value).toBe(TODAY);
  expect(fields({})).not.toContain("asOf");
  expect(assumed({ role: "provider" }, false)).toEqual([]);
});

test("a field that is not an assumption has no say: any other value of it gives the same class", () => {
  const flags = FACT_FIELDS.filter((field) => resolveFacts({})[field as keyof StatedFacts] === false);
  fc.assert(
    fc.property(fc.subarray(flags), fc.constantFrom(...flags), (set, field) => {
      fc.pre(!set.includes(field));
      const stated: StatedFacts = Object.fromEntries(set.map((each) => [each, true]));
      const entry = assumed(stated).find((each) => each.field === field);
      const flipped = !resolveFacts(stated)[field as keyof StatedFacts];
      const classAfter = assumedClass({ ...stated, [field]: flipped });
      if (entry === undefined) expect(classAfter).toBe(assumedClass(stated));
      else if (classAfter !== assumedClass(stated)) expect(entry.couldBecome).toEqual([classAfter]);
    }),
  );
});
