import { addDays, addMonths } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";

const DAY_MS = 86_400_000;

/** A revision holds for this many months unless the supplier chose fewer. */
const VALID_MONTHS = 12;

/** Without a new revision a profile is withdrawn after this many months. */
const KEPT_MONTHS = 24;

/** A lost proof of identity may be mended for so many days. */
const MEND_DAYS = 30;

/** Before the last day of validity the supplier is warned so many days ahead. */
export const WARNING_DAYS: readonly number[] = [30, 7, 0];

/** The last day on which a revision of this day may hold. */
export function lastValidDay(published: Day): Day {
  return addMonths(published, VALID_MONTHS);
}

/**
 * The last day of validity by what the supplier chose: any day after the revision's, at most twelve months on.
 * @returns `undefined` for a day that cannot be chosen.
 */
export function validUntil(published: Day, chosen: Day | null): Day | undefined {
  const last = lastValidDay(published);
  if (chosen === null) return last;
  return chosen > published && chosen <= last ? chosen : undefined;
}

/** A profile is stale after its last day of validity. */
export function isStale(validUntilDay: Day, today: Day): boolean {
  return today > validUntilDay;
}

/** True once a revision of this day is too old to be shown at all. */
export function isTooOld(published: Day, today: Day): boolean {
  return today >= addMonths(published, KEPT_MONTHS);
}

/** True once the proof of identity has been missing for too long; both in milliseconds since 1970. */
export function isIdentityGone(lostAt: number, now: number): boolean {
  return now - lostAt >= MEND_DAYS * DAY_MS;
}

/** The day on which a proof that is missing since a day has been missing for too long. */
export function identityGoneOn(lostOn: Day): Day {
  return addDays(lostOn, MEND_DAYS);
}

/**
 * The warning whose day has come, as days ahead of the end of validity; `undefined`: none. A night that was missed is
 * made up for, and of several warnings the last one stays. A revision that was made later than the day of a warning
 * needs none.
 * @param published day of the revision
 */
export function warningDue(published: Day, validUntilDay: Day, today: Day): number | undefined {
  return WARNING_DAYS.findLast((days) => {
    const due = addDays(validUntilDay, -days);
    return due > published && due <= today;
  });
}
