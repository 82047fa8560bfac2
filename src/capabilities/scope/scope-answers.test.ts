import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CZ, registerFiles, SK } from "../../../test/promises/register-files.fixture.ts";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { ServiceError } from "../../core/problem.ts";
import { nis2ScopeCheck } from "./nis2-scope-check.ts";
import { scopeEvaluate } from "./scope-evaluate.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices({ files: registerFiles });
});

afterAll(() => dosah.close());

async function evaluate(args: object) {
  return (await dosah.call(scopeEvaluate, { locale: "en", ...args }, [], { address: null })).answer;
}

async function problemOf(args: object) {
  const thrown: unknown = await evaluate(args).catch((error: unknown) => error);
  if (thrown instanceof ServiceError) return thrown.problem;
  throw new Error("no problem");
}

const power = { country: "CZ", nace: [{ code: "35.11" }], employees: 10 };

describe("answers of a caller", () => {
  test("decide, and the answer says so", async () => {
    const answer = await evaluate({ ...power, answers: { czElectricityCapacity: 120 } });
    expect(answer).toMatchObject({
      category: "essential",
      nationalRegime: { id: "higher" },
      answered: [{ id: "czElectricityCapacity", value: 120, effect: "decided" }],
    });
    expect(answer.reasoning).toContain("120 MW");
  });

  test.each<[string, object, string]>([
    ["a question that does not exist", { czElectricityCapacitys: 1 }, "answers.czElectricityCapacity"],
    ["a question like no other", { somethingElse: 1 }, "answers"],
    ["a number out of bounds", { czWasteShare: 101 }, "answers.czWasteShare"],
    ["a text for a number", { czElectricityCapacity: "a lot" }, "answers.czElectricityCapacity"],
    ["an option that does not exist", { czChemicalSite: "C" }, "answers.czChemicalSite"],
    ["a fact of Slovak law", { skThirdParty: true }, "answers.skThirdParty"],
    ["a kind of Slovak public body", { publicBodyKind: "central" }, "answers.publicBodyKind"],
    ["yes to a service without the service", { otherActivity: true }, "answers.otherActivity"],
  ])("%s is refused with the name of the field", async (_case, answers, field) => {
    expect(await problemOf({ ...power, answers })).toMatchObject({ code: "invalid_arguments", field });
  });

  test("a yes to the group counts before its figures are stated, and agrees with them afterwards", async () => {
    const small = { ...power, employees: 20, turnoverEur: 1000, balanceSheetEur: 1000 };
    expect((await evaluate({ ...small })).category).toBe("out_of_scope");
    const said = await evaluate({ ...small, answers: { linkedEnterprises: true } });
    expect(said).toMatchObject({
      category: "unknown",
      unknownReason: "size_undetermined",
      answered: [{ id: "linkedEnterprises", value: true, effect: "open" }],
      nextQuestion: { fact: "linkedEnterprises" },
    });
    for (const [employees, category] of [
      [300, "essential"],
      [5, "out_of_scope"],
    ] as const) {
      const group = { linked: [{ employees, turnoverEur: 0, balanceSheetEur: 0 }] };
      expect((await evaluate({ ...small, answers: { linkedEnterprises: true }, group })).category).toBe(category);
    }
  });

  test("a yes to a capacity counts before the capacity is stated", async () => {
    const said = await evaluate({ ...power, answers: { czElectricityCapacity: true } });
    expect(said).toMatchObject({
      category: "unknown",
      unknownReason: "activity_undetermined",
      answered: [{ id: "czElectricityCapacity", value: true, effect: "open" }],
      nextQuestion: { fact: "czElectricityCapacity" },
    });
    expect(said.headline).toContain("yes");
    const medium = await evaluate({ ...power, employees: 60, answers: { czElectricityCapacity: true } });
    expect(medium.category).toBe("important");
    expect(medium.headline).toContain("at least");
    expect((await evaluate({ ...power, answers: { czElectricityCapacity: 99 } })).category).toBe("out_of_scope");
  });

  test("that play no part are accepted", async () => {
    const answer = await evaluate({ ...power, answers: { czPassengerCars: true } });
    expect(answer.answered).toEqual([{ id: "czPassengerCars", value: true, effect: "no_change" }]);
  });

  test("until nothing is open: then the verdict is complete and asks nothing", async () => {
    let args: Record<string, unknown> = { ...power, turnoverEur: 1, balanceSheetEur: 1 };
    let answer = await evaluate(args);
    for (let round = 0; round < 20 && answer.nextQuestion !== null; round++) {
      const { controls } = answer.nextQuestion;
      const known = { ...answer.evaluate.arguments };
      const given: Record<string, unknown> = { ...Object(known.answers) };
      for (const { field, kind, none } of controls) {
        const key = none === true ? answer.nextQuestion.fact : field.replace("answers.", "");
        given[key] = none === true || kind === "boolean" ? false : kind === "number" ? 0 : "none";
      }
      args = { ...known, answers: given };
      answer = await evaluate(args);
    }
    expect(answer).toMatchObject({ category: "out_of_scope", complete: true, nextQuestion: null, missingFacts: [] });
    expect(answer.reasoning).not.toContain("can change");
  });
});

