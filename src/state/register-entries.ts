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
  /** The name of who is responsible, where it is no member. */
  readonly responsible_person: string;
  /** The account of the member who is responsible. */
  readonly responsible_id: string | null;
  /** When the member who was responsible left; their name then stands in `responsible_person`. */
  readonly responsible_left_at: number | null;
  readonly last_reviewed_at: Day | null;
  readonly next_review_at: Day | null;
  /** By when the work on it is to be done. */
  readonly work_due_at: Day | null;
  /** How many questions the status of a questionnaire rests on; `null`: set by hand, or not read anew so far. */
  readonly basis_answered: number | null;
  readonly basis_asked: number | null;
  readonly basis_gaps: number | null;
  readonly version: number;
  readonly updated_at: number;
  readonly updated_by: string;
}

/** An entry as lists show it, with the name of the member who is responsible. */
export interface ListedEntry extends RegisterEntry {
  readonly responsible_name: string | null;
}

/** What may be left out of an entry that is saved: it is then empty. */
type Added = "responsible_id" | "responsible_left_at" | "work_due_at" | "basis_answered" | "basis_asked" | "basis_gaps";

/** An entry as it is saved. */
export type EntryToSave = Omit<RegisterEntry, "version" | Added> & Partial<Pick<RegisterEntry, Added>>;

const STORED =
  "r.code, r.status, r.status_source, r.scan_id, r.evidence_note, r.responsible_person, r.responsible_id, " +
  "r.responsible_left_at, r.last_reviewed_at, r.next_review_at, r.work_due_at, r.version, r.updated_at, r.updated_by";
// A release before the basis changes an entry without it: it then belongs to a former version and is not read.
const BASIS =
  "CASE WHEN r.basis_version = r.version THEN r.basis_answered END AS basis_answered, " +
  "CASE WHEN r.basis_version = r.version THEN r.basis_asked END AS basis_asked, " +
  "CASE WHEN r.basis_version = r.version THEN r.basis_gaps END AS basis_gaps";
const COLUMNS = `${STORED}, ${BASIS}`;
const NAMED =
  `${COLUMNS}, (SELECT p.name FROM membership o JOIN account p ON p.id = o.account_id ` +
  "WHERE o.org_id = r.org_id AND o.account_id = r.responsible_id) AS responsible_name";

const OF_ORGANIZATION = sql(
  `SELECT ${NAMED} FROM membership m JOIN register_entry r ON r.org_id = m.org_id ` +
    "WHERE m.account_id = ? AND m.org_id = ? ORDER BY r.code",
);

const OF_PERSON = sql(
  `SELECT r.org_id, ${NAMED} FROM membership m JOIN register_entry r ON r.org_id = m.org_id ` +
    "WHERE m.account_id = ? ORDER BY r.org_id, r.code",
);

const ALL = sql(`SELECT ${NAMED} FROM register_entry r WHERE r.org_id = ? ORDER BY r.code`);
const STATUSES = sql(
  "SELECT r.org_id, r.code, r.status, r.next_review_at, r.work_due_at FROM membership m JOIN register_entry r ON r.org_id = m.org_id " +
    "WHERE m.account_id = ?",
);
const CHANGES = sql(
  'SELECT c.code, c.version, c.at, c."by", c.before, c.after FROM membership m JOIN register_change c ON c.org_id = m.org_id ' +
    "WHERE m.account_id = ? AND m.org_id = ? AND c.code = ? ORDER BY c.version DESC LIMIT ?",
);
const CHANGES_SINCE = sql(
  "SELECT c.code, c.at, c.before FROM membership m JOIN register_change c ON c.org_id = m.org_id " +
    "WHERE m.account_id = ? AND m.org_id = ? AND c.at > ? ORDER BY c.at DESC, c.code, c.version DESC",
);
const CHANGES_BY = sql(
  "SELECT c.org_id, c.code, c.version, c.at, c.before, c.after FROM membership m JOIN register_change c ON c.org_id = m.org_id " +
    'WHERE m.account_id = ? AND c."by" = m.account_id ORDER BY c.at, c.code',
);
const LOCK_ALL = sql(`SELECT ${COLUMNS} FROM register_entry r WHERE r.org_id = ? ORDER BY r.code {FOR UPDATE}`);
const FIND = sql(`SELECT ${COLUMNS} FROM register_entry r WHERE r.org_id = ? AND r.code = ? {FOR UPDATE}`);
const UNREAD = sql(
  "SELECT org_id, code FROM register_entry WHERE status_source = 'questionnaire' " +
    "AND (basis_version IS NULL OR basis_version <> version) AND (org_id, code) > (?, ?) ORDER BY org_id, code LIMIT ?",
);
const ADD = sql(
  "INSERT INTO register_entry (status, status_source, scan_id, evidence_note, responsible_person, responsible_id, " +
    "responsible_left_at, last_reviewed_at, next_review_at, work_due_at, basis_answered, basis_asked, basis_gaps, " +
    "basis_version, version, updated_at, updated_by, org_id, code) " +
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) " +
    "ON CONFLICT (org_id, code) DO NOTHING",
);
const CHANGE = sql(
  "UPDATE register_entry SET status = ?, status_source = ?, scan_id = ?, evidence_note = ?, responsible_person = ?, " +
    "responsible_id = ?, responsible_left_at = ?, last_reviewed_at = ?, next_review_at = ?, work_due_at = ?, basis_answered = ?, basis_asked = ?, " +
    "basis_gaps = ?, basis_version = ?, version = ?, updated_at = ?, updated_by = ? " +
    "WHERE org_id = ? AND code = ? AND version = ?",
);
const RELEASE = sql(
  "UPDATE register_entry SET responsible_person = COALESCE((SELECT name FROM account WHERE id = responsible_id), ''), " +
    "responsible_id = NULL, responsible_left_at = ? WHERE org_id = ? AND responsible_id = ?",
);
const NOTE_READ = sql(
  "UPDATE register_entry SET basis_answered = ?, basis_asked = ?, basis_gaps = ?, basis_version = version " +
    "WHERE org_id = ? AND code = ? AND version = ?",
);
const ADD_CHANGE = sql(
  'INSERT INTO register_change (org_id, code, version, at, "by", before, after) VALUES (?, ?, ?, ?, ?, ?, ?)',
);

