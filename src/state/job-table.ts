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
}

/** A job to be done. There is at most one of a kind and key. */
export interface NewJob {
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

const ADD = repeatableSql(
  "INSERT INTO job (id, kind, key, run_at, attempts, lease_until, lease_by, payload, created_at) " +
    "VALUES (?, ?, ?, ?, 0, 0, '', ?, ?) ON CONFLICT (kind, key) DO NOTHING",
);
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
  const { kind, key, runAt, payload = null } = job;
  return (await db.run(ADD, newId("job"), kind, key, runAt, JSON.stringify(payload), now)) === 1;
}

/** The statement that claims one job of so many kinds; a program claims only what it knows how to do. */
export function claimStatement(kinds: number): Sql {
  return composedSql(
    "UPDATE job SET lease_until = ?, lease_by = ?, attempts = attempts + 1 WHERE id = (SELECT id FROM job " +
      `WHERE run_at <= ? AND lease_until <= ? AND kind IN (${Array(kinds).fill("?").join(", ")}) ` +
      "ORDER BY run_at LIMIT 1 {FOR UPDATE SKIP LOCKED}) RETURNING id, kind, key, run_at, attempts, payload",
  );
}

/**
 * Claims the job that is due longest: until the lease is over it is this claim's alone.
 * @param claim from `claimStatement`, for as many kinds.
 */
export async function claimJob(
  db: StateDatabase,
  claim: Sql,
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
    "RETURNING id, kind, key, run_at, attempts, payload",
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

/** The attempt failed; the next is at this instant, or `NEVER`. `lastError` is a word of ours. */
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

/** The first thousand jobs, those that are due first in front; `isFailed`: only those whose last attempt failed. */
export function listJobs(db: StateDatabase, { isFailed = false } = {}): Promise<readonly JobRow[]> {
  return db.all<JobRow>(isFailed ? FAILED : LIST);
}

/** The job is due at once, as if it were new. @returns false when there is none of this id, or it is being done. */
export async function retryJobNow(db: StateDatabase, id: string, now: number): Promise<boolean> {
  return (await db.run(RETRY_NOW, now, id, now)) === 1;
}

/** When the job that waits longest was due, milliseconds since 1970; `undefined` when none has been due yet. */
export async function oldestDueJob(db: StateDatabase, now: number): Promise<number | undefined> {
  const runAt = (await db.get<{ run_at: number | null }>(OLDEST_DUE, now))?.run_at ?? undefined;
  return runAt !== undefined && runAt <= now ? runAt : undefined;
}
