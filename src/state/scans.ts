import type { ScanError, ScanProfile } from "../core/scan-checks.ts";
import { domainsOf } from "./domains.ts";
import { addJob } from "./job-table.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { repeatableSql, sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

export type ScanState = "queued" | "running" | "completed" | "failed";

/** A scan of a domain, or a completed questionnaire (then without a domain). Instants in milliseconds since 1970. */
export interface Scan {
  readonly id: string;
  readonly domain: string | null;
  readonly profile: ScanProfile | null;
  readonly status: ScanState;
  readonly created_at: number;
  readonly created_by: string | null;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  /** Scores from 0 to 100. */
  readonly technical: number | null;
  readonly questionnaire: number | null;
  readonly overall: number | null;
  readonly rule_set_version: string | null;
  readonly error: ScanError | null;
  /** The host whose pages were seen; null without a result, and in scans from before the column was there. */
  readonly web_host: string | null;
  /** JSON: what there is beside the columns; the shape is `capabilities/scans/stored-scan.ts`. */
  readonly detail: string;
}

/** A scan in a list: what is shown there, since every value that is read costs as much as finding the row. */
export type ListedScan = Pick<
  Scan,
  "id" | "domain" | "web_host" | "status" | "created_at" | "technical" | "questionnaire" | "overall"
>;

/** The place after which a page of scans goes on. */
export interface ScanPlace {
  readonly createdAt: number;
  readonly id: string;
}

/** A scan that is to be run. */
export interface NewScan {
  readonly id: string;
  readonly domain: string;
  readonly profile: ScanProfile;
  readonly createdBy: string | null;
}

/** How a scan ended. */
export interface ScanOutcome
  extends Pick<Scan, "technical" | "questionnaire" | "overall" | "error" | "web_host" | "detail"> {
  readonly status: "completed" | "failed";
  readonly rule_set_version: string | null;
}

/** Domains whose newest scan is read at once. */
const MOST_NEWEST = 100;

const LISTED = "s.id, s.domain, s.web_host, s.status, s.created_at, s.technical, s.questionnaire, s.overall";
const COLUMNS = `${LISTED}, s.profile, s.created_by, s.started_at, s.finished_at, s.rule_set_version, s.error, s.detail`;

const OF_ORGANIZATION = sql(
  `SELECT ${LISTED} FROM membership m JOIN scan s ON s.org_id = m.org_id WHERE m.account_id = ? AND s.org_id = ? ` +
    "AND (s.created_at, s.id) < (?, ?) ORDER BY s.created_at DESC, s.id DESC LIMIT ?",
);
const ONE = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN scan s ON s.org_id = m.org_id WHERE m.account_id = ? AND s.org_id = ? AND s.id = ?`,
);
const OF_DOMAIN = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN scan s ON s.org_id = m.org_id WHERE m.account_id = ? AND s.org_id = ? ` +
    "AND s.domain = ? AND s.created_at > ? ORDER BY s.created_at DESC, s.id DESC LIMIT ?",
);
const NEWEST = sql(
  "SELECT s.id, s.domain, s.detail FROM membership m JOIN scan s ON s.org_id = m.org_id WHERE m.account_id = ? " +
    "AND s.org_id = ? AND s.domain IS NOT NULL AND s.status = 'completed' AND NOT EXISTS (SELECT 1 FROM scan t " +
    "WHERE t.org_id = s.org_id AND t.domain = s.domain AND t.status = 'completed' " +
    "AND (t.created_at, t.id) > (s.created_at, s.id)) ORDER BY s.domain LIMIT ?",
);
const ADD = sql(
  "INSERT INTO scan (org_id, id, domain, profile, status, created_at, created_by, detail) " +
    "VALUES (?, ?, ?, ?, 'queued', ?, ?, ?)",
);
const OPEN = sql(
  `SELECT ${COLUMNS} FROM scan s WHERE s.org_id = ? AND s.domain = ? AND s.created_at > ? ` +
    "ORDER BY s.created_at DESC, s.id DESC LIMIT 10",
);
const BEFORE = sql(
  `SELECT ${COLUMNS} FROM scan s WHERE s.org_id = ? AND s.domain = ? AND s.profile = ? AND s.status = 'completed' ` +
    "AND s.id <> ? ORDER BY s.created_at DESC, s.id DESC LIMIT 1",
);
const BY_ID = sql(`SELECT ${COLUMNS} FROM scan s WHERE s.org_id = ? AND s.id = ?`);
const START = repeatableSql(
  "UPDATE scan SET status = 'running', started_at = COALESCE(started_at, ?) " +
    "WHERE org_id = ? AND id = ? AND status IN ('queued', 'running')",
);
const PROGRESS = repeatableSql("UPDATE scan SET detail = ? WHERE org_id = ? AND id = ? AND status = 'running'");
const FINISH = repeatableSql(
  "UPDATE scan SET status = ?, finished_at = ?, technical = ?, questionnaire = ?, overall = ?, rule_set_version = ?, " +
    "error = ?, web_host = ?, detail = ? WHERE org_id = ? AND id = ? AND status IN ('queued', 'running')",
);
const QUESTIONNAIRE = sql(
  `SELECT ${COLUMNS} FROM scan s WHERE s.org_id = ? AND s.domain IS NULL AND s.status = 'completed' ` +
    "ORDER BY s.created_at DESC, s.id DESC LIMIT 1",
);
const ADD_QUESTIONNAIRE = sql(
  "INSERT INTO scan (org_id, id, status, created_at, created_by, started_at, finished_at, questionnaire, overall, " +
    "rule_set_version, detail) VALUES (?, ?, 'completed', ?, ?, ?, ?, ?, ?, ?, ?)",
);
const REMOVE = repeatableSql("DELETE FROM scan WHERE org_id = ? AND id = ?");
const REMOVE_JOB = repeatableSql("DELETE FROM job WHERE kind = 'scan.run' AND key = ?");
const ADD_OBSERVATION = repeatableSql(
  "INSERT INTO scan_observation (org_id, scan_id, record, at) VALUES (?, ?, ?, ?) ON CONFLICT (org_id, scan_id) DO NOTHING",
);
const USE = sql("SELECT domain, scans FROM scan_use WHERE org_id = ? AND day = ?");
const COUNT = sql(
  "INSERT INTO scan_use (org_id, day, domain, scans) VALUES (?, ?, ?, 1) " +
    "ON CONFLICT (org_id, day, domain) DO UPDATE SET scans = scan_use.scans + 1",
);
const USE_OF_ACCOUNT = sql(
  "SELECT DISTINCT u.domain FROM organization mine JOIN organization o ON o.charged_to = mine.charged_to OR o.id = mine.id " +
    "JOIN scan_use u ON u.org_id = o.id WHERE mine.id = ? AND u.day = ?",
);
const LOCK_ORGANIZATION = sql("SELECT id FROM organization WHERE id = ? {FOR UPDATE}");

