import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { AREAS } from "../../knowledge/questionnaire-ids.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { confirmText } from "../../rules/citations/check.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import type { Services } from "../contexts.ts";
import { questionnaireScore } from "./questionnaire-score.ts";

const { version } = knowledge.questionnaire;

const services: Services = bareServices(knowledge);

async function ask(args: object, using = services) {
  const { answer } = await createCall(using, unlimited)(questionnaireScore, args, [], { address: null });
  return answer;
}

async function refusal(args: object) {
  const error = await ask(args).catch((thrown: unknown) => thrown);
  if (!(error instanceof ServiceError)) throw new Error("the call was expected to be refused");
  return error.problem;
}

const questions = knowledge.questionnaire.areas.flatMap((area) => area.questions);

function allAnswered(answer: string) {
  return Object.fromEntries(questions.map(({ id }) => [id, answer]));
}

describe("the result", () => {
  test("nothing answered has no score, nothing to do and no status", async () => {
    const answer = await ask({ answers: {} });
    expect(answer.overall).toEqual({ score: null, answered: 0, questionCount: 32 });
    expect(answer.areas.map(({ id }) => id)).toEqual([...AREAS]);
    expect(answer.areas.every(({ score }) => score === null)).toBe(true);
    expect(answer.nextSteps).toEqual([]);
    expect(answer.obligations).toHaveLength(knowledge.obligations.byCode.size);
    expect(answer.obligations.every(({ status }) => status === null)).toBe(true);
  });

  test("everything in place is 100, and every obligation but the one set by hand is met", async () => {
    const answer = await ask({ mode: "extended", answers: allAnswered("yes") });
    expect(answer.overall).toEqual({ score: 100, answered: 122, questionCount: 122 });
    expect(answer.nextSteps).toEqual([]);
    expect(answer.obligations.filter(({ status }) => status !== "met").map(({ code }) => code)).toEqual(["NIS2-21-5"]);
  });

  test("an area is scored by its weights, and the overall score takes all answers together", async () => {
    const answers = { "access-01": "yes", "access-02": "partial", "access-03": "no", "assets-02": "yes" };
    const answer = await ask({ answers });
    expect(answer.areas.find(({ id }) => id === "access")).toMatchObject({ score: 50, answered: 3, questionCount: 3 });
    expect(answer.areas.find(({ id }) => id === "assets")).toMatchObject({ score: 100, answered: 1, questionCount: 2 });
    expect(answer.overall).toEqual({ score: 59, answered: 4, questionCount: 32 });
  });

  test("what is not answered counts as no once the assessment is finished", async () => {
    const answers = { "hr-01": "yes" };
    const area = async (finished: boolean) => (await ask({ answers, finished })).areas.find(({ id }) => id === "hr");
    expect((await area(false))?.score).toBe(100);
    expect((await area(true))?.score).toBe(50);
    expect((await ask({ answers, finished: true })).nextSteps[0]?.answer).toBeNull();
  });

  test("quick mode leaves aside the answers that only extended mode asks", async () => {
    const answers = { "hr-01": "yes", "hr-03": "no" };
    const hr = async (mode: string) => (await ask({ mode, answers })).areas.find(({ id }) => id === "hr");
    expect(await hr("quick")).toMatchObject({ score: 100, answered: 1, questionCount: 2 });
    expect(await hr("extended")).toMatchObject({ score: 60, answered: 2, questionCount: 8 });
  });

  test("the next five things are the heaviest gaps, with what to look at and where it is written", async () => {
    const answers = { "assets-02": "no", "hr-01": "partial", "hr-02": "no", "bcm-01": "yes" };
    const { nextSteps } = await ask({ answers, locale: "en" });
    expect(nextSteps.map(({ id }) => id)).toEqual(["hr-02", "assets-02", "hr-01"]);
    expect(nextSteps[0]).toEqual({
      id: "hr-02",
      area: "hr",
      text: "Is there a leaver and mover procedure that covers access, devices and confidentiality?",
      guidance: "A checklist shared by HR and IT.",
      weight: 3,
      answer: "no",
      gap: 1,
      obligations: ["NIS2-21-2-I-HR"],
      legalReferences: ["Annex, point 10.3, to Implementing Regulation (EU) 2024/2690"],
    });
    expect((await ask({ mode: "extended", answers: allAnswered("no") })).nextSteps).toHaveLength(5);
  });

  test("answers pre-fill the obligations they speak of", async () => {
    const answers = { "training-01": "yes", "training-02": "no", "hr-01": "not_applicable", "hr-02": "not_applicable" };
    const { obligations } = await ask({ answers });
    const status = (code: string) => obligations.find((item) => item.code === code)?.status;
    expect([status("NIS2-21-2-G"), status("NIS2-20-2"), status("NIS2-21-2-I-HR")]).toEqual([
      "partial",
      "not_met",
      // Nobody says why it does not apply.
      null,
    ]);
    expect(status("NIS2-21-2-H")).toBeNull();
  });

  test("what does not apply without a reason is not answered; with one it counts in no score", async () => {
    const answers = { "training-01": "yes", "hr-01": "not_applicable", "hr-02": "not_applicable" };
    const without = await ask({ answers });
    expect(without.withoutReason).toEqual(["hr-01", "hr-02"]);
    expect(without.overall).toMatchObject({ score: 100, answered: 1 });
    const reasoned = await ask({ answers, reasons: ["hr-01", "hr-02"] });
    expect(reasoned.withoutReason).toEqual([]);
    expect(reasoned.overall).toMatchObject({ score: 100, answered: 3 });
    expect((await ask({ answers, finished: true })).overall.score).toBeLessThan(100);
  });

  test.each(LOCALES)("fits its schema, and its words pass the citation check (%s)", async (locale) => {
    for (const answer of ["yes", "no", "partial", "not_applicable"]) {
      const result = await ask({ mode: "extended", answers: allAnswered(answer), locale });
      for (const { text, guidance, legalReferences } of result.nextSteps) {
        for (const words of [text, guidance, ...legalReferences])
          expect(confirmText(words ?? "", knowledge.acts)).toBe(words);
      }
      expect(result).toMatchObject({ indicative: true, dataAsOf: knowledge.asOf, version });
    }
  });

  test("a step whose words are not confirmed keeps its place without them", async () => {
    const areas = knowledge.questionnaire.areas.map((area) => ({
      ...area,
      questions: area.questions.map((question) => ({ ...question, text: { ...question.text, sk: "Plníte § 20?" } })),
    }));
    const corrupted = {
      ...services,
      knowledge: { ...knowledge, questionnaire: { ...knowledge.questionnaire, areas } },
    };
    const { nextSteps } = await ask({ answers: { "hr-01": "no" } }, corrupted);
    expect(nextSteps[0]).toMatchObject({ id: "hr-01", text: null, guidance: "Podpísané oboznámenie." });
  });

  test("is offered to the page only", () => {
    expect(questionnaireScore.mcp).toBeUndefined();
    expect(questionnaireScore.rest).toBeUndefined();
    expect(questionnaireScore.web).toBeUndefined();
  });
});

