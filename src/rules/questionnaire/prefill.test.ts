import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ObligationStatus } from "../../core/obligation-status.ts";
import { ANSWERS, type Answer } from "../../knowledge/questionnaire-ids.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { prefill } from "./prefill.ts";

const QUESTIONS = knowledge.questionnaire.areas.flatMap(({ questions }) => questions);
const CODES = [...knowledge.obligations.byCode.keys()];

/** An answer; `reasoned`: it does not apply, and the note says why. */
type Given = Answer | "reasoned" | undefined;

/** What answers to the questions on an obligation say of it. */
function prefillBy(code: string, questions: readonly { id: string; obligations: readonly string[] }[], given: Given[]) {
  const answers = new Map<string, Answer>();
  const reasons = new Set<string>();
  for (const [index, { id }] of questions.entries()) {
    const answer = given[index];
    if (answer === "reasoned") reasons.add(id);
    if (answer !== undefined) answers.set(id, answer === "reasoned" ? "not_applicable" : answer);
  }
  return prefill(code, QUESTIONS, answers, reasons);
}

/** Obligations with the questions on them; NIS2-21-5 has none. */
const ASKED = CODES.flatMap((code) => {
  const questions = QUESTIONS.filter(({ obligations }) => obligations.includes(code));
  return questions.length === 0 ? [] : [{ code, questions, count: questions.length }];
});

/** One answer first, another for all questions behind it. */
const mixed = (count: number, first: Given, rest: Given): Given[] => [first, ...Array<Given>(count - 1).fill(rest)];

describe.each(ASKED)("the status that answers give $code, of $count questions", ({ code, questions, count }) => {
  const statusOf = (given: Given[]) => prefillBy(code, questions, given).status;
  const all = (answer: Given) => mixed(count, answer, answer);

  test("no answer leaves it untouched", () => {
    expect(prefillBy(code, questions, [])).toEqual({ status: null, basis: { answered: 0, asked: count, gaps: 0 } });
  });

  test("every question answered yes is met, and nothing less", () => {
    expect(prefillBy(code, questions, all("yes"))).toEqual({
      status: "met",
      basis: { answered: count, asked: count, gaps: 0 },
    });
    const partly = prefillBy(code, questions, mixed(count, "yes", undefined));
    expect(partly).toEqual({
      status: count === 1 ? "met" : "partial",
      basis: { answered: 1, asked: count, gaps: 0 },
    });
  });

  test("every answer no is not met, also while others are open", () => {
    expect(statusOf(all("no"))).toBe("not_met");
    expect(prefillBy(code, questions, mixed(count, "no", undefined))).toEqual({
      status: "not_met",
      basis: { answered: 1, asked: count, gaps: 1 },
    });
  });

  test("anything else is partial, with the number of gaps", () => {
    expect(prefillBy(code, questions, all("partial"))).toEqual({
      status: "partial",
      basis: { answered: count, asked: count, gaps: count },
    });
    if (count === 1) return;
    expect(prefillBy(code, questions, mixed(count, "no", "yes"))).toEqual({
      status: "partial",
      basis: { answered: count, asked: count, gaps: 1 },
    });
  });

  test("does not apply when no question does, each for a reason", () => {
    expect(prefillBy(code, questions, all("reasoned"))).toEqual({
      status: "not_applicable",
      basis: { answered: 0, asked: 0, gaps: 0 },
    });
    if (count === 1) return;
    expect(statusOf(mixed(count, "reasoned", "yes"))).toBe("met");
    expect(statusOf(mixed(count, "yes", "reasoned"))).toBe("met");
  });

  test("what does not apply without a reason counts as not answered", () => {
    expect(prefillBy(code, questions, all("not_applicable"))).toEqual({
      status: null,
      basis: { answered: 0, asked: count, gaps: 0 },
    });
    if (count === 1) return;
    expect(statusOf(mixed(count, "not_applicable", "yes"))).toBe("partial");
    expect(statusOf(mixed(count, "not_applicable", "reasoned"))).toBeNull();
    expect(statusOf(mixed(count, "not_applicable", "no"))).toBe("not_met");
  });
});

test("the short questionnaire, all yes, makes an obligation met only where it asks everything", () => {
  const answers = new Map(QUESTIONS.filter(({ quick }) => quick).map(({ id }) => [id, "yes" as const]));
  for (const { code, questions } of ASKED) {
    const { status } = prefill(code, QUESTIONS, answers, new Set());
    if (questions.every(({ quick }) => quick)) expect(status, code).toBe("met");
    else expect(status === null || status === "partial", code).toBe(true);
  }
});

test("an obligation that no question is about is never touched", () => {
  const answers = new Map(QUESTIONS.map(({ id }) => [id, "not_applicable" as const]));
  const reasons = new Set(answers.keys());
  const untouched = CODES.filter((code) => !ASKED.some((each) => each.code === code));
  expect(untouched).toContain("NIS2-21-5");
  for (const code of untouched) expect(prefill(code, QUESTIONS, answers, reasons).status).toBeNull();
});

test("no status says more than the answers did, whatever they are", () => {
  const given = fc.array(fc.constantFrom<Given>(...ANSWERS, "reasoned", undefined), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...ASKED), given, ({ code, questions }, answers) => {
      const { status, basis } = prefillBy(code, questions, answers);
      expect(status satisfies ObligationStatus | null).not.toBe("in_progress");
      expect(basis.answered).toBeLessThanOrEqual(basis.asked);
      expect(basis.gaps).toBeLessThanOrEqual(basis.answered);
      if (status === "met") expect(basis).toEqual({ answered: basis.asked, asked: basis.asked, gaps: 0 });
      if (status === "not_met") expect(basis.gaps).toBe(basis.answered);
      if (status === null) expect(basis.answered).toBe(0);
    }),
  );
});
