import type { Answer, Mode } from "../core/questionnaire-answer.ts";
import type { ScanProfile } from "../core/scan-checks.ts";
import { bound, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";

/**
 * What the list of what to do is made of, in few statements: each reads many rows once. Instants in milliseconds since
 * 1970; every statement joins the membership, so a stranger's list is empty.
 */

/** A claimed domain with its newest completed scan, and the score of the one before that can be compared with it. */
export interface ScannedDomain {
  readonly domain: string;
  /** `null`: it was never proved. */
  readonly method: string | null;
  /** `null`: the proof does not hold. */
  readonly verified_at: number | null;
  readonly checked_at: number | null;
  readonly failures: number;
  readonly scan_id: string | null;
  readonly scanned_at: number | null;
  readonly technical: number | null;
  readonly profile: ScanProfile | null;
  /** JSON (`stored-scan.ts`). */
  readonly detail: string | null;
  /** Technical score of the scan before of the same domain, profile and rules. */
  readonly technical_before: number | null;
}

const DOMAINS = sql(
  "SELECT d.domain, d.method, d.verified_at, d.checked_at, d.failures, s.id AS scan_id, s.created_at AS scanned_at, s.technical, s.profile, " +
    "s.detail, (SELECT b.technical FROM scan b WHERE b.org_id = s.org_id AND b.domain = s.domain AND b.status = 'completed' " +
    "AND b.profile = s.profile AND b.rule_set_version = s.rule_set_version AND (b.created_at, b.id) < (s.created_at, s.id) " +
    "ORDER BY b.created_at DESC, b.id DESC LIMIT 1) AS technical_before " +
    "FROM membership m JOIN domain d ON d.org_id = m.org_id LEFT JOIN scan s ON s.org_id = d.org_id AND s.id = " +
    "(SELECT t.id FROM scan t WHERE t.org_id = d.org_id AND t.domain = d.domain AND t.status = 'completed' " +
    "ORDER BY t.created_at DESC, t.id DESC LIMIT 1) WHERE m.account_id = ? AND d.org_id = ? ORDER BY d.domain",
);

/** What is known of an organization besides, in one row. */
export interface TaskBasics {
  /** 1: somebody was invited once. */
  readonly was_invited: number;
  /** 1: a scan of a domain was completed. */
  readonly was_scanned: number;
  /** 1: the draft of the profile has an answer. */
  readonly has_draft: number;
  /** Last day of the published profile; `null` where none is public. */
  readonly valid_until: string | null;
}

const BASICS = sql(
  "SELECT CASE WHEN EXISTS (SELECT 1 FROM invitation i WHERE i.org_id = m.org_id) THEN 1 ELSE 0 END AS was_invited, " +
    "CASE WHEN EXISTS (SELECT 1 FROM scan s WHERE s.org_id = m.org_id AND s.domain IS NOT NULL AND s.status = 'completed') " +
    "THEN 1 ELSE 0 END AS was_scanned, " +
    "CASE WHEN p.draft_answers IS NOT NULL AND p.draft_answers <> '{}' THEN 1 ELSE 0 END AS has_draft, r.valid_until " +
    "FROM membership m LEFT JOIN trust_profile p ON p.org_id = m.org_id " +
    "LEFT JOIN trust_revision r ON r.org_id = p.org_id AND r.revision = p.published_revision AND p.state = 'published' " +
    "WHERE m.account_id = ? AND m.org_id = ?",
);

/** An answer of the newest completed questionnaire or of the newest draft; one row without an answer where it has none. */
export interface NewestAnswer {
  readonly id: string;
  readonly mode: Mode;
  readonly state: "draft" | "completed";
  readonly created_at: number;
  readonly completed_at: number | null;
  readonly question_id: string | null;
  readonly answer: Answer | null;
  /** The day of a copied answer; with `confirmed_at` null it waits for somebody to confirm it. */
  readonly carried_at: string | null;
  readonly confirmed_at: number | null;
}

const ANSWERS = sql(
  "SELECT a.id, a.mode, a.state, a.created_at, a.completed_at, r.question_id, r.answer, r.carried_at, r.confirmed_at FROM membership m " +
    "JOIN assessment a ON a.org_id = m.org_id LEFT JOIN assessment_answer r ON r.org_id = a.org_id AND r.assessment_id = a.id " +
    "WHERE m.account_id = ? AND m.org_id = ? AND a.id IN (" +
    "(SELECT c.id FROM assessment c WHERE c.org_id = m.org_id AND c.state = 'completed' ORDER BY c.completed_at DESC, c.id DESC LIMIT 1), " +
    "(SELECT d.id FROM assessment d WHERE d.org_id = m.org_id AND d.state = 'draft' ORDER BY d.created_at DESC, d.id DESC LIMIT 1))",
);

/** A listed supplier with what it publishes, and the newest request that went out to it. */
export interface AskedSupplier {
  readonly country: string;
  readonly ico: string;
  readonly seen_revision: number | null;
  readonly last_notice: string | null;
  readonly revision: number | null;
  readonly valid_until: string | null;
  readonly asked_at: number | null;
  readonly asked_by: string | null;
  readonly refused_at: number | null;
  readonly criticality: "critical" | "high" | "medium" | "low" | null;
  readonly next_review_at: string | null;
  readonly responsible_id: string | null;
}

const SUPPLIERS = sql(
  "SELECT s.country, s.ico, s.seen_revision, COALESCE(s.last_notice, s.told) AS last_notice, r.revision, r.valid_until, s.criticality, s.next_review_at, " +
    "s.responsible_id, k.at AS asked_at, " +
    'k."by" AS asked_by, k.refused_at FROM membership m JOIN supplier_entry s ON s.org_id = m.org_id ' +
    "LEFT JOIN trust_profile p ON p.ico = s.ico AND p.country = s.country AND p.state = 'published' " +
    "LEFT JOIN trust_revision r ON r.org_id = p.org_id AND r.revision = p.published_revision " +
    "LEFT JOIN supplier_ask k ON k.org_id = s.org_id AND k.country = s.country AND k.ico = s.ico AND k.at = " +
    "(SELECT max(n.at) FROM supplier_ask n WHERE n.org_id = s.org_id AND n.country = s.country AND n.ico = s.ico) " +
    "WHERE m.account_id = ? AND s.org_id = ? " +
    "AND (k.at IS NOT NULL OR r.revision IS NOT NULL OR s.seen_revision IS NOT NULL OR COALESCE(s.last_notice, s.told) IS NOT NULL OR s.next_review_at IS NOT NULL) " +
    "ORDER BY s.country, s.ico",
);

/** Something that ends or waits: a key of the person alone, evidence of the profile, an open invitation, a request. */
export interface EndingThing {
  readonly kind: "key" | "evidence" | "invitation" | "access";
  readonly id: string;
  /** The instant; 0 where it is a day. */
  readonly at: number;
  /** The day; empty where it is an instant. */
  readonly day: string;
  /** Who invited, or whose key it is; else empty. */
  readonly by: string;
}

const ENDING = sql(
  "SELECT 'key' AS kind, k.id, k.expires_at AS at, '' AS day, k.account_id AS \"by\" FROM membership m JOIN api_key k " +
    "ON k.account_id = m.account_id WHERE m.account_id = ? AND m.org_id = ? AND k.revoked_at IS NULL AND k.expires_at > ? " +
    "UNION ALL SELECT 'evidence', e.id, 0, e.expires_on, '' FROM membership m JOIN trust_evidence e ON e.org_id = m.org_id " +
    "WHERE m.account_id = ? AND m.org_id = ? AND e.removed_at IS NULL AND e.expires_on IS NOT NULL " +
    "UNION ALL SELECT 'invitation', i.id, i.expires_at, '', i.invited_by FROM membership m JOIN invitation i " +
    "ON i.org_id = m.org_id WHERE m.account_id = ? AND m.org_id = ? AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL " +
    "AND i.expires_at > ? AND i.created_at <= ? " +
    "UNION ALL SELECT 'access', q.id, q.confirmed_at, '', '' FROM membership m JOIN trust_request q ON q.org_id = m.org_id " +
    "WHERE m.account_id = ? AND m.org_id = ? AND q.state = 'waiting' AND q.confirmed_at IS NOT NULL",
);

/** What people said of a failed check of a domain. Days in ISO 8601. */
export interface FindingStateRow {
  readonly domain: string;
  readonly check_id: string;
  readonly state: "work" | "accepted";
  readonly responsible_id: string | null;
  readonly due: string | null;
  readonly until: string | null;
}

const FINDING_STATES = sql(
  "SELECT f.domain, f.check_id, f.state, f.responsible_id, f.due, f.until FROM membership m JOIN finding_state f " +
    "ON f.org_id = m.org_id WHERE m.account_id = ? AND m.org_id = ? ORDER BY f.domain, f.check_id",
);

/** What people said of failed checks. */
export function findingStatesFor({ db, accountId, orgId }: Scope): Promise<readonly FindingStateRow[]> {
  return db.all<FindingStateRow>(FINDING_STATES, accountId, orgId);
}

/** The claimed domains of an organization with their newest scans. */
export function scannedDomainsFor({ db, accountId, orgId }: Scope): Promise<readonly ScannedDomain[]> {
  return db.all<ScannedDomain>(DOMAINS, accountId, orgId);
}

/** What is known of an organization besides; nothing for a stranger. */
export function taskBasicsFor({ db, accountId, orgId }: Scope): Promise<TaskBasics | undefined> {
  return db.get<TaskBasics>(BASICS, accountId, orgId);
}

/** The answers of the newest completed questionnaire and of the newest draft. */
export function newestAnswersFor({ db, accountId, orgId }: Scope): Promise<readonly NewestAnswer[]> {
  return db.all<NewestAnswer>(ANSWERS, accountId, orgId);
}

/** The suppliers of an organization of which there is anything to say. */
export function askedSuppliersFor({ db, accountId, orgId }: Scope): Promise<readonly AskedSupplier[]> {
  return db.all<AskedSupplier>(SUPPLIERS, accountId, orgId);
}

/**
 * What ends or waits.
 * @param since keys that ended before are forgotten; `invitedBefore`: younger invitations may still be answered
 */
export function endingThingsFor(
  { db, accountId, orgId }: Scope,
  { now, since, invitedBefore }: { readonly now: number; readonly since: number; readonly invitedBefore: number },
): Promise<readonly EndingThing[]> {
  const member = [accountId, orgId] as const;
  return db.all<EndingThing>(ENDING, ...member, since, ...member, ...member, now, invitedBefore, ...member);
}

/** What the list of what to do is made of, for a member. */
export const taskFactsIn = (scope: Scope) =>
  bound([scope], {
    scannedDomains: scannedDomainsFor,
    taskBasics: taskBasicsFor,
    newestAnswers: newestAnswersFor,
    askedSuppliers: askedSuppliersFor,
    endingThings: endingThingsFor,
    taskFindings: findingStatesFor,
  });