/** The scans of an organization, newest first, for one of its members; nothing for a stranger. */
export function scansFor(
  { db, accountId, orgId }: Scope,
  limit: number,
  after?: ScanPlace,
): Promise<readonly ListedScan[]> {
  const { createdAt, id } = after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: "~" };
  return db.all<ListedScan>(OF_ORGANIZATION, accountId, orgId, createdAt, id, limit);
}

/** One scan, for a member of its organization. A foreign and a missing one cost the same. */
export function scanFor({ db, accountId, orgId }: Scope, id: string): Promise<Scan | undefined> {
  return db.get<Scan>(ONE, accountId, orgId, id);
}

/** The scans of one domain of an organization since an instant, newest first, for one of its members. */
export function scansOfDomainFor(
  { db, accountId, orgId }: Scope,
  domain: string,
  limit: number,
  since = 0,
): Promise<readonly Scan[]> {
  return db.all<Scan>(OF_DOMAIN, accountId, orgId, domain, since, limit);
}

/** The newest completed scan of a domain, with what it found. */
export interface NewestScan {
  readonly id: string;
  readonly domain: string;
  readonly detail: string;
}

/** The newest completed scan of each domain of an organization, of at most `MOST_NEWEST` domains, for one of its members. */
export function newestScansFor({ db, accountId, orgId }: Scope): Promise<readonly NewestScan[]> {
  return db.all<NewestScan>(NEWEST, accountId, orgId, MOST_NEWEST);
}

/** On what terms a scan is run. */
export interface ScanTerms {
  /** Whatever was seen of the domain lately. */
  readonly fresh?: boolean;
  /** The operator has confirmed that the owner of the domain agrees. */
  readonly ownerConfirmed?: boolean;
  /** It comes by itself, and somebody wants to know when it is worse than the one before. */
  readonly isScheduled?: boolean;
}

/** Adds a scan with the job that runs it. @param when `runAt`: not before this instant. */
export async function queueScan(
  tx: StateDatabase,
  orgId: string,
  { id, domain, profile, createdBy }: NewScan,
  {
    at,
    runAt,
    fresh = false,
    ownerConfirmed = false,
    isScheduled = false,
  }: { readonly at: number; readonly runAt: number } & ScanTerms,
): Promise<void> {
  await tx.run(ADD, orgId, id, domain, profile, at, createdBy, "{}");
  const payload = { orgId, fresh, ownerConfirmed, isScheduled };
  await addJob(tx, { kind: "scan.run", key: id, runAt, payload, lane: "organization", orgId }, at);
}

/** For whoever queues or runs scans: the scans of a domain since an instant, newest first. */
export function latestScansOf(
  db: StateDatabase,
  orgId: string,
  domain: string,
  since: number,
): Promise<readonly Scan[]> {
  return db.all<Scan>(OPEN, orgId, domain, since);
}

/** For the worker: the newest completed scan of the same domain and profile beside this one. */
export async function scanBefore(
  db: StateDatabase,
  orgId: string,
  { id, domain, profile }: Pick<Scan, "id" | "domain" | "profile">,
): Promise<Scan | undefined> {
  return domain === null || profile === null ? undefined : db.get<Scan>(BEFORE, orgId, domain, profile, id);
}

