import type { Day } from "../core/day.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";

/** What an organization does about a failed check of a domain; it is of the check, not of one scan. */
export interface FindingState {
  readonly domain: string;
  readonly check_id: string;
  readonly state: "work" | "accepted";
  /** The obligation that it is worked on for. */
  readonly code: string | null;
  readonly responsible_id: string | null;
  readonly due: Day | null;
  /** Why the risk is accepted; foreign text. */
  readonly reason: string | null;
  /** Until when it is accepted. */
  readonly until: Day | null;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: string;
}

const COLUMNS =
  'f.domain, f.check_id, f.state, f.code, f.responsible_id, f.due, f.reason, f.until, f.version, f.at, f."by"';

const OF_ORGANIZATION = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN finding_state f ON f.org_id = m.org_id ` +
    "WHERE m.account_id = ? AND m.org_id = ? ORDER BY f.domain, f.check_id",
);
const ONE = sql(
  `SELECT ${COLUMNS} FROM finding_state f WHERE f.org_id = ? AND f.domain = ? AND f.check_id = ? {FOR UPDATE}`,
);
const OF_DOMAIN = sql(`SELECT ${COLUMNS} FROM finding_state f WHERE f.org_id = ? AND f.domain = ?`);
const DETAIL_BEFORE = sql(
  "SELECT s.detail FROM scan s WHERE s.org_id = ? AND s.domain = ? AND s.id <> ? AND s.status = 'completed' " +
    "ORDER BY s.created_at DESC, s.id DESC LIMIT 1",
);
const SAVE = sql(
  "INSERT INTO finding_state (org_id, domain, check_id, state, code, responsible_id, due, reason, until, version, at, " +
    '"by") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (org_id, domain, check_id) DO UPDATE SET ' +
    "state = excluded.state, code = excluded.code, responsible_id = excluded.responsible_id, due = excluded.due, " +
    "reason = excluded.reason, until = excluded.until, version = excluded.version, at = excluded.at, " +
    '"by" = excluded."by"',
);
const END = sql("DELETE FROM finding_state WHERE org_id = ? AND domain = ? AND check_id = ?");
const END_OF_DOMAIN = sql("DELETE FROM finding_state WHERE org_id = ? AND domain = ?");
const RELEASE = sql("UPDATE finding_state SET responsible_id = NULL WHERE org_id = ? AND responsible_id = ?");

/** What an organization does about failed checks, for one of its members. */
export function findingStatesFor({ db, accountId, orgId }: Scope): Promise<readonly FindingState[]> {
  return db.all<FindingState>(OF_ORGANIZATION, accountId, orgId);
}

/** What an organization does about the checks of a domain, for the worker. */
export function findingsOfDomain({ db, orgId }: OrganizationScope, domain: string): Promise<readonly FindingState[]> {
  return db.all<FindingState>(OF_DOMAIN, orgId, domain);
}

/** What the newest completed scan of a domain beside one found, as JSON (`stored-scan.ts`). */
export async function detailBefore(
  { db, orgId }: OrganizationScope,
  domain: string,
  scanId: string,
): Promise<string | undefined> {
  return (await db.get<{ detail: string }>(DETAIL_BEFORE, orgId, domain, scanId))?.detail;
}

/** The state of one check, which nobody else changes until the transaction ends; `undefined`: as found. */
export function lockFinding(
  { db: tx, orgId }: OrganizationScope,
  domain: string,
  checkId: string,
): Promise<FindingState | undefined> {
  return tx.get<FindingState>(ONE, orgId, domain, checkId);
}

export async function saveFinding({ db: tx, orgId }: OrganizationScope, finding: FindingState): Promise<void> {
  const { domain, check_id, state, code, responsible_id, due, reason, until, version, at, by } = finding;
  await tx.run(SAVE, orgId, domain, check_id, state, code, responsible_id, due, reason, until, version, at, by);
}

/** Ends what was done about a check: it passes now, or is as found again. */
export async function endFinding({ db: tx, orgId }: OrganizationScope, domain: string, checkId: string): Promise<void> {
  await tx.run(END, orgId, domain, checkId);
}

/** Ends what was done about all checks of a domain that goes. */
export async function endFindingsOf({ db: tx, orgId }: OrganizationScope, domain: string): Promise<void> {
  await tx.run(END_OF_DOMAIN, orgId, domain);
}

/** A member leaves: nobody is responsible for the work that was theirs. */
export async function releaseFindings({ db: tx, orgId }: OrganizationScope, accountId: string): Promise<void> {
  await tx.run(RELEASE, orgId, accountId);
}

/** What an organization does about failed checks, for a member. */
export const findingsIn = (scope: Scope) =>
  bound([scope], { findingStates: findingStatesFor, lockFinding, saveFinding, endFinding });
