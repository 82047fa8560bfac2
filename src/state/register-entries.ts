import type { Day } from "../core/day.ts";
import type { ObligationStatus } from "../core/obligation-status.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** One obligation in an organization's register. Note and person are foreign text. */
export interface RegisterEntry {
  readonly code: string;
  readonly status: ObligationStatus | null;
  readonly status_source: "manual" | "questionnaire" | null;
  /** The completed questionnaire that filled it. */
  readonly scan_id: string | null;
  readonly evidence_note: string;
  readonly responsible_person: string;
  readonly last_reviewed_at: Day | null;
  readonly next_review_at: Day | null;
  readonly version: number;
  readonly updated_at: number;
  readonly updated_by: string;
}

const OF_ORGANIZATION = sql(
  "SELECT r.code, r.status, r.status_source, r.scan_id, r.evidence_note, r.responsible_person, r.last_reviewed_at, " +
    "r.next_review_at, r.version, r.updated_at, r.updated_by FROM membership m JOIN register_entry r ON r.org_id = m.org_id " +
    "WHERE m.account_id = ? AND m.org_id = ? ORDER BY r.code",
);

const ALL = sql(
  "SELECT code, status, status_source, scan_id, evidence_note, responsible_person, last_reviewed_at, next_review_at, " +
    "version, updated_at, updated_by FROM register_entry WHERE org_id = ? ORDER BY code",
);
const STATUSES = sql(
  "SELECT r.org_id, r.code, r.status, r.next_review_at FROM membership m JOIN register_entry r ON r.org_id = m.org_id " +
    "WHERE m.account_id = ?",
);
const CHANGES = sql(
  'SELECT c.code, c.version, c.at, c."by", c.before, c.after FROM membership m JOIN register_change c ON c.org_id = m.org_id ' +
    "WHERE m.account_id = ? AND m.org_id = ? AND c.code = ? ORDER BY c.version DESC LIMIT ?",
);
const CHANGES_BY = sql(
  "SELECT c.org_id, c.code, c.version, c.at, c.before, c.after FROM membership m JOIN register_change c ON c.org_id = m.org_id " +
    'WHERE m.account_id = ? AND c."by" = m.account_id ORDER BY c.at, c.code',
);
const LOCK_ALL = sql(
  "SELECT code, status, status_source, scan_id, evidence_note, responsible_person, last_reviewed_at, next_review_at, " +
    "version, updated_at, updated_by FROM register_entry WHERE org_id = ? ORDER BY code {FOR UPDATE}",
);
const FIND = sql(
  "SELECT code, status, status_source, scan_id, evidence_note, responsible_person, last_reviewed_at, next_review_at, " +
    "version, updated_at, updated_by FROM register_entry WHERE org_id = ? AND code = ? {FOR UPDATE}",
);
const ADD = sql(
  "INSERT INTO register_entry (status, status_source, scan_id, evidence_note, responsible_person, last_reviewed_at, " +
    "next_review_at, version, updated_at, updated_by, org_id, code) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) " +
    "ON CONFLICT (org_id, code) DO NOTHING",
);
const CHANGE = sql(
  "UPDATE register_entry SET status = ?, status_source = ?, scan_id = ?, evidence_note = ?, responsible_person = ?, " +
    "last_reviewed_at = ?, next_review_at = ?, version = ?, updated_at = ?, updated_by = ? " +
    "WHERE org_id = ? AND code = ? AND version = ?",
);
const ADD_CHANGE = sql(
  'INSERT INTO register_change (org_id, code, version, at, "by", before, after) VALUES (?, ?, ?, ?, ?, ?, ?)',
);

/** The entries of an organization's register, for one of its members; nothing for a stranger. */
export function registerFor({ db, accountId, orgId }: Scope): Promise<readonly RegisterEntry[]> {
  return db.all<RegisterEntry>(OF_ORGANIZATION, accountId, orgId);
}

/** Where an organization of a person stands with an obligation. */
export interface OwnStatus extends Pick<RegisterEntry, "code" | "status" | "next_review_at"> {
  readonly org_id: string;
}

/** The statuses in the registers of all organizations of a person: one statement. */
export function statusesOf(db: StateDatabase, accountId: string): Promise<readonly OwnStatus[]> {
  return db.all<OwnStatus>(STATUSES, accountId);
}

/** The entries of an organization's register, for the operator. */
export function listRegister(db: StateDatabase, orgId: string): Promise<readonly RegisterEntry[]> {
  return db.all<RegisterEntry>(ALL, orgId);
}

/** The stored entry of an obligation, which nobody else changes until the transaction ends. `undefined`: never touched. */
export function lockRegisterEntry(
  { db: tx, orgId }: OrganizationScope,
  code: string,
): Promise<RegisterEntry | undefined> {
  return tx.get<RegisterEntry>(FIND, orgId, code);
}

/**
 * Saves an entry over the one that was read, and notes in the history what was before and after.
 * @param before what `lockRegisterEntry` gave
 * @returns false when somebody else saved it meanwhile: then nothing is changed.
 */
export async function saveRegisterEntry(
  { db: tx, orgId }: OrganizationScope,
  before: RegisterEntry | undefined,
  entry: Omit<RegisterEntry, "version">,
): Promise<boolean> {
  const { code, status, status_source, scan_id, evidence_note, responsible_person } = entry;
  const { last_reviewed_at, next_review_at, updated_at, updated_by } = entry;
  const version = (before?.version ?? 0) + 1;
  const values = [status, status_source, scan_id, evidence_note, responsible_person, last_reviewed_at, next_review_at];
  const row = [...values, version, updated_at, updated_by, orgId, code];
  const changed = before === undefined ? await tx.run(ADD, ...row) : await tx.run(CHANGE, ...row, before.version);
  if (changed !== 1) return false;
  const texts = [before ?? null, { ...entry, version }].map((each) => JSON.stringify(each));
  await tx.run(ADD_CHANGE, orgId, code, version, updated_at, updated_by, ...texts);
  return true;
}

/** The entries of an organization's register, which nobody else changes until the transaction ends. */
export function lockRegister({ db: tx, orgId }: OrganizationScope): Promise<readonly RegisterEntry[]> {
  return tx.all<RegisterEntry>(LOCK_ALL, orgId);
}

/** One save of an entry. Before and after are the entry as JSON (`readStoredEntry`); they hold foreign text. */
export interface RegisterChange {
  readonly code: string;
  readonly version: number;
  readonly at: number;
  readonly by: string;
  readonly before: string;
  readonly after: string;
}

/** The saves of one entry, newest first, for a member of the organization. */
export function changesFor(
  { db, accountId, orgId }: Scope,
  code: string,
  limit: number,
): Promise<readonly RegisterChange[]> {
  return db.all<RegisterChange>(CHANGES, accountId, orgId, code, limit);
}

/** A save with the organization that it happened in. */
export interface OwnChange extends Omit<RegisterChange, "by"> {
  readonly org_id: string;
}

/** The saves that a person made in the organizations where he is a member, for his own export. */
export function changesBy(db: StateDatabase, accountId: string): Promise<readonly OwnChange[]> {
  return db.all<OwnChange>(CHANGES_BY, accountId);
}

/** Reads what the history holds of an entry; `null`: there was none before. */
export function readStoredEntry(text: string): RegisterEntry | null {
  return JSON.parse(text) as RegisterEntry | null;
}

/** The obligation register of an organization, for a member. */
export const registerIn = (scope: Scope) =>
  bound([scope], {
    register: registerFor,
    registerChanges: changesFor,
    lockRegister,
    lockEntry: lockRegisterEntry,
    saveEntry: saveRegisterEntry,
  });
