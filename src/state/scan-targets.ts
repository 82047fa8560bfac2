import { removal, removeRows } from "./remove-rows.ts";
import { repeatableSql, sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/**
 * What all callers share of one domain: who looks at it just now, and what was seen last. So a domain is never looked
 * at twice at once, and a look is shared for ten minutes. Instants in milliseconds since 1970.
 */
export interface ScanTarget {
  readonly domain: string;
  readonly lease_by: string;
  readonly lease_until: number;
  /** JSON: the step of the scan that is under way. */
  readonly progress: string | null;
  readonly profile: "public" | "full" | null;
  /** JSON of the observation; `null` before the first. */
  readonly record: string | null;
  /** 0 before the first. */
  readonly observed_at: number;
}

const COLUMNS = "domain, lease_by, lease_until, progress, profile, record, observed_at";

const CLAIM = sql(
  "INSERT INTO scan_target (domain, lease_by, lease_until, progress, profile, record, observed_at) " +
    "VALUES (?, ?, ?, NULL, NULL, NULL, 0) ON CONFLICT (domain) DO UPDATE SET lease_by = excluded.lease_by, " +
    "lease_until = excluded.lease_until, progress = NULL WHERE scan_target.lease_until <= ?",
);
const RENEW = repeatableSql("UPDATE scan_target SET lease_until = ? WHERE domain = ? AND lease_by = ?");
const PROGRESS = repeatableSql("UPDATE scan_target SET progress = ? WHERE domain = ? AND lease_by = ?");
const KEEP = repeatableSql(
  "UPDATE scan_target SET lease_by = '', lease_until = 0, progress = NULL, profile = ?, record = ?, observed_at = ? " +
    "WHERE domain = ? AND lease_by = ?",
);
const RELEASE = repeatableSql(
  "UPDATE scan_target SET lease_by = '', lease_until = 0, progress = NULL WHERE domain = ? AND lease_by = ?",
);
const FIND = sql(`SELECT ${COLUMNS} FROM scan_target WHERE domain = ?`);
const REMOVE_OLD = removal("scan_target", "domain", "observed_at <= ? AND lease_until <= ?");

/** Whose claim it is, and until when. */
export interface TargetLease {
  readonly domain: string;
  readonly by: string;
  readonly until: number;
}

/** Claims a domain: until the lease is over nobody else looks at it. @returns false when somebody else does. */
export async function claimTarget(db: StateDatabase, lease: TargetLease, now: number): Promise<boolean> {
  return (await db.run(CLAIM, lease.domain, lease.by, lease.until, now)) === 1;
}

/** @returns false when the claim was lost. */
export async function renewTarget(db: StateDatabase, { domain, by, until }: TargetLease): Promise<boolean> {
  return (await db.run(RENEW, until, domain, by)) === 1;
}

export async function noteTargetProgress(
  db: StateDatabase,
  { domain, by }: Pick<TargetLease, "domain" | "by">,
  progress: string,
): Promise<void> {
  await db.run(PROGRESS, progress, domain, by);
}

/** Ends the claim and keeps what was seen. @returns false when the claim was lost: then nothing is kept. */
export async function keepObservation(
  tx: StateDatabase,
  { domain, by }: Pick<TargetLease, "domain" | "by">,
  seen: { readonly profile: "public" | "full"; readonly record: string; readonly at: number },
): Promise<boolean> {
  return (await tx.run(KEEP, seen.profile, seen.record, seen.at, domain, by)) === 1;
}

/** Ends the claim without a new observation. */
export async function releaseTarget(
  db: StateDatabase,
  { domain, by }: Pick<TargetLease, "domain" | "by">,
): Promise<void> {
  await db.run(RELEASE, domain, by);
}

export function findTarget(db: StateDatabase, domain: string): Promise<ScanTarget | undefined> {
  return db.get<ScanTarget>(FIND, domain);
}

/** Forgets what was seen before an instant, but of domains that are looked at just then. @returns how many. */
export function removeOldTargets(db: StateDatabase, before: number): Promise<number> {
  return removeRows(db, REMOVE_OLD, before, before);
}