describe("services, codes and the group of a caller", () => {
  test("a service counts without a code and is named", async () => {
    const answer = await evaluate({ country: "SK", nace: [], activities: ["16.13"], employees: 60 });
    expect(answer).toMatchObject({
      category: "important",
      nace: null,
      decidingNace: null,
      decidingService: { id: "16.13", name: "Managed service" },
      sector: { id: "ict-service-management" },
    });
    expect(answer.trace.find(({ rule }) => rule === "activity")?.text).toContain("Managed service");
  });

  test("a service that the country's law does not know is refused", async () => {
    expect(await problemOf({ country: "SK", nace: [], activities: ["16.13", "21.1"] })).toMatchObject({
      field: "activities.1",
    });
    expect(await problemOf({ country: "CZ", nace: [], activities: ["99.9"] })).toMatchObject({ field: "activities.0" });
  });

  test.each(["25,11", "C25.11", "25 11", "2511", "25.11.0"])("a code is read as it is written: %s", async (code) => {
    const answer = await evaluate({ country: "SK", nace: [{ code, revision: "2" }], employees: 60 });
    expect(answer.nace?.code.slice(0, 4)).toBe("2511");
  });

  test("a group is added up step by step", async () => {
    const group = { linked: [{ employees: 300 }], partners: [{ sharePercent: 30, employees: 40 }] };
    const answer = await evaluate({ country: "SK", nace: [{ code: "35.11" }], employees: 40, group });
    expect(answer).toMatchObject({
      category: "essential",
      group: { size: "large", ownSize: "small", employees: { min: 352 } },
    });
    expect(answer.group?.steps.map(({ id }) => id)).toContain("sum");
  });

  test("further codes without a main one say nothing about the main one", async () => {
    const facts = { country: "SK", nace: [{ code: "68.20" }], employees: 60 };
    expect((await evaluate(facts)).category).toBe("out_of_scope");
    expect(await evaluate({ ...facts, mainUnknown: ["2"] })).toMatchObject({ category: "unknown", nace: null });
  });
});

describe("the check of a firm names the next question", () => {
  test.each([CZ.noSize, CZ.furtherOnly, CZ.noNace, CZ.ceased, SK.neither])("%s", async (ico) => {
    const country = Object.values<string>(CZ).includes(ico) ? "CZ" : "SK";
    const { answer } = await dosah.call(nis2ScopeCheck, { ico, country, locale: "en" }, [], { address: null });
    expect(answer.nextQuestion?.fact).toBe(answer.missingFacts[0]?.fact);
    expect(answer.evaluate).toMatchObject({ method: "POST", path: "/api/scope-evaluate" });
    expect(answer.nextQuestion?.controls.length).toBeGreaterThan(0);
    const again = await evaluate(answer.evaluate.arguments);
    expect([again.category, again.nace, again.otherNace]).toEqual([answer.category, answer.nace, answer.otherNace]);
    expect(again.missingFacts).toEqual(answer.missingFacts);
  });
});
