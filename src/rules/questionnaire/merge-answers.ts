import type { Answer } from "../../knowledge/questionnaire-ids.ts";

/** An answer as a form holds it; `null`: not answered. */
export type FormAnswer = Answer | null;

/** An answer that two people gave differently since a form was shown. */
export interface AnswerClash {
  readonly id: string;
  /** What the form says. */
  readonly typed: FormAnswer;
  /** What somebody else saved meanwhile. */
  readonly stored: FormAnswer;
}

/**
 * Joins a form with what others saved since it was shown. What the person did not touch stays as it is stored; what
 * nobody else touched is saved; what both answered differently is a clash, and neither answer is lost: the stored one
 * stays until the person has seen it.
 * @param typed the questions of the form
 * @param shown what the form showed when it was opened; a question that is missing was not answered then
 * @param stored what is stored now; likewise
 */
export function mergeAnswers(
  typed: ReadonlyMap<string, FormAnswer>,
  shown: ReadonlyMap<string, FormAnswer>,
  stored: ReadonlyMap<string, FormAnswer>,
): { readonly changes: ReadonlyMap<string, FormAnswer>; readonly clashes: readonly AnswerClash[] } {
  const changes = new Map<string, FormAnswer>();
  const clashes: AnswerClash[] = [];
  for (const [id, answer] of typed) {
    const before = shown.get(id) ?? null;
    const now = stored.get(id) ?? null;
    if (answer === before || answer === now) continue;
    if (now === before) changes.set(id, answer);
    else clashes.push({ id, typed: answer, stored: now });
  }
  return { changes, clashes };
}
