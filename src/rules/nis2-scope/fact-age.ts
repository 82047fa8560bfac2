import type { Day } from "../../core/day.ts";

/** After so many years a fact is asked about again: firms grow, shrink, join groups and change their trade. */
const YEARS_OF_TRUST = 2;

/**
 * True when a stated fact is so old that the firm has to confirm it before it is relied on.
 * @param since the day on which it held. A source that names only a year is kept as its 1 January and may mean any day
 * of it, so it counts from the end of the year.
 */
export function isAged(since: Day, asOf: Day): boolean {
  const year = since.slice(0, 4);
  const latest = since.slice(4) === "-01-01" ? `${year}-12-31` : since;
  return `${Number(year) + YEARS_OF_TRUST}${latest.slice(4)}` < asOf;
}
