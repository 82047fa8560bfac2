import type { Localized } from "./locale.ts";

/** Why a caller gets no answer. The codes stand on the wire. */
export const PROBLEM_CODES = [
  "invalid_arguments",
  "not_found",
  "unauthorized",
  "rate_limited",
  "source_unavailable",
  "internal",
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** Why a caller gets no answer, and what to do now. Never contains text that we did not write. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: Localized;
  readonly nextStep: Localized;
  /** The argument that is wrong, by its public name. Set only when it is one of ours. */
  readonly field?: string;
  /** Seconds to wait, at least 1. */
  readonly retryAfter?: number;
}

/** The one way to say "there is no answer". Each face renders it once; anything else that is thrown is a bug. */
export class ServiceError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.message.en, options);
    this.name = "ServiceError";
    this.problem = problem;
  }
}
