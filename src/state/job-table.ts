import { newId } from "../core/random-id.ts";
import { composedSql, repeatableSql, type Sql, sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** The instant of what is never run by itself again. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** A job as a claimer gets it. Instants in milliseconds since 1970. */
export interface ClaimedJob {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly runAt: number;
  /** This attempt included. */
  readonly attempts: number;
  /** JSON. */
  readonly payload: string;
  /** Names this claim and no other. */
  readonly leaseBy: string;
  readonly lane: Lane;
  /** The account that the organization is charged to: its organizations share places. */
  readonly account: string | null;
}

/**
 * For whom a job is done: the installation, an organization, or somebody who is not signed in. The last two wait for the
 * same places, of which strangers get few.
 */
export type Lane = "system" | "organization" | "stranger";

/** A job to be done. There is at most one of a kind and key. */
export interface NewJob {
  /** Default: `system`. */
  readonly lane?: Lane;
  /** The organization that it belongs to and goes with. */
  readonly orgId?: string;
  readonly kind: string;
  readonly key: string;
  readonly runAt: number;
  readonly payload?: unknown;
}

/** A job as an operator sees it. */
export interface JobRow {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly run_at: number;
  readonly attempts: number;
  readonly lease_until: number;
  readonly created_at: number;
  readonly last_error: string | null;
}

// What a former program gave up and left on the list locks nothing.
const REVIVED =
  "ON CONFLICT (kind, key) DO UPDATE SET run_at = excluded.run_at, attempts = 0, lease_until = 0, lease_by = '', " +
  "payload = excluded.payload, created_at = excluded.created_at, last_error = NULL, lane = excluded.lane, " +
  `org_id = excluded.org_id WHERE job.run_at = ${NEVER}`;
const NEW =
  "INSERT INTO job (id, kind, key, run_at, attempts, lease_until, lease_by, payload, created_at, lane, org_id)";
const ADD = repeatableSql(`${NEW} VALUES (?, ?, ?, ?, 0, 0, '', ?, ?, ?, ?) ${REVIVED}`);
const ADD_QUICK = repeatableSql(
  `${NEW} SELECT CAST(? AS text), 'scan.quick', CAST(? AS text), CAST(? AS bigint), 0, 0, '', 'null', CAST(? AS bigint), 'stranger', NULL ` +
    "WHERE (SELECT count(*) FROM job w WHERE w.kind = 'scan.quick' AND w.lease_until <= ?) < ? " +
    "AND (SELECT count(*) FROM job w WHERE w.kind = 'scan.quick' AND w.lease_until <= ? AND (w.key = ? OR w.key LIKE ?)) < ? " +
    REVIVED,
);
// Elsewhere one process writes at a time.
const ONE_AT_A_TIME = sql("SELECT pg_advisory_xact_lock(hashtext('dosah.scan.quick'))");
const WAITING = sql("SELECT count(*) AS n FROM job WHERE kind = ? AND lease_until <= ?");
const WAITING_BY_LANE = sql("SELECT lane, count(*) AS n FROM job WHERE run_at <= ? AND lease_until <= ? GROUP BY lane");
const TO_HISTORY = sql(
  "INSERT INTO job_history (id, kind, key, lane, org_id, created_at, ended_at, attempts, error) " +
    "SELECT id, kind, key, lane, org_id, created_at, CAST(? AS bigint), attempts, CAST(? AS text) FROM job WHERE id = ? AND lease_by = ? " +
    "ON CONFLICT (id) DO UPDATE SET ended_at = excluded.ended_at, attempts = excluded.attempts, error = excluded.error",
);
const HISTORY = sql(
  `SELECT id, kind, key, ${NEVER} AS run_at, attempts, 0 AS lease_until, created_at, error AS last_error FROM job_history ORDER BY ended_at DESC, id LIMIT 1000`,
);
const FROM_HISTORY = sql("SELECT kind, key, lane, org_id FROM job_history WHERE id = ? {FOR UPDATE}");
const REMOVE_HISTORY = sql("DELETE FROM job_history WHERE id = ?");
const RENEW = sql("UPDATE job SET lease_until = ? WHERE id = ? AND lease_by = ?");
const REMOVE = sql("DELETE FROM job WHERE id = ? AND lease_by = ?");
const AGAIN = sql(
  "UPDATE job SET run_at = ?, attempts = 0, lease_until = 0, lease_by = '', last_error = ? WHERE id = ? AND lease_by = ?",
);
const RETRY = sql(
  "UPDATE job SET run_at = ?, lease_until = 0, lease_by = '', last_error = ? WHERE id = ? AND lease_by = ?",
);
const GIVE_BACK = sql(
  "UPDATE job SET lease_until = 0, lease_by = '', attempts = attempts - 1 WHERE id = ? AND lease_by = ?",
);
const COLUMNS = "id, kind, key, run_at, attempts, lease_until, created_at, last_error";
const LIST = sql(`SELECT ${COLUMNS} FROM job ORDER BY run_at, id LIMIT 1000`);
const FAILED = sql(`SELECT ${COLUMNS} FROM job WHERE last_error IS NOT NULL ORDER BY run_at, id LIMIT 1000`);
// One that is being done is not done twice.
const RETRY_NOW = repeatableSql(
  "UPDATE job SET run_at = ?, attempts = 0, lease_until = 0, lease_by = '' WHERE id = ? AND lease_until <= ?",
);
const OLDEST_DUE = sql("SELECT min(run_at) AS run_at FROM job WHERE lease_until <= ?");

/** Adds a job unless there is one of this kind and key. @returns false when there is. */
export async function addJob(db: StateDatabase, job: NewJob, now: number): Promise<boolean> {
  return addAs(db, newId("job"), job, now);
}

async function addAs(db: StateDatabase, id: string, job: NewJob, now: number): Promise<boolean> {
  const { kind, key, runAt, payload = null, lane = "system", orgId = null } = job;
  return (await db.run(ADD, id, kind, key, runAt, JSON.stringify(payload), now, lane, orgId)) === 1;
}

/** How many looks for people who are not signed in may wait, all instances together. */
export interface QuickBounds {
  readonly most: number;
  /** Of one registrable domain. */
  readonly mostOfDomain: number;
}

/**
 * Adds a look at a host for somebody who is not signed in, unless there is one or as many wait as may.
 * @param registrable the domain that the host belongs to
 */
export async function addQuickJob(
  db: StateDatabase,
  { host, registrable }: { readonly host: string; readonly registrable: string },
  { most, mostOfDomain }: QuickBounds,
  now: number,
): Promise<"added" | "there" | "full"> {
  return db.transaction(async (tx) => {
    if (tx.kind === "postgres") await tx.get(ONE_AT_A_TIME);
    const bounds = [now, most, now, registrable, `%.${registrable}`, mostOfDomain] as const;
    if ((await tx.run(ADD_QUICK, newId("job"), host, now, now, ...bounds)) === 1) return "added";
    return (await isJobListed(tx, "scan.quick", host)) ? "there" : "full";
  });
}

/** How many jobs of a kind wait, due or not. */
export async function waitingJobs(db: StateDatabase, kind: string, now: number): Promise<number> {
  return (await db.get<{ n: number }>(WAITING, kind, now))?.n ?? 0;
}

/** How many jobs are due and wait, by lane. */
export async function dueByLane(db: StateDatabase, now: number): Promise<Readonly<Record<Lane, number>>> {
  const counts = { system: 0, organization: 0, stranger: 0 };
  for (const { lane, n } of await db.all<{ lane: Lane; n: number }>(WAITING_BY_LANE, now, now)) counts[lane] = n;
  return counts;
}

const CLAIMED =
  "RETURNING id, kind, key, run_at, attempts, payload, lane, " +
  "(SELECT o.charged_to FROM organization o WHERE o.id = job.org_id) AS account";

const marks = (count: number): string => Array(count).fill("?").join(", ");

/**
 * The statement that claims one job of so many kinds; a program claims only what it knows how to do.
 * @param narrowed by lanes, and by accounts whose organizations have as many places as they get
 */
export function claimStatement(kinds: number, { lanes = 0, without = 0 } = {}): Sql {
  const ofLanes = lanes === 0 ? "" : ` AND lane IN (${marks(lanes)})`;
  const ofOthers =
    without === 0
      ? ""
      : ` AND (org_id IS NULL OR org_id NOT IN (SELECT o.id FROM organization o WHERE o.charged_to IN (${marks(without)})))`;
  return composedSql(
    "UPDATE job SET lease_until = ?, lease_by = ?, attempts = attempts + 1 WHERE id = (SELECT id FROM job " +
      `WHERE run_at <= ? AND lease_until <= ? AND kind IN (${marks(kinds)})${ofLanes}${ofOthers} ` +
      `ORDER BY run_at LIMIT 1 {FOR UPDATE SKIP LOCKED}) ${CLAIMED}`,
  );
}

/**
 * Claims the job that is due longest: until the lease is over it is this claim's alone.
 * @param claim from `claimStatement`, for as many kinds.
 */
export async function claimJob(
  db: StateDatabase,
  claim: Sql,
  /** The kinds, then the lanes and accounts that the statement is narrowed by. */
  kinds: readonly string[],
  lease: { readonly by: string; readonly now: number; readonly until: number },
): Promise<ClaimedJob | undefined> {
  type Row = Omit<ClaimedJob, "runAt" | "leaseBy"> & { run_at: number };
  const row = await db.get<Row>(claim, lease.until, lease.by, lease.now, lease.now, ...kinds);
  if (row === undefined) return undefined;
  const { run_at: runAt, ...rest } = row;
  return { ...rest, runAt, leaseBy: lease.by };
}

const CLAIM_ONE = sql(
  "UPDATE job SET lease_until = ?, lease_by = ?, attempts = attempts + 1 WHERE kind = ? AND key = ? AND lease_until <= ? " +
    CLAIMED,
);

/** Claims one job by its kind and key, due or not. `undefined` where somebody else has it, or nobody has. */
export async function claimJobOf(
  db: StateDatabase,
  kind: string,
  key: string,
  lease: { readonly by: string; readonly now: number; readonly until: number },
): Promise<ClaimedJob | undefined> {
  type Row = Omit<ClaimedJob, "runAt" | "leaseBy"> & { run_at: number };
  const row = await db.get<Row>(CLAIM_ONE, lease.until, lease.by, kind, key, lease.now);
  if (row === undefined) return undefined;
  const { run_at: runAt, ...rest } = row;
  return { ...rest, runAt, leaseBy: lease.by };
}

/** @returns false when the lease was lost. */
export async function renewLease(db: StateDatabase, job: ClaimedJob, until: number): Promise<boolean> {
  return (await db.run(RENEW, until, job.id, job.leaseBy)) === 1;
}

/** The job is done and goes. @returns false when the lease was lost: then the caller must write nothing. */
export async function removeJob(tx: StateDatabase, job: ClaimedJob): Promise<boolean> {
  return (await tx.run(REMOVE, job.id, job.leaseBy)) === 1;
}

/** The job comes again at this instant, as if it were new. @returns false when the lease was lost. */
export async function repeatJob(
  tx: StateDatabase,
  job: ClaimedJob,
  runAt: number,
  lastError: string | null,
): Promise<boolean> {
  return (await tx.run(AGAIN, runAt, lastError, job.id, job.leaseBy)) === 1;
}

/**
 * The job is given up: it is history, and another of its kind and key may come. @returns false when the lease was lost.
 * @param error a word of ours
 */
export function giveUpJob(db: StateDatabase, job: ClaimedJob, error: string, now: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    if ((await tx.run(TO_HISTORY, now, error, job.id, job.leaseBy)) === 0) return false;
    return removeJob(tx, job);
  });
}

