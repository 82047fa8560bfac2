import type { Area, Question } from "../../knowledge/questionnaire.ts";
import type { Answer, Mode } from "../../knowledge/questionnaire-ids.ts";

/** Answers by question id. A question without an entry is not answered. */
export type Answers = ReadonlyMap<string, Answer>;

/** What each answer is worth; `null` takes the question out of the score. */
export const ANSWER_VALUES = { yes: 1, partial: 0.5, no: 0, not_applicable: null } as const satisfies Readonly<
  Record<Answer, number | null>
>;

/** The questions of an area that a mode asks, in their order; extended mode asks all of them. */
export function questionsOf(area: Pick<Area, "questions">, mode: Mode): readonly Question[] {
  return mode === "extended" ? area.questions : area.questions.filter((question) => question.quick);
}

/**
 * What the answer to a question counts, 0 to 1, or `null` when it does not count. An unanswered question counts as
 * `no` once the assessment is finished, and not at all while it is open.
 */
export function valueOfAnswer(answer: Answer | undefined, isFinished: boolean): number | null {
  if (answer === undefined) return isFinished ? ANSWER_VALUES.no : null;
  return ANSWER_VALUES[answer];
}
