import type { ObligationStatus } from "../../core/obligation-status.ts";
import type { Question } from "../../knowledge/questionnaire.ts";
import type { Answer } from "../../knowledge/questionnaire-ids.ts";
import type { Answers } from "./answers.ts";

/**
 * The status that answers give an obligation. Only answered questions that name its code count; `not_applicable` is
 * left out unless all are. All yes is `met`, all no is `not_met`, anything else `partial`; no answer is `null`.
 * `in_progress` is never given: only a person can say it.
 */
export function prefillStatus(
  code: string,
  questions: readonly Pick<Question, "id" | "obligations">[],
  answers: Answers,
): Exclude<ObligationStatus, "in_progress"> | null {
  const given = questions
    .filter((question) => question.obligations.includes(code))
    .map((question) => answers.get(question.id))
    .filter((answer) => answer !== undefined);
  if (given.length === 0) return null;
  const counting = given.filter((answer) => answer !== "not_applicable");
  if (counting.length === 0) return "not_applicable";
  if (all(counting, "yes")) return "met";
  return all(counting, "no") ? "not_met" : "partial";
}

function all(answers: readonly Answer[], expected: Answer): boolean {
  return answers.every((answer) => answer === expected);
}