/** The attempt failed; the next is at this instant. `lastError` is a word of ours. */
export async function retryJob(db: StateDatabase, job: ClaimedJob, runAt: number, lastError: string): Promise<boolean> {
  return (await db.run(RETRY, runAt, lastError, job.id, job.leaseBy)) === 1;
}

/** Somebody else may take it at once, and this attempt does not count. */
export async function giveBackJob(db: StateDatabase, job: ClaimedJob): Promise<boolean> {
  return (await db.run(GIVE_BACK, job.id, job.leaseBy)) === 1;
}

const IS_LISTED = sql("SELECT 1 AS yes FROM job WHERE kind = ? AND key = ?");

/** Is there a job of this kind and key, done by somebody just now or to be done? */
export async function isJobListed(db: StateDatabase, kind: string, key: string): Promise<boolean> {
  return (await db.get(IS_LISTED, kind, key)) !== undefined;
}

/**
 * The first thousand jobs, those that are due first in front; `isFailed`: only those whose last attempt failed, and behind
 * them those that were given up, the newest first.
 */
export async function listJobs(db: StateDatabase, { isFailed = false } = {}): Promise<readonly JobRow[]> {
  if (!isFailed) return db.all<JobRow>(LIST);
  return [...(await db.all<JobRow>(FAILED)), ...(await db.all<JobRow>(HISTORY))];
}

