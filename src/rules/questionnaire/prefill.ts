import type { ObligationStatus } from "../../core/obligation-status.ts";
import type { Question } from "../../knowledge/questionnaire.ts";
import type { Answers } from "./answers.ts";

/** How many of the questions on an obligation its status rests on. */
export interface Basis {
  /** Questions with an answer that counts. */
  readonly answered: number;
  /** All questions of the full questionnaire, but those that do not apply for a stated reason. */
  readonly asked: number;
  /** Answers that are no or partial. */
  readonly gaps: number;
}

/** What answers say of an obligation. */
export interface Prefill {
  /** `null`: they say nothing of it. `in_progress` is never given: only a person can say it. */
  readonly status: Exclude<ObligationStatus, "in_progress"> | null;
  readonly basis: Basis;
}

/**
 * The status that answers give an obligation; it never says more than they do. Only when every question on it is answered
 * yes is it `met`; only yes with questions left open is `partial`. All answers no is `not_met`, anything else `partial`.
 * An answer `not_applicable` without a reason is none.
 * @param questions those of the full questionnaire, also where the short one was filled in
 * @param reasons ids of the questions whose `not_applicable` has a reason
 */
export function prefill(
  code: string,
  questions: readonly Pick<Question, "id" | "obligations">[],
  answers: Answers,
  reasons: ReadonlySet<string>,
): Prefill {
  const about = questions.filter(({ obligations }) => obligations.includes(code));
  const asked = about.filter(({ id }) => answers.get(id) !== "not_applicable" || !reasons.has(id));
  const given = asked
    .map(({ id }) => answers.get(id))
    .filter((answer) => answer !== undefined && answer !== "not_applicable");
  const gaps = given.filter((answer) => answer !== "yes").length;
  const basis = { answered: given.length, asked: asked.length, gaps };
  if (about.length > 0 && asked.length === 0) return { status: "not_applicable", basis };
  if (given.length === 0) return { status: null, basis };
  if (gaps === 0) return { status: given.length === asked.length ? "met" : "partial", basis };
  return { status: given.every((answer) => answer === "no") ? "not_met" : "partial", basis };
}