describe("arguments", () => {
  test("quick, open and Slovak unless something else is said", async () => {
    const answers = { "hr-01": "no" };
    expect(await ask({ answers })).toEqual(await ask({ answers, mode: "quick", finished: false, locale: "sk" }));
  });

  test.each<[string, object, string]>([
    ["no answers", {}, "answers"],
    ["a list of answers", { answers: ["yes"] }, "answers"],
    ["an unknown question", { answers: { "hr-99": "yes" } }, "answers"],
    ["an unknown area", { answers: { "cloud-01": "yes" } }, "answers"],
    ["an unknown answer", { answers: { "hr-01": "maybe" } }, "answers"],
    ["a truth value for an answer", { answers: { "hr-01": true } }, "answers"],
    ["null for an answer", { answers: { "hr-01": null } }, "answers"],
    ["an unknown mode", { answers: {}, mode: "full" }, "mode"],
    ["a word for finished", { answers: {}, finished: "yes" }, "finished"],
    ["a language we do not speak", { answers: {}, locale: "hu" }, "locale"],
  ])("%s is refused and names the field", async (_case, args, field) => {
    expect(await refusal(args)).toMatchObject({ code: "invalid_arguments", field });
  });

  test("whatever a caller writes into the answers, a refusal repeats none of it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.jsonValue(), async (id, value) => {
        const problem = await refusal({ answers: { [`§§${id}`]: value } });
        expect(problem.field).toBe("answers");
        expect(JSON.stringify(problem)).not.toContain("§§");
        const known = await refusal({ answers: { "hr-01": { marked: value } } });
        expect(JSON.stringify(known)).not.toContain("marked");
      }),
      { numRuns: 50 },
    );
  });

  test("a name from the prototype of objects is no question", async () => {
    for (const name of ["constructor", "toString", "hasOwnProperty"]) {
      expect((await refusal({ answers: { [name]: "yes" } })).code).toBe("invalid_arguments");
    }
  });
});
