import { daysBetween } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";
import type { ObligationStatus } from "../../core/obligation-status.ts";

/** How many reviews of a register a reminder names on a day. */
export interface DueReviews {
  /** Due within 30 days, within 7 days, on the day itself. */
  readonly in30: number;
  readonly in7: number;
  readonly today: number;
  readonly overdue: number;
}

/** An overdue review is named again at this distance, in days. */
const AGAIN = 30;

/**
 * The reviews of a register that a reminder names on a day: 30 and 7 days before, on the day, then every 30 days. What is
 * not tracked, or does not apply, is not reviewed.
 * @param since the first day without a reminder, when days were missed: each review is named once, as it stands on `day`
 * @returns `null` where there is nothing to name
 */
export function dueReviews(
  entries: Iterable<{ readonly status: ObligationStatus | null; readonly nextReviewAt: Day | null }>,
  day: Day,
  since: Day = day,
): DueReviews | null {
  const due = { in30: 0, in7: 0, today: 0, overdue: 0 };
  // After 30 days every one that is overdue is named anyway.
  const missed = Math.min(30, Math.max(0, daysBetween(since, day)));
  for (const { status, nextReviewAt } of entries) {
    if (nextReviewAt === null || status === null || status === "not_applicable") continue;
    const left = daysBetween(day, nextReviewAt);
    if (!isNamedBetween(left, left + missed)) continue;
    if (left > 7) due.in30 += 1;
    else if (left > 0) due.in7 += 1;
    else if (left === 0) due.today += 1;
    else due.overdue += 1;
  }
  return due.in30 + due.in7 + due.today + due.overdue === 0 ? null : due;
}

/** True when a review is named while so many days are left, negative when it is overdue. */
function isNamedBetween(fewest: number, most: number): boolean {
  for (let left = fewest; left <= most; left++) {
    if (left === 30 || left === 7 || (left <= 0 && left % AGAIN === 0)) return true;
  }
  return false;
}