/**
 * The job is due at once, as if it were new; one that was given up is made anew, on the terms of any other.
 * @returns false when there is none of this id, or it is being done.
 */
export async function retryJobNow(db: StateDatabase, id: string, now: number): Promise<boolean> {
  if ((await db.run(RETRY_NOW, now, id, now)) === 1) return true;
  return db.transaction(async (tx) => {
    type Row = { kind: string; key: string; lane: Lane; org_id: string | null };
    const row = await tx.get<Row>(FROM_HISTORY, id);
    if (row === undefined) return false;
    const { kind, key, lane, org_id: orgId } = row;
    const job = { kind, key, lane, runAt: now, ...(orgId === null ? {} : { orgId }) };
    const terms = orgId === null ? null : { orgId, fresh: false, ownerConfirmed: false, isScheduled: false };
    const isAdded = await addAs(tx, id, { ...job, payload: terms }, now);
    if (isAdded) await tx.run(REMOVE_HISTORY, id);
    return isAdded;
  });
}

/** When the job that waits longest was due, milliseconds since 1970; `undefined` when none has been due yet. */
export async function oldestDueJob(db: StateDatabase, now: number): Promise<number | undefined> {
  const runAt = (await db.get<{ run_at: number | null }>(OLDEST_DUE, now))?.run_at ?? undefined;
  return runAt !== undefined && runAt <= now ? runAt : undefined;
}
