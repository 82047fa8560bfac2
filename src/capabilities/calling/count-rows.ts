import { type RowSubject, subjectOf } from "../../core/cost.ts";
import type { FirstCount, LimitDecision, Limiter, LimitState } from "../../limits/limiter.ts";
import { LimitReached } from "./limit-reached.ts";

/** Whose count a row is, by its subject. Where one is missing, rows of that subject count nobody. */
export interface RowKeys {
  /** `null` for the operator on the machine itself, who is not counted. */
  readonly address: string | null;
  /** Takes the place of the address where many share one: the person behind a hosted client. */
  readonly countedAs?: string | undefined;
  readonly person?: string | undefined;
  readonly organization?: string | undefined;
  /** SHA-256 of the token that opens a share. */
  readonly share?: string | undefined;
  /** What the face counted by address for this request: what is counted now comes after it. */
  readonly counted?: FirstCount | undefined;
}

/** Rows that count by the same key. */
interface Group {
  readonly subject: RowSubject;
  readonly rows: readonly string[];
}

type Counting = Pick<Limiter, "take"> & Partial<Pick<Limiter, "giveBack">>;

/** Counts what a face counts itself, and gives it back. */
export interface RowCounting {
  count(rows: readonly string[], keys: RowKeys): ReturnType<typeof countRows>;
  giveBack(rows: readonly string[], keys: RowKeys): Promise<void>;
}

/** Binds the counting of rows to the limiter that counts. */
export function rowCounting(limiter: Counting): RowCounting {
  return {
    count: (rows, keys) => countRows(limiter, rows, keys),
    giveBack: (rows, keys) => giveRowsBack(limiter, rows, keys),
  };
}

const groups = new WeakMap<readonly string[], readonly Group[]>();
const UNCOUNTED: readonly LimitState[] = [];

/**
 * Counts a call in all rows, or in none.
 * @param rows a list that is made once: what is known of it is kept
 * @returns what is left
 * @throws LimitReached with the row that is used up
 */
export function countRows(
  limiter: Counting,
  rows: readonly string[],
  keys: RowKeys,
): readonly LimitState[] | Promise<readonly LimitState[]> {
  if (keys.address === null || (rows.length === 0 && keys.counted === undefined)) return UNCOUNTED;
  const [only, ...others] = groupsOf(rows);
  if (others.length > 0) return countGroups(limiter, groupsOf(rows), keys);
  const decision = take(limiter, only ?? NOTHING, keys);
  return decision instanceof Promise ? decision.then(statesOf) : statesOf(decision);
}

/** Gives back what `countRows` took: the call was none. */
export async function giveRowsBack(limiter: Counting, rows: readonly string[], keys: RowKeys): Promise<void> {
  for (const { subject, rows: some } of groupsOf(rows)) {
    const key = keyOf(subject, keys);
    if (key != null) await limiter.giveBack?.(some, key);
  }
}

const NOTHING: Group = { subject: "address", rows: [] };

async function countGroups(limiter: Counting, all: readonly Group[], keys: RowKeys): Promise<readonly LimitState[]> {
  const states: LimitState[] = [];
  for (const [index, group] of all.entries()) {
    const decision = await take(limiter, group, keys);
    if (decision.allowed) states.push(...decision.states);
    else {
      for (const before of all.slice(0, index)) await giveRowsBack(limiter, before.rows, keys);
      return statesOf(decision);
    }
  }
  return states;
}

function take(limiter: Counting, { subject, rows }: Group, keys: RowKeys): LimitDecision | Promise<LimitDecision> {
  if (subject === "address" && keys.counted !== undefined) return keys.counted.further(rows);
  const key = keyOf(subject, keys);
  return key == null || rows.length === 0 ? { allowed: true, states: UNCOUNTED } : limiter.take(rows, key);
}

function statesOf(decision: LimitDecision): readonly LimitState[] {
  if (!decision.allowed) throw new LimitReached(decision.refusedBy, decision.retryAfter, decision.states);
  return decision.states;
}

function keyOf(
  subject: RowSubject,
  { address, countedAs, person, organization, share }: RowKeys,
): string | null | undefined {
  if (subject === "person") return person;
  if (subject === "organization") return organization;
  return subject === "share" ? share : (countedAs ?? address);
}

/** Rows of all callers together are counted with those of the address. */
function groupsOf(rows: readonly string[]): readonly Group[] {
  const known = groups.get(rows);
  if (known !== undefined) return known;
  const bySubject = Map.groupBy(rows, (row) => (subjectOf(row) === "shared" ? "address" : subjectOf(row)));
  const made = [...bySubject].map(([subject, some]) => ({ subject, rows: some }));
  groups.set(rows, made);
  return made;
}
