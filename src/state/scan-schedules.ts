import type { ScanProfile } from "../core/scan-checks.ts";
import { grantHeld } from "./grants.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

export const INTERVALS = ["week", "month"] as const;

export type ScanInterval = (typeof INTERVALS)[number];

/** When a domain of an organization is scanned again. Instants in milliseconds since 1970. */
export interface ScanSchedule {
  readonly org_id: string;
  readonly domain: string;
  readonly every: ScanInterval;
  readonly profile: ScanProfile;
  readonly next_at: number;
  readonly created_by: string;
}

const COLUMNS = "c.org_id, c.domain, c.every, c.profile, c.next_at, c.created_by";
const FOR_MEMBER = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN scan_schedule c ON c.org_id = m.org_id WHERE m.account_id = ? AND c.org_id = ? ORDER BY c.domain`,
);
const SET = sql(
  "INSERT INTO scan_schedule (org_id, domain, every, profile, next_at, created_by) VALUES (?, ?, ?, ?, ?, ?) " +
    "ON CONFLICT (org_id, domain) DO UPDATE SET every = excluded.every, profile = excluded.profile, " +
    "next_at = excluded.next_at, created_by = excluded.created_by",
);
const REMOVE = sql("DELETE FROM scan_schedule WHERE org_id = ? AND domain = ?");
const DUE = sql(
  `SELECT ${COLUMNS} FROM scan_schedule c WHERE c.next_at <= ? AND ${grantHeld("scan_schedule", "c")} ORDER BY c.next_at, c.org_id, c.domain LIMIT ?`,
);
const MOVE = sql("UPDATE scan_schedule SET next_at = ? WHERE org_id = ? AND domain = ? AND next_at = ?");
const ONE = sql(`SELECT ${COLUMNS} FROM scan_schedule c WHERE c.org_id = ? AND c.domain = ?`);

/** The schedules of an organization, for one of its members; nothing for a stranger. */
export function schedulesFor({ db, accountId, orgId }: Scope): Promise<readonly ScanSchedule[]> {
  return db.all<ScanSchedule>(FOR_MEMBER, accountId, orgId);
}

export async function setSchedule(
  { db: tx, orgId }: OrganizationScope,
  schedule: Omit<ScanSchedule, "org_id">,
): Promise<void> {
  const { domain, every, profile, next_at, created_by } = schedule;
  await tx.run(SET, orgId, domain, every, profile, next_at, created_by);
}

/** @returns false when there was none. */
export async function removeSchedule({ db: tx, orgId }: OrganizationScope, domain: string): Promise<boolean> {
  return (await tx.run(REMOVE, orgId, domain)) === 1;
}

/** Schedules whose time has come, of people who may still order scans. For the worker. */
export function dueSchedules(db: StateDatabase, now: number, limit: number): Promise<readonly ScanSchedule[]> {
  return db.all<ScanSchedule>(DUE, now, limit);
}

export function scheduleOf(db: StateDatabase, orgId: string, domain: string): Promise<ScanSchedule | undefined> {
  return db.get<ScanSchedule>(ONE, orgId, domain);
}

/** Moves a schedule on. @returns false when somebody else did, or changed it. */
export async function moveSchedule(tx: StateDatabase, schedule: ScanSchedule, nextAt: number): Promise<boolean> {
  return (await tx.run(MOVE, nextAt, schedule.org_id, schedule.domain, schedule.next_at)) === 1;
}

/** The scan schedules of an organization, for a member. */
export const schedulesIn = (scope: Scope) => bound([scope], { schedules: schedulesFor, setSchedule, removeSchedule });
