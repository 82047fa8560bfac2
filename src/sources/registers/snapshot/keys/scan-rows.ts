import type { DatabaseSync } from "node:sqlite";
import type { Country } from "../../../../core/country.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import { FIRST_SK } from "../layout/slots.ts";

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
 */
export async function scanRows(
  db: DatabaseSync,
  tick: () => Promise<void>,
  visit?: (id: number, ico: number, name: string | null) => void,
): Promise<FirmCounts> {
  const page = new ArrayStatement<[number, number, string | null, number, number, number | null]>(
    db,
    "SELECT id, ico, name, origin, class, dto FROM company WHERE id > ? ORDER BY id LIMIT 20000",
  );
  const counts: FirmCounts = { CZ: noCounts(), SK: noCounts() };
  for (let last = -1; ; ) {
    const rows = page.all(last);
    for (const [id, ico, name, origin, outcome, ceased] of rows) {
      count(id < FIRST_SK ? counts.CZ : counts.SK, origin, outcome, ceased === null);
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

function count(counts: CountryCounts, origin: number, outcome: number, isActive: boolean): void {
  counts.companies++;
  counts.origins[origin] = (counts.origins[origin] ?? 0) + 1;
  if (!isActive) return;
  counts.active++;
  counts.classes[outcome] = (counts.classes[outcome] ?? 0) + 1;
}
