import type { DatabaseSync } from "node:sqlite";
import type { Country } from "../../../../core/country.ts";
import type { Day } from "../../../../core/day.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import { FIRST_SK } from "../layout/slots.ts";
import { dayNumber, UNREADABLE_END } from "../records/firm-record.ts";

/** What is counted of all firms of one country. */
export interface CountryCounts {
  companies: number;
  active: number;
  /** Active firms by class, and all firms by origin. */
  readonly classes: number[];
  readonly origins: number[];
}

export type FirmCounts = Readonly<Record<Country, CountryCounts>>;

/**
 * Goes over all rows in register order once: counts them and shows each to `visit`. SQLite would have to sort all
 * rows to group them, and each further pass over millions of rows costs seconds.
 * @param today the day to count by: an end that lies ahead, or that cannot be read, has not come
 */
export async function scanRows(
  db: DatabaseSync,
  today: Day,
  tick: () => Promise<void>,
  visit?: (id: number, ico: number, name: string | null) => void,
): Promise<FirmCounts> {
  const page = new ArrayStatement<[number, number, string | null, number, number, number | null]>(
    db,
    "SELECT id, ico, name, origin, class, dto FROM company WHERE id > ? ORDER BY id LIMIT 20000",
  );
  const day = dayNumber(today) ?? 0;
  const counts: FirmCounts = { CZ: noCounts(), SK: noCounts() };
  for (let last = -1; ; ) {
    const rows = page.all(last);
    for (const [id, ico, name, origin, outcome, ceased] of rows) {
      count(id < FIRST_SK ? counts.CZ : counts.SK, origin, outcome, isActive(ceased, day));
      visit?.(id, ico, name);
    }
    await tick();
    const end = rows.at(-1);
    if (end === undefined) return counts;
    last = end[0];
  }
}

function noCounts(): CountryCounts {
  return { companies: 0, active: 0, classes: [], origins: [] };
}

function isActive(ceased: number | null, day: number): boolean {
  return ceased === null || ceased === UNREADABLE_END || ceased > day;
}

function count(counts: CountryCounts, origin: number, outcome: number, counted: boolean): void {
  counts.companies++;
  counts.origins[origin] = (counts.origins[origin] ?? 0) + 1;
  if (!counted) return;
  counts.active++;
  counts.classes[outcome] = (counts.classes[outcome] ?? 0) + 1;
}
