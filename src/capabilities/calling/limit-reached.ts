import { subjectOf } from "../../core/cost.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import type { LimitState } from "../../limits/limiter.ts";

/** No answer to a call that the limits know of; carries the counts for the headers. */
export class CountedProblem extends ServiceError {
  readonly limits: readonly LimitState[];

  constructor(problem: Problem, limits: readonly LimitState[], options?: ErrorOptions) {
    super(problem, options);
    this.limits = limits;
  }
}

/** Thrown when a row of the limits is used up. */
export class LimitReached extends CountedProblem {
  /** @param row the row that is used up */
  constructor(row: string, retryAfter: number, limits: readonly LimitState[]) {
    const subject = subjectOf(row);
    const problem: Problem = {
      code: "rate_limited",
      message: {
        sk: "Limit volaní je vyčerpaný.",
        cs: "Limit volání je vyčerpán.",
        en: "The call limit is used up.",
      },
      nextStep: {
        sk: `Skúste to znova o ${retryAfter} s.`,
        cs: `Zkuste to znovu za ${retryAfter} s.`,
        en: `Try again in ${retryAfter} s.`,
      },
      retryAfter,
      budget: { budget: row, subject: subject === "address" ? "network" : subject },
    };
    super(problem, limits);
  }
}
