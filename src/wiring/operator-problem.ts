import type { Problem } from "../core/problem.ts";

/**
 * A problem in the operator's own terminal. Its message may name the operator's own files and is the same text in every
 * language; the next step is in each language.
 */
export function operatorProblem(message: string, rest: Omit<Problem, "message">): Problem {
  return { ...rest, message: { sk: message, cs: message, en: message } };
}
