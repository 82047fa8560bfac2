import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CZ, registerFiles, SK } from "../../../test/promises/register-files.fixture.ts";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { ServiceError } from "../../core/problem.ts";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { loadSample } from "../../knowledge/sample.ts";
import { agentAnswer, offeredToAgents } from "./agent-scope-answer.ts";
import type { CheckAnswers } from "./check-answers.ts";
import { nis2ScopeCheck } from "./nis2-scope-check.ts";
import type { QuestionControl } from "./question-control.ts";
import { scopeEvaluate } from "./scope-evaluate.ts";
import { scopeQuestions } from "./scope-questions.ts";

let dosah: TestServices;
let sample: TestServices;

beforeAll(async () => {
  [dosah, sample] = await Promise.all([openTestServices({ files: registerFiles }), openTestServices({})]);
});

afterAll(() => Promise.all([dosah.close(), sample.close()]));

const nobody = { address: null };

async function check(args: object, of = dosah) {
  return (await of.call(nis2ScopeCheck, { locale: "en", ...args }, [], nobody)).answer;
}

/** As an agent gets it. */
async function asAgent(args: object, of: TestServices) {
  const { answer, args: read } = await of.call(nis2ScopeCheck, { locale: "en", ...args }, [], nobody);
  return agentAnswer.parse(offeredToAgents(answer, read));
}

async function problemOf(args: object) {
  const thrown: unknown = await check(args).catch((error: unknown) => error);
  if (thrown instanceof ServiceError) return thrown.problem;
  throw new Error("no problem");
}

const unsized = { ico: CZ.noSize, country: "CZ" };

/** The reply of a person who does today what the register says and has nothing else that is asked about. */
function replyTo(fact: string, controls: readonly QuestionControl[], staff = 10): Record<string, unknown> {
  const replies: Record<string, unknown> = {};
  for (const { field, kind, none, options = [] } of controls) {
    const name = none === true ? fact : field.replace("answers.", "");
    const value = {
      number: field.endsWith("employees") ? staff : 10,
      choice: options.at(-1)?.value,
      list: [],
      codes: [{ code: "68.20" }],
      services: [],
      boolean: fact === "currentActivity",
    };
    replies[name] = none === true ? false : (value[kind as keyof typeof value] ?? false);
  }
  return replies;
}

