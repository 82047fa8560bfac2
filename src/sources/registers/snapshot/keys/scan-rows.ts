import type { DatabaseSync } from "node:sqlite";
import type { Country } from "../../../../core/country.ts";
import type { Day } from "../../../../core/day.ts";
import { SIZE_CLASSES } from "../../register.ts";
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
  /** Active firms by origin, class and headcount, under `sizeKey`. */
  readonly sizes: Map<number, number>;
}

/** More classes than there are: categories, sectors and reasons make some hundreds. */
const MOST_CLASSES = 65_536;

/** More buckets of sizes than there are, see `sizeBucket`. */
const MOST_BUCKETS = 65_536;

/** One number for an origin, a class and a bucket of sizes. */
export function sizeKey(origin: number, outcome: number, bucket: number): number {
  return (origin * MOST_CLASSES + outcome) * MOST_BUCKETS + bucket;
}

/** The parts of a `sizeKey`. */
export function sizeKeyParts(key: number): { origin: number; outcome: number; bucket: number } {
  const whole = Math.floor(key / MOST_BUCKETS);
  return { origin: Math.floor(whole / MOST_CLASSES), outcome: whole % MOST_CLASSES, bucket: key % MOST_BUCKETS };
}

/** Place in `SIZE_CLASSES` of a headcount; where the register states a code alone, the code behind those places. */
export function sizeBucket(min: number | null, max: number | null, code: number | null): number {
  return min === null && code !== null ? SIZE_CLASSES.length + code : sizePlaceOf(min, max);
}

/** The code of a bucket; `null` for that of a headcount. */
export function codeOfBucket(bucket: number): number | null {
  return bucket < SIZE_CLASSES.length ? null : bucket - SIZE_CLASSES.length;
}

/** Place in `SIZE_CLASSES` of a headcount: small below 50 people, medium below 250, large from there. */
export function sizePlaceOf(min: number | null, max: number | null): number {
  if (min === null) return 3;
  if (min >= 250) return 2;
  if (max === null || (min < 50 && max >= 50) || max >= 250) return 3;
  return max < 50 ? 0 : 1;
}

/** What keys are made of. */
export type ScannedRow = [
  id: number,
  origin: number,
  outcome: number,
  ceased: number | null,
  ico: number,
  name: string | null,
  town: number | null,
  former: string | null,
  taxNumber: number | null,
  employeesMin: number | null,
  employeesMax: number | null,
  size: number | null,
];

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
  visit?: (row: ScannedRow) => void,
): Promise<FirmCounts> {
  const page = new ArrayStatement<ScannedRow>(
    db,
    "SELECT id, origin, class, dto, ico, name, town, former, dic, emin, emax, size FROM company WHERE id > ? ORDER BY id LIMIT 20000",
  );
  const day = dayNumber(today) ?? 0;
  const counts: FirmCounts = { CZ: noCounts(), SK: noCounts() };
  for (let last = -1; ; ) {
    const rows = page.all(last);
    for (const row of rows) {
      const [id, origin, outcome, ceased] = row;
      const counted = isActive(ceased, day);
      const size = counted ? sizeBucket(row[9], row[10], row[11]) : 0;
      count(id < FIRST_SK ? counts.CZ : counts.SK, origin, outcome, counted, size);
      visit?.(row);
    }
    await tick();
    const end = rows.at(-1);
    if (end === undefined) return counts;
    last = end[0];
  }
}

function noCounts(): CountryCounts {
  return { companies: 0, active: 0, classes: [], origins: [], sizes: new Map() };
}

function isActive(ceased: number | null, day: number): boolean {
  return ceased === null || ceased === UNREADABLE_END || ceased > day;
}

function count(counts: CountryCounts, origin: number, outcome: number, counted: boolean, size: number): void {
  counts.companies++;
  counts.origins[origin] = (counts.origins[origin] ?? 0) + 1;
  if (!counted) return;
  counts.active++;
  counts.classes[outcome] = (counts.classes[outcome] ?? 0) + 1;
  const key = sizeKey(origin, outcome, size);
  counts.sizes.set(key, (counts.sizes.get(key) ?? 0) + 1);
}
