import { addDays, addMonths } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";
import type { ObligationStatus } from "../../core/obligation-status.ts";
import { completionOf } from "./completion.ts";

/** A save of an entry: on which day, and what its status was before. */
export interface StatusChange {
  readonly code: string;
  readonly day: Day;
  readonly before: ObligationStatus | null;
}

/** How far a register was at the end of a day. */
export interface CompletionPoint {
  readonly day: Day;
  /** Percent. */
  readonly completion: number;
}

/**
 * How far a register was at the end of each of the last twelve months, and is today: the present state with later
 * changes taken back.
 * @param statuses the present status of each obligation of the catalog
 * @param changes of the last twelve months at least, newest first
 * @returns nothing where the changes are of fewer than two days
 */
export function completionHistory(
  statuses: ReadonlyMap<string, ObligationStatus | null>,
  changes: readonly StatusChange[],
  today: Day,
): readonly CompletionPoint[] {
  const known = changes.filter(({ code }) => statuses.has(code));
  if (new Set(known.map(({ day }) => day)).size < 2) return [];
  const standing = new Map(statuses);
  const points: CompletionPoint[] = [];
  let next = 0;
  for (const day of [today, ...monthEnds(today)]) {
    for (let change = known[next]; change !== undefined && change.day > day; change = known[++next])
      standing.set(change.code, change.before);
    points.push({ day, completion: completionOf([...standing.values()]) });
  }
  return points.toReversed();
}

/** The last days of the eleven months before this one, newest first. */
function monthEnds(today: Day): Day[] {
  const first = `${today.slice(0, 8)}01`;
  return Array.from({ length: 11 }, (_, months) => addDays(addMonths(first, -months), -1));
}