describe("answers of the person whom an agent asked", () => {
  test("count, are marked as stated and echoed, and the answer says what they did", async () => {
    expect(await check(unsized)).toMatchObject({ category: "unknown", unknownReason: "size_undetermined" });
    const answers = { employees: 300, turnoverEur: 60_000_000, balanceSheetEur: 50_000_000 };
    const answer = await check({ ...unsized, answers });
    expect(answer).toMatchObject({ category: "essential", stated: answers });
    expect(answer.size).toEqual({
      category: "large",
      employees: { min: 300, max: 300 },
      source: "stated by the caller, not verified",
    });
    expect(answer.headline).not.toMatch(/register/);
    const { statements = [] } = await check({ ...unsized, answers, detail: "full" });
    const ofSize = statements.filter(({ fact }) => fact === "size");
    expect(ofSize.every(({ used, why }) => !used && why?.includes("stated"))).toBe(true);
  });

  test("count as in scope_evaluate with the same facts", async () => {
    const first = await check(unsized);
    const replies: readonly CheckAnswers[] = [
      { employees: 10, turnoverEur: 1, balanceSheetEur: 1 },
      { employees: 60 },
      { employees: 40, group: { linked: [{ employees: 300 }], partners: [] } },
      { employees: 10, czElectricityCapacity: 120 },
      { employees: 10, czElectricityCapacity: true },
      { employees: 10, activities: ["16.13"], linkedEnterprises: false },
    ];
    for (const answers of replies) {
      const { sizeCode: _sizeCode, ...known } = first.evaluate.arguments;
      const { employees, turnoverEur, balanceSheetEur, group, activities, ...byId } = answers;
      const figures = { employees, turnoverEur, balanceSheetEur, group, activities };
      const args = { ...known, ...figures, answers: byId, locale: "en" };
      const { answer } = await dosah.call(scopeEvaluate, args, [], nobody);
      const own = await check({ ...unsized, answers });
      for (const field of [
        "category",
        "unknownReason",
        "missingFacts",
        "answered",
        "complete",
        "nationalRegime",
      ] as const)
        expect([answers, own[field]]).toEqual([answers, answer[field]]);
    }
  });

  test("a code that the person names is the activity of a firm without one", async () => {
    const answers = { nace: [{ code: "C25.11", revision: "2" }], employees: 60 };
    const answer = await check({ ico: CZ.noNace, country: "CZ", answers });
    expect(answer).toMatchObject({ category: "out_of_scope", nace: { code: "2511", revision: "2" } });
    const further = await check({ ico: CZ.furtherOnly, country: "CZ", answers });
    expect(further.nace).toMatchObject({ code: "2511" });
    expect(further.otherNace.map(({ code }) => code)).toEqual(["47110", "38110"]);
  });

  test("never make a firm out of scope that the open-data register names", async () => {
    const register = await check({ ico: SK.registerOnly, country: "SK" });
    expect(register).toMatchObject({ category: "essential", decidedBy: "open_data_register" });
    const answers = { employees: 2, turnoverEur: 1, balanceSheetEur: 1 };
    expect(await check({ ico: SK.registerOnly, country: "SK", answers })).toMatchObject({ category: "essential" });
  });

  test("are kept for nobody: the next who asks gets the answer of the registers", async () => {
    const before = await check(unsized);
    for (let times = 0; times < 3; times++) await check({ ...unsized, answers: { employees: 300 } });
    expect(await check(unsized)).toEqual(before);
    expect(before).not.toHaveProperty("stated");
  });

  test.each<[string, object, string]>([
    ["a fact that does not exist", { somethingElse: 1 }, "answers"],
    ["one that is nearly right", { czElectricityCapacitys: 1 }, "answers.czElectricityCapacity"],
    ["a number out of bounds", { employees: -1 }, "answers.employees"],
    ["a text for a number", { employees: "a lot" }, "answers.employees"],
    ["a fact of Slovak law", { skThirdParty: true }, "answers.skThirdParty"],
    ["a code that does not exist", { nace: [{ code: "99.99" }] }, "answers.nace.0.code"],
    ["a service that the country does not know", { activities: ["99.9"] }, "answers.activities.0"],
  ])("%s is an error that names the field", async (_case, answers, field) => {
    expect(await problemOf({ ...unsized, answers })).toMatchObject({ code: "invalid_arguments", field });
    // Without a country it is known only after the look-up.
    expect(await problemOf({ ico: CZ.noSize, answers })).toMatchObject({ code: "invalid_arguments", field });
  });

  test("an unknown fact is answered with the known ones", async () => {
    const { message } = await problemOf({ ...unsized, answers: { somethingElse: 1 } });
    for (const id of ["employees", "linkedEnterprises", "group", "czElectricityCapacity", "skThirdParty"]) {
      expect(message.en).toContain(id);
    }
  });
});

describe("the dialogue of an agent with one tool", () => {
  test("check, the next question, check with answers: a final verdict for 20 firms of the sample", async () => {
    const firms = loadSample(`${KNOWLEDGE_DIR}/sample`).companies;
    const finals: string[] = [];
    for (const { ico, country } of firms) {
      const first = await asAgent({ ico, country }, sample);
      if (first.nextQuestion === null) continue;
      const { questions } = (await sample.call(scopeQuestions, { country }, [], nobody)).answer;
      const staff = first.size.employees?.min;
      const asked = replyTo(first.nextQuestion.fact, first.nextQuestion.controls, staff);
      const second = await asAgent({ ico, country, answers: asked }, sample);
      expect([ico, second.missingFacts.map(({ fact }) => fact)]).not.toContain(first.nextQuestion.fact);
      expect(second.stated).toMatchObject(asked);
      let answers = asked;
      for (const { fact } of second.missingFacts) {
        const controls = questions.find((question) => question.fact === fact)?.controls ?? [];
        answers = { ...replyTo(fact, controls, staff), ...answers };
      }
      const third = await asAgent({ ico, country, answers }, sample);
      // A reply may open a question of its own, such as the money of a firm that is small today.
      if (third.nextQuestion !== null) continue;
      expect([ico, third.complete, third.missingFacts]).toEqual([ico, true, []]);
      finals.push(ico);
    }
    expect(finals.length).toBeGreaterThanOrEqual(20);
  });

  test("the question names arguments that the tool takes", async () => {
    const { nextQuestion } = await asAgent(unsized, dosah);
    expect(nextQuestion?.controls).toEqual([expect.objectContaining({ field: "answers.employees", kind: "number" })]);
    expect(await asAgent(unsized, dosah)).not.toHaveProperty("evaluate");
  });
});
