import type { Day } from "../../core/day.ts";
import type { ObligationStatus } from "../../core/obligation-status.ts";

/**
 * How far a register is, in percent: met obligations and half of the partly met ones, of all that apply. Rounded down,
 * so that 100 means all. 100 where nothing applies, 0 where nothing is tracked.
 * @param statuses one for each obligation of the catalog; `null`: not tracked.
 */
export function completionOf(statuses: readonly (ObligationStatus | null)[]): number {
  const applicable = statuses.filter((status) => status !== "not_applicable");
  if (applicable.length === 0) return statuses.length === 0 ? 0 : 100;
  const met = applicable.filter((status) => status === "met").length;
  const partial = applicable.filter((status) => status === "partial").length;
  // In halves, so that no fraction is lost on the way.
  return Math.floor((50 * (2 * met + partial)) / applicable.length);
}

/** True when a review is due before today and the obligation is tracked and applies. Days in UTC. */
export function isOverdue(status: ObligationStatus | null, nextReviewAt: Day | null, today: Day): boolean {
  return status !== null && status !== "not_applicable" && nextReviewAt !== null && nextReviewAt < today;
}