/** For the worker, who is a member of no organization. */
export function scanById(db: StateDatabase, orgId: string, id: string): Promise<Scan | undefined> {
  return db.get<Scan>(BY_ID, orgId, id);
}

/** The scan is being run. @returns false when there is nothing to run: it was cancelled, deleted or has ended. */
export async function startScan(db: StateDatabase, orgId: string, id: string, at: number): Promise<boolean> {
  return (await db.run(START, at, orgId, id)) === 1;
}

/** Notes how far it is. @returns false when it is no longer running: it was cancelled. */
export async function noteScanProgress(db: StateDatabase, orgId: string, id: string, detail: string): Promise<boolean> {
  return (await db.run(PROGRESS, detail, orgId, id)) === 1;
}

/** Writes how a scan ended. @returns false when it had ended already: then nothing is written. */
export async function finishScan(
  { db: tx, orgId }: OrganizationScope,
  id: string,
  outcome: ScanOutcome,
  at: number,
): Promise<boolean> {
  const { status, technical, questionnaire, overall, rule_set_version, error, web_host, detail } = outcome;
  const changed = await tx.run(
    FINISH,
    status,
    at,
    technical,
    questionnaire,
    overall,
    rule_set_version,
    error,
    web_host,
    detail,
    orgId,
    id,
  );
  return changed === 1;
}

/** The newest completed questionnaire of an organization. */
export function latestQuestionnaireOf(db: StateDatabase, orgId: string): Promise<Scan | undefined> {
  return db.get<Scan>(QUESTIONNAIRE, orgId);
}

/** A completed questionnaire as a scan without a domain. */
export interface QuestionnaireScan extends Pick<Scan, "id" | "questionnaire" | "overall" | "detail"> {
  readonly createdBy: string;
  /** When the questionnaire was begun. */
  readonly startedAt: number;
  /** The version of the questionnaire. */
  readonly version: string;
}

/** Adds a completed questionnaire to the scans, in the transaction that closes it. */
export async function addQuestionnaireScan(
  { db: tx, orgId }: OrganizationScope,
  { id, createdBy, startedAt, questionnaire, overall, version, detail }: QuestionnaireScan,
  at: number,
): Promise<void> {
  await tx.run(ADD_QUESTIONNAIRE, orgId, id, at, createdBy, startedAt, at, questionnaire, overall, version, detail);
}

/** Takes the job of a scan off the list: whoever runs it notices at his next step. */
export async function removeScanJob(tx: StateDatabase, id: string): Promise<void> {
  await tx.run(REMOVE_JOB, id);
}

/** Ends a scan that has not ended, with its job. @returns false when it had ended. */
async function endScan(scope: OrganizationScope, id: string, outcome: ScanOutcome, at: number): Promise<boolean> {
  await removeScanJob(scope.db, id);
  return finishScan(scope, id, outcome, at);
}

/** Removes a scan with its observation. */
export async function removeScan({ db: tx, orgId }: OrganizationScope, id: string): Promise<boolean> {
  return (await tx.run(REMOVE, orgId, id)) === 1;
}

/** Keeps what a scan saw, so that newer rules can judge it again. */
export async function addObservation(
  tx: StateDatabase,
  orgId: string,
  scanId: string,
  record: string,
  at: number,
): Promise<void> {
  await tx.run(ADD_OBSERVATION, orgId, scanId, record, at);
}

/** How often an organization had a domain scanned on a day. */
export interface ScanUse {
  readonly domain: string;
  readonly scans: number;
}

/** What was used on a day. Nobody else counts for this organization until the transaction ends. */
export async function lockScanUse(tx: StateDatabase, orgId: string, day: string): Promise<readonly ScanUse[]> {
  await tx.get(LOCK_ORGANIZATION, orgId);
  return tx.all<ScanUse>(USE, orgId, day);
}

/** The domains that all organizations of the account that is charged for this one had scanned on a day. */
export async function domainsOfDay(tx: StateDatabase, orgId: string, day: string): Promise<readonly string[]> {
  return (await tx.all<{ domain: string }>(USE_OF_ACCOUNT, orgId, day)).map(({ domain }) => domain);
}

/** One more scan of this domain on this day. */
export async function countScanUse(tx: StateDatabase, orgId: string, day: string, domain: string): Promise<void> {
  await tx.run(COUNT, orgId, day, domain);
}

/** What queueing a scan of an organization needs, for the operator and the schedule, who are members of no organization. */
export const scanLedger = (db: StateDatabase, orgId: string) =>
  bound([db, orgId], {
    domains: domainsOf,
    latestScans: latestScansOf,
    lockScanUse,
    domainsOfDay,
    countScanUse,
    queueScan,
  });

export type ScanLedger = ReturnType<typeof scanLedger>;

/** The scans of an organization and what queueing one needs, for a member. */
export const scansIn = (scope: Scope) => ({
  ...scanLedger(scope.db, scope.orgId),
  ...bound([scope], { scans: scansFor, scan: scanFor, newestScans: newestScansFor, scansOfDomain: scansOfDomainFor }),
  ...bound([scope], { endScan, removeScan }),
  latestScans: (domain: string, since: number) => scansOfDomainFor(scope, domain, 10, since),
});
