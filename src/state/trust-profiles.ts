import type { Country } from "../core/country.ts";
import type { Ico } from "../core/ico.ts";
import { newId } from "../core/random-id.ts";
import { removal, removeRows } from "./remove-rows.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";
import { removeTrustEvidenceSetAside } from "./trust-evidence.ts";
import { removeTrustShares } from "./trust-shares.ts";
import { letSlugGo } from "./trust-slugs.ts";

export type TrustState = "draft" | "published" | "withdrawn";

/** How it was shown whose profile it is: the operator and the imprint prove the firm, the domain proves itself alone. */
export type IdentityMethod = "operator" | "imprint" | "domain";

export type WithdrawnReason = "supplier" | "operator" | "identity_lost" | "too_old";

/** The profile of an organization with its draft. Answers are foreign text. Instants in milliseconds since 1970. */
export interface TrustProfile {
  readonly org_id: string;
  readonly id: string;
  /** `null` before the first publication. */
  readonly slug: string | null;
  /** The firm that is proved; `null` where the domain alone is, and before the first publication. */
  readonly country: Country | null;
  readonly ico: Ico | null;
  readonly state: TrustState;
  /** Of a withdrawn profile the last one that was public, so that its number is not used again. */
  readonly published_revision: number | null;
  readonly questionnaire_version: string;
  /** JSON. */
  readonly draft_answers: string;
  /** JSON: field id -> who sees it, where the supplier chose. */
  readonly draft_visibility: string;
  readonly draft_version: number;
  readonly is_indexed: number;
  readonly shows_scan: number;
  /** When somebody stated that the address for incidents is one of a role or that its person agreed, and who did. */
  readonly contact_agreed_at: number | null;
  readonly contact_agreed_by: string | null;
  /** When the operator confirmed the identity. */
  readonly confirmed_at: number | null;
  readonly identity_method: IdentityMethod | null;
  readonly identity_checked_at: number | null;
  readonly identity_lost_at: number | null;
  /** First publication of the series that is shown. */
  readonly published_at: number | null;
  readonly withdrawn_at: number | null;
  /** A word of ours, or with the operator the reason that the supplier reads. */
  readonly withdrawn_reason: string | null;
  /** The last warning that was sent: `2027-11-02/30`. */
  readonly last_warning: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** One publication: never changed, only withdrawn. */
export interface TrustRevision {
  readonly org_id: string;
  readonly revision: number;
  readonly questionnaire_version: string;
  /** JSON. */
  readonly snapshot: string;
  readonly canonical_sha256: string;
  /** JSON: `{ protected, signature }`. */
  readonly jws: string;
  readonly key_id: string;
  readonly published_at: number;
  /** `null`: the system, since another identity is proved now. */
  readonly published_by: string | null;
  readonly ip_prefix: string | null;
  readonly consent_version: string;
  readonly valid_until: string;
  readonly withdrawn_at: number | null;
}

/** Which revision of which profile is public; without the snapshot, which is large and never changes. */
export interface PublishedProfile {
  readonly org_id: string;
  readonly id: string;
  readonly slug: string;
  /** The firm that is proved; `null` where the domain alone is. */
  readonly country: Country | null;
  readonly ico: Ico | null;
  readonly revision: number;
  /** First publication of the series. Withdrawn revisions are removed after a while, so a number alone names none. */
  readonly published_at: number;
  readonly identity_method: IdentityMethod;
  readonly identity_checked_at: number;
  readonly identity_lost_at: number | null;
  readonly is_indexed: number;
  readonly shows_scan: number;
  /** When evidence of this revision was last taken back. */
  readonly evidence_removed_at: number | null;
}

const COLUMNS =
  "p.org_id, p.id, p.slug, p.country, p.ico, p.state, p.published_revision, p.questionnaire_version, p.draft_answers, " +
  "p.draft_visibility, p.draft_version, p.is_indexed, p.shows_scan, p.contact_agreed_at, p.contact_agreed_by, " +
  "p.confirmed_at, p.identity_method, p.identity_checked_at, p.identity_lost_at, p.published_at, p.withdrawn_at, " +
  "p.withdrawn_reason, p.last_warning, p.created_at, p.updated_at";
const REVISION_COLUMNS =
  "r.org_id, r.revision, r.questionnaire_version, r.snapshot, r.canonical_sha256, r.jws, r.key_id, r.published_at, " +
  "r.published_by, r.ip_prefix, r.consent_version, r.valid_until, r.withdrawn_at";
const PUBLIC_COLUMNS =
  "p.org_id, p.id, p.slug, p.country, p.ico, p.published_revision AS revision, p.published_at, p.identity_method, " +
  "p.identity_checked_at, p.identity_lost_at, p.is_indexed, p.shows_scan, " +
  "(SELECT max(e.removed_at) FROM trust_evidence e WHERE e.org_id = p.org_id) AS evidence_removed_at";

const FOR_MEMBER = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN trust_profile p ON p.org_id = m.org_id WHERE m.account_id = ? AND p.org_id = ?`,
);
const OF_ORGANIZATION = sql(`SELECT ${COLUMNS} FROM trust_profile p WHERE p.org_id = ?`);
const LOCK = sql(`SELECT ${COLUMNS} FROM trust_profile p WHERE p.org_id = ? {FOR UPDATE}`);
const MAKE = sql(
  "INSERT INTO trust_profile (org_id, id, state, questionnaire_version, draft_answers, draft_visibility, draft_version, " +
    "is_indexed, shows_scan, created_at, updated_at) VALUES (?, ?, 'draft', ?, ?, ?, 0, 1, 0, ?, ?) " +
    "ON CONFLICT (org_id) DO NOTHING",
);
const SAVE_DRAFT = sql(
  "UPDATE trust_profile SET draft_answers = ?, draft_visibility = ?, draft_version = draft_version + 1, " +
    "state = CASE WHEN state = 'withdrawn' THEN 'draft' ELSE state END, " +
    "contact_agreed_at = ?, contact_agreed_by = ?, updated_at = ? WHERE org_id = ? AND draft_version = ?",
);
const SET_CHOICES = sql("UPDATE trust_profile SET is_indexed = ?, shows_scan = ?, updated_at = ? WHERE org_id = ?");
const CONFIRM = sql("UPDATE trust_profile SET confirmed_at = ?, updated_at = ? WHERE org_id = ?");
const FORGET_CONFIRMATION = sql("UPDATE trust_profile SET confirmed_at = NULL WHERE org_id = ?");
const PUBLISH = sql(
  "UPDATE trust_profile SET state = 'published', slug = ?, country = ?, ico = ?, published_revision = ?, " +
    "published_at = ?, identity_method = ?, identity_checked_at = ?, identity_lost_at = NULL, withdrawn_at = NULL, " +
    "withdrawn_reason = NULL, last_warning = NULL, told = NULL, updated_at = ? WHERE org_id = ?",
);
const REPUBLISH = sql(
  "UPDATE trust_profile SET country = ?, ico = ?, published_revision = ?, identity_method = ?, identity_checked_at = ?, " +
    "identity_lost_at = NULL, updated_at = ? WHERE org_id = ? AND state = 'published' AND published_revision = ?",
);
const WITHDRAW_REVISION = sql(
  "UPDATE trust_revision SET withdrawn_at = ? WHERE org_id = ? AND revision = ? AND withdrawn_at IS NULL",
);
const OPEN_REVISIONS = sql(
  `SELECT ${REVISION_COLUMNS} FROM trust_revision r WHERE r.org_id = ? AND r.withdrawn_at IS NULL ORDER BY r.revision`,
);
const ADD_REVISION = sql(
  "INSERT INTO trust_revision (org_id, revision, questionnaire_version, snapshot, canonical_sha256, jws, key_id, " +
    "published_at, published_by, ip_prefix, consent_version, valid_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
);
const LAST_REVISION = sql(
  "SELECT p.published_revision AS shown, (SELECT MAX(r.revision) FROM trust_revision r WHERE r.org_id = p.org_id) " +
    "AS newest FROM trust_profile p WHERE p.org_id = ?",
);
const REVISIONS = sql(
  `SELECT ${REVISION_COLUMNS} FROM membership m JOIN trust_revision r ON r.org_id = m.org_id ` +
    "WHERE m.account_id = ? AND r.org_id = ? ORDER BY r.revision DESC",
);
const REVISION = sql(`SELECT ${REVISION_COLUMNS} FROM trust_revision r WHERE r.org_id = ? AND r.revision = ?`);
const WITHDRAW = sql(
  "UPDATE trust_profile SET state = 'withdrawn', published_at = NULL, withdrawn_at = ?, " +
    "withdrawn_reason = ?, updated_at = ? WHERE org_id = ? AND state = 'published'",
);
const WITHDRAW_REVISIONS = sql("UPDATE trust_revision SET withdrawn_at = ? WHERE org_id = ? AND withdrawn_at IS NULL");
const SET_SLUG = sql("UPDATE trust_profile SET slug = ?, updated_at = ? WHERE org_id = ?");
/** Published by the number that the organization names, before a firm needed a proof of its own. */
const UNPROVED_AFTER = sql(
  "SELECT p.org_id FROM trust_profile p WHERE p.state = 'published' AND p.identity_method = 'domain' " +
    "AND p.ico IS NOT NULL AND p.org_id > ? ORDER BY p.org_id LIMIT ?",
);
const IDENTITY = sql(
  "UPDATE trust_profile SET identity_method = ?, identity_checked_at = ?, identity_lost_at = ? WHERE org_id = ?",
);
const SET_WARNING = sql("UPDATE trust_profile SET last_warning = ?, told = ? WHERE org_id = ?");
const DELETE = sql("DELETE FROM trust_profile WHERE org_id = ?");
const BY_SLUG = sql(`SELECT ${PUBLIC_COLUMNS} FROM trust_profile p WHERE p.slug = ? AND p.state = 'published'`);
const BY_ICO = sql(
  `SELECT ${PUBLIC_COLUMNS} FROM trust_profile p WHERE p.ico = ? AND p.state = 'published' ORDER BY p.country`,
);
const STATE_OF_SLUG = sql("SELECT p.org_id, p.state FROM trust_profile p WHERE p.slug = ?");
const PUBLISHED_AFTER = sql(
  "SELECT p.org_id FROM trust_profile p WHERE p.state = 'published' AND p.org_id > ? ORDER BY p.org_id LIMIT ?",
);
const LOCK_PUBLISHED = sql(
  `SELECT ${COLUMNS}, r.snapshot, r.valid_until, r.published_at AS revised_at FROM trust_profile p ` +
    "JOIN trust_revision r ON r.org_id = p.org_id AND r.revision = p.published_revision " +
    "WHERE p.state = 'published' AND p.org_id = ? {FOR UPDATE}",
);
const REMOVE_UNUSED_FILES = removal(
  "trust_file",
  "org_id, sha256",
  "NOT EXISTS (SELECT 1 FROM trust_evidence e WHERE e.org_id = trust_file.org_id " +
    "AND e.file_sha256 = trust_file.sha256 AND e.removed_at IS NULL)",
);

/** The profile of an organization for one of its members; `undefined` for a stranger and before the first save. */
export function trustProfileFor({ db, accountId, orgId }: Scope): Promise<TrustProfile | undefined> {
  return db.get<TrustProfile>(FOR_MEMBER, accountId, orgId);
}

/** The profile of an organization, for the operator and the worker. */
export function trustProfileOf(db: StateDatabase, orgId: string): Promise<TrustProfile | undefined> {
  return db.get<TrustProfile>(OF_ORGANIZATION, orgId);
}

/** The profile, which nobody else changes until the transaction ends; it is made where there is none. */
export async function lockTrustProfile(
  { db: tx, orgId }: OrganizationScope,
  questionnaireVersion: string,
  at: number,
): Promise<TrustProfile> {
  await tx.run(MAKE, orgId, newId("trustProfile"), questionnaireVersion, "{}", "{}", at, at);
  const profile = await tx.get<TrustProfile>(LOCK, orgId);
  if (profile === undefined) throw new Error("a trust profile vanished inside a transaction");
  return profile;
}

/** What a save changes of the draft. */
export type ChangedDraft = Pick<
  TrustProfile,
  "draft_answers" | "draft_visibility" | "draft_version" | "contact_agreed_at" | "contact_agreed_by"
>;

/** @returns false when somebody else saved the draft meanwhile: then nothing is changed. */
export async function saveTrustDraft(
  { db: tx, orgId }: OrganizationScope,
  { draft_answers, draft_visibility, draft_version, contact_agreed_at, contact_agreed_by }: ChangedDraft,
  at: number,
): Promise<boolean> {
  const texts = [draft_answers, draft_visibility];
  return (await tx.run(SAVE_DRAFT, ...texts, contact_agreed_at, contact_agreed_by, at, orgId, draft_version)) === 1;
}

/** Whether search engines may show the page, and whether it stands beside what a scan saw. */
export async function setTrustChoices(
  { db: tx, orgId }: OrganizationScope,
  { isIndexed, showsScan }: { readonly isIndexed: boolean; readonly showsScan: boolean },
  at: number,
): Promise<void> {
  await tx.run(SET_CHOICES, isIndexed ? 1 : 0, showsScan ? 1 : 0, at, orgId);
}

/** The operator confirmed whose profile it is. */
export async function confirmTrustProfile(tx: StateDatabase, orgId: string, at: number): Promise<void> {
  await tx.run(CONFIRM, at, at, orgId);
}

/** The organization is not the firm any more that the operator confirmed. */
export async function forgetTrustConfirmation({ db: tx, orgId }: OrganizationScope): Promise<void> {
  await tx.run(FORGET_CONFIRMATION, orgId);
}

/** The number that the next revision gets. Numbers of withdrawn ones are not used again, also once those are removed. */
export async function nextTrustRevision({ db: tx, orgId }: OrganizationScope): Promise<number> {
  const last = await tx.get<{ shown: number | null; newest: number | null }>(LAST_REVISION, orgId);
  return Math.max(last?.shown ?? 0, last?.newest ?? 0) + 1;
}

/** What publishing sets of the profile. */
export interface Publication extends Pick<TrustProfile, "published_at" | "country" | "ico"> {
  readonly slug: string;
  readonly identity_method: IdentityMethod;
  readonly identity_checked_at: number;
}

/** Adds a revision and makes it the public one, together or not at all. */
export async function publishTrustRevision(
  { db: tx, orgId }: OrganizationScope,
  revision: Omit<TrustRevision, "withdrawn_at" | "org_id">,
  publication: Publication,
): Promise<void> {
  const { published_at } = revision;
  await addRevision(tx, orgId, revision);
  const { slug, country, ico, identity_method, identity_checked_at } = publication;
  const identity = [identity_method, identity_checked_at];
  const first = publication.published_at ?? published_at;
  await tx.run(PUBLISH, slug, country, ico, revision.revision, first, ...identity, published_at, orgId);
  await removeTrustEvidenceSetAside({ db: tx, orgId });
}

async function addRevision(
  tx: StateDatabase,
  orgId: string,
  revision: Omit<TrustRevision, "withdrawn_at" | "org_id">,
): Promise<void> {
  const { questionnaire_version, snapshot, canonical_sha256, jws, key_id, published_at } = revision;
  const record = [revision.published_by, revision.ip_prefix, revision.consent_version, revision.valid_until];
  const content = [questionnaire_version, snapshot, canonical_sha256, jws, key_id];
  await tx.run(ADD_REVISION, orgId, revision.revision, ...content, published_at, ...record);
}

/** What a system revision sets of the profile; everything else of it stays as it is. */
export type Republication = Pick<Publication, "country" | "ico" | "identity_method" | "identity_checked_at">;

/**
 * Adds a revision of the same answers and makes it the public one, where the one before still is.
 * @returns false where another one is public now: then nothing is changed.
 */
export async function republishTrust(
  { db: tx, orgId }: OrganizationScope,
  before: number,
  revision: Omit<TrustRevision, "withdrawn_at" | "org_id">,
  { country, ico, identity_method, identity_checked_at }: Republication,
): Promise<boolean> {
  const { revision: number, published_at: at } = revision;
  const identity = [identity_method, identity_checked_at];
  if ((await tx.run(REPUBLISH, country, ico, number, ...identity, at, orgId, before)) !== 1) return false;
  await addRevision(tx, orgId, revision);
  return true;
}

/** The revisions that everybody may still read, oldest first. */
export function openTrustRevisions(tx: StateDatabase, orgId: string): Promise<readonly TrustRevision[]> {
  return tx.all<TrustRevision>(OPEN_REVISIONS, orgId);
}

/** Takes one revision back. */
export async function withdrawTrustRevision(
  tx: StateDatabase,
  { org_id, revision }: Pick<TrustRevision, "org_id" | "revision">,
  at: number,
): Promise<void> {
  await tx.run(WITHDRAW_REVISION, at, org_id, revision);
}

/** Organizations whose published profile names a number that nothing proves yet, a page at a time. */
export async function unprovedAfter(db: StateDatabase, orgId: string, limit: number): Promise<readonly string[]> {
  return (await db.all<{ org_id: string }>(UNPROVED_AFTER, orgId, limit)).map(({ org_id }) => org_id);
}

/** The revisions of an organization for one of its members, newest first. */
export function trustRevisionsFor({ db, accountId, orgId }: Scope): Promise<readonly TrustRevision[]> {
  return db.all<TrustRevision>(REVISIONS, accountId, orgId);
}

/** One revision, withdrawn or not. */
export function trustRevision(db: StateDatabase, orgId: string, revision: number): Promise<TrustRevision | undefined> {
  return db.get<TrustRevision>(REVISION, orgId, revision);
}

/**
 * Withdraws what is public, with all revisions and share links; the address is kept, so that it says so and nobody else takes it.
 * @returns false where nothing was published.
 */
export async function withdrawTrustProfile(
  { db: tx, orgId }: OrganizationScope,
  reason: string,
  at: number,
): Promise<boolean> {
  await removeTrustShares({ db: tx, orgId });
  if ((await tx.run(WITHDRAW, at, reason, at, orgId)) !== 1) return false;
  await tx.run(WITHDRAW_REVISIONS, at, orgId);
  // The address that it has now: somebody may have changed it since the caller looked.
  const slug = (await trustProfileOf(tx, orgId))?.slug ?? null;
  if (slug !== null) await letSlugGo(tx, { slug, orgId, why: "withdrawn" }, at);
  return true;
}

/** Gives the profile another address; the former one leads to it. */
export async function changeTrustSlug(
  { db: tx, orgId }: OrganizationScope,
  { slug: former }: Pick<TrustProfile, "slug">,
  slug: string,
  at: number,
): Promise<void> {
  await tx.run(SET_SLUG, slug, at, orgId);
  if (former !== null && former !== slug) await letSlugGo(tx, { slug: former, orgId, why: "changed" }, at);
}

/** Notes what was found about the identity of a published profile. `lostAt`: since when it is not shown any more. */
export async function noteTrustIdentity(
  tx: StateDatabase,
  orgId: string,
  {
    method,
    checkedAt,
    lostAt,
  }: { readonly method: IdentityMethod; readonly checkedAt: number; readonly lostAt: number | null },
): Promise<void> {
  await tx.run(IDENTITY, method, checkedAt, lostAt, orgId);
}

/** Remembers the last warning that was sent. */
export async function noteTrustWarning(tx: StateDatabase, orgId: string, warning: string): Promise<void> {
  await tx.run(SET_WARNING, warning, warning, orgId);
}

/** Removes the profile with everything of it; its address stays taken for a while. */
export async function deleteTrustProfile({ db: tx, orgId }: OrganizationScope, at: number): Promise<boolean> {
  const profile = await trustProfileOf(tx, orgId);
  if (profile === undefined) return false;
  if (profile.slug !== null) await letSlugGo(tx, { slug: profile.slug, orgId, why: "withdrawn" }, at);
  await tx.run(DELETE, orgId);
  return true;
}

/** What stands at an address for everybody; `undefined` for unpublished, withdrawn and unknown alike. */
export function publishedBySlug(db: StateDatabase, slug: string): Promise<PublishedProfile | undefined> {
  return db.get<PublishedProfile>(BY_SLUG, slug);
}

/** The public profiles of a number, Czechia first: a number may stand in both countries. */
export function publishedByIco(db: StateDatabase, ico: Ico): Promise<readonly PublishedProfile[]> {
  return db.all<PublishedProfile>(BY_ICO, ico);
}

/** Whose slug it is now, in whatever state. */
export function holderOfSlug(
  db: StateDatabase,
  slug: string,
): Promise<Pick<TrustProfile, "org_id" | "state"> | undefined> {
  return db.get(STATE_OF_SLUG, slug);
}

/** A published profile with the revision that is shown. */
export interface ShownProfile extends TrustProfile {
  /** JSON. */
  readonly snapshot: string;
  readonly valid_until: string;
  /** When this revision was published. */
  readonly revised_at: number;
}

/** Organizations with a published profile, a page at a time, for the nightly look. */
export async function publishedAfter(db: StateDatabase, orgId: string, limit: number): Promise<readonly string[]> {
  return (await db.all<{ org_id: string }>(PUBLISHED_AFTER, orgId, limit)).map(({ org_id }) => org_id);
}

/** The published profile of an organization, which nobody else changes until the transaction ends. */
export function lockPublishedTrust(tx: StateDatabase, orgId: string): Promise<ShownProfile | undefined> {
  return tx.get<ShownProfile>(LOCK_PUBLISHED, orgId);
}

/** Removes files that no evidence names any more. */
export async function removeUnusedTrustFiles(db: StateDatabase): Promise<void> {
  await removeRows(db, REMOVE_UNUSED_FILES);
}

/** The trust profile of an organization, for a member. */
export const trustProfileIn = (scope: Scope) =>
  bound([scope], {
    profile: trustProfileFor,
    lock: lockTrustProfile,
    saveDraft: saveTrustDraft,
    setChoices: setTrustChoices,
    forgetConfirmation: forgetTrustConfirmation,
    revisions: trustRevisionsFor,
    nextRevision: nextTrustRevision,
    publish: publishTrustRevision,
    withdraw: withdrawTrustProfile,
    changeSlug: changeTrustSlug,
    remove: deleteTrustProfile,
  });
