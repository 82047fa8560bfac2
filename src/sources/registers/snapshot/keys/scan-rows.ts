import type { DatabaseSync } from "node:sqlite";
import type { Country } from "../../../../core/country.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import { FIRST_SK } from "../layout/row.ts";

/** What is counted of all firms of one country. */
export interface Tally {
  companies: number;
  active: number;
  /** Active firms by class, and all firms by origin. */
  readonly classes: number[];
  readonly origins: number[];
}

export type Tallies = Readonly<Record<Country, Tally>>;

/**
 * Goes over all rows in register order once: counts them and shows each to `visit`. SQLite would have to sort all
 * rows to group them, and each further pass over millions of rows costs seconds.
 */
export async function scanRows(
  db: DatabaseSync,
  tick: () => Promise<void>,
  visit?: (id: number, ico: number, name: string | null) => void,
): Promise<Tallies> {
  const page = new ArrayStatement<[number, number, string | null, number, number, number | null]>(
    db,
    "SELECT id, ico, name, origin, class, dto FROM company WHERE id > ? ORDER BY id LIMIT 20000",
  );
  const tallies: Tallies = { CZ: emptyTally(), SK: emptyTally() };
  for (let last = -1; ; ) {
    const rows = page.all(last);
    for (const [id, ico, name, origin, outcome, ceased] of rows) {
      count(id < FIRST_SK ? tallies.CZ : tallies.SK, origin, outcome, ceased === null);
      visit?.(id, ico, name);
    }
    await tick();
    const end = rows.at(-1);
    if (end === undefined) return tallies;
    last = end[0];
  }
}

function emptyTally(): Tally {
  return { companies: 0, active: 0, classes: [], origins: [] };
}

function count(tally: Tally, origin: number, outcome: number, isActive: boolean): void {
  tally.companies++;
  tally.origins[origin] = (tally.origins[origin] ?? 0) + 1;
  if (!isActive) return;
  tally.active++;
  tally.classes[outcome] = (tally.classes[outcome] ?? 0) + 1;
}
