import type { BudgetName, HeldStock } from "./budget.ts";
import type { RowSubject } from "./cost.ts";
import type { KeyScope } from "./key-scope.ts";
import type { Localized } from "./locale.ts";

/** Why a caller gets no answer. The codes stand on the wire; MCP knows these alone. */
export const PROBLEM_CODES = [
  "invalid_arguments",
  "not_found",
  "unauthorized",
  "rate_limited",
  "source_unavailable",
  "internal",
] as const;

/** Further codes of the private half, in pages, REST and on the command line: a tool of MCP only reads. */
export const PRIVATE_PROBLEM_CODES = [
  "forbidden",
  "session_required",
  "domain_not_verified",
  "opted_out",
  "changed_meanwhile",
  "version_required",
  "organization_required",
  "ico_taken",
  "profile_published",
  "slug_taken",
  "slug_reserved",
  "budget_used",
  "budget_full",
  "queue_full",
  "not_text",
  "too_many_rows",
  "plan_stale",
  "removes_many",
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number] | (typeof PRIVATE_PROBLEM_CODES)[number];

/** Why a caller gets no answer, and what to do now. Never contains text that we did not write. */
export interface Problem {
  readonly code: ProblemCode;
  readonly message: Localized;
  readonly nextStep: Localized;
  /** Which rule the argument breaks, where its name alone does not say it: `time_ambiguous`. */
  readonly reason?: string | undefined;
  /** The argument that is wrong, by its public name. Set only when it is one of ours. */
  readonly field?: string;
  /** Seconds to wait, at least 1. */
  readonly retryAfter?: number;
  /**
   * What a command ends with, where the code alone would say something else: `data`, for what was asked rightly and cannot be
   * done with what is there, `unchecked`, for what could not be examined.
   */
  readonly standsFor?: "data" | "unchecked";
  /** The organizations of which one is to be named, for `organization_required`: ids, those joined first before the others. */
  readonly organizations?: readonly string[];
  /** What a connection lacks, for `forbidden`: a new authorization may ask for it. */
  readonly scope?: KeyScope;
  /** What is used up, for `budget_used`, `budget_full` and `rate_limited`. */
  readonly budget?: UsedBudget | UsedRow;
}

/** A row of the limits that is used up, and by whom it counts. */
export interface UsedRow {
  readonly budget: string;
  readonly subject: "network" | Exclude<RowSubject, "address">;
}

/** A budget or a number of rows that is used up, and whose it is. */
export interface UsedBudget {
  readonly budget: BudgetName | HeldStock;
  readonly limit: number;
  readonly used: number;
  readonly subject: "account" | "organization";
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