/** The entries of an organization's register, for one of its members; nothing for a stranger. */
export function registerFor({ db, accountId, orgId }: Scope): Promise<readonly ListedEntry[]> {
  return db.all<ListedEntry>(OF_ORGANIZATION, accountId, orgId);
}

/** Where an organization of a person stands with an obligation. */
export interface OwnStatus extends Pick<RegisterEntry, "code" | "status" | "next_review_at" | "work_due_at"> {
  readonly org_id: string;
}

/** The statuses in the registers of all organizations of a person: one statement. */
export function statusesOf(db: StateDatabase, accountId: string): Promise<readonly OwnStatus[]> {
  return db.all<OwnStatus>(STATUSES, accountId);
}

/** An entry of one of several registers. */
export interface OwnEntry extends ListedEntry {
  readonly org_id: string;
}

/** The entries in the registers of all organizations of a person: one statement. */
export function registersOf(db: StateDatabase, accountId: string): Promise<readonly OwnEntry[]> {
  return db.all<OwnEntry>(OF_PERSON, accountId);
}

/** The entries of an organization's register, for the operator. */
export function listRegister(db: StateDatabase, orgId: string): Promise<readonly ListedEntry[]> {
  return db.all<ListedEntry>(ALL, orgId);
}

/** The stored entry of an obligation, which nobody else changes until the transaction ends. `undefined`: never touched. */
export function lockRegisterEntry(
  { db: tx, orgId }: OrganizationScope,
  code: string,
): Promise<RegisterEntry | undefined> {
  return tx.get<RegisterEntry>(FIND, orgId, code);
}

const EMPTY = {
  responsible_id: null,
  responsible_left_at: null,
  work_due_at: null,
  basis_answered: null,
  basis_asked: null,
  basis_gaps: null,
} as const;

/**
 * Saves an entry over the one that was read, and notes in the history what was before and after.
 * @param before what `lockRegisterEntry` gave
 * @returns false when somebody else saved it meanwhile: then nothing is changed.
 */
export async function saveRegisterEntry(
  { db: tx, orgId }: OrganizationScope,
  before: RegisterEntry | undefined,
  given: EntryToSave,
): Promise<boolean> {
  const entry = { ...EMPTY, ...given };
  const { code, updated_at, updated_by } = entry;
  const version = (before?.version ?? 0) + 1;
  const basisVersion = entry.status_source === "questionnaire" ? version : null;
  const row = [
    entry.status,
    entry.status_source,
    entry.scan_id,
    entry.evidence_note,
    entry.responsible_person,
    entry.responsible_id,
    entry.responsible_left_at,
    entry.last_reviewed_at,
    entry.next_review_at,
    entry.work_due_at,
    entry.basis_answered,
    entry.basis_asked,
    entry.basis_gaps,
    basisVersion,
    version,
    updated_at,
    updated_by,
    orgId,
    code,
  ];
  const changed = before === undefined ? await tx.run(ADD, ...row) : await tx.run(CHANGE, ...row, before.version);
  if (changed !== 1) return false;
  const texts = [before ?? null, { ...entry, version }].map((each) => JSON.stringify(each));
  await tx.run(ADD_CHANGE, orgId, code, version, updated_at, updated_by, ...texts);
  return true;
}

/** A member leaves: where they were responsible their name stays, as a text, and nobody else takes their place. */
export async function releaseEntries(
  { db: tx, orgId }: OrganizationScope,
  accountId: string,
  at: number,
): Promise<void> {
  await tx.run(RELEASE, at, orgId, accountId);
}

/** An entry that a release before the basis filled from a questionnaire. */
export interface UnreadEntry {
  readonly org_id: string;
  readonly code: string;
}

/** Entries of questionnaires that were not read anew so far, after one of them, by organization and code. */
export function unreadEntries(
  db: StateDatabase,
  { org_id, code }: UnreadEntry,
  limit: number,
): Promise<readonly UnreadEntry[]> {
  return db.all<UnreadEntry>(UNREAD, org_id, code, limit);
}

/**
 * Notes that an entry was read anew and keeps its status; that is no new version of it.
 * @param basis what it rests on; `null`: nobody knows any more
 */
export async function noteEntryRead(
  { db: tx, orgId }: OrganizationScope,
  { code, version }: RegisterEntry,
  basis: { readonly answered: number; readonly asked: number; readonly gaps: number } | null,
): Promise<void> {
  await tx.run(NOTE_READ, basis?.answered ?? null, basis?.asked ?? null, basis?.gaps ?? null, orgId, code, version);
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

/** The saves of all entries since an instant, newest first, for a member of the organization. */
export function changesSince(
  { db, accountId, orgId }: Scope,
  since: number,
): Promise<readonly Pick<RegisterChange, "code" | "at" | "before">[]> {
  return db.all(CHANGES_SINCE, accountId, orgId, since);
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
    registerChangesSince: changesSince,
    lockRegister,
    lockEntry: lockRegisterEntry,
    saveEntry: saveRegisterEntry,
  });
