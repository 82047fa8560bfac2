import type { Day } from "../core/day.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** What a supplier shows for an answer. Title and address are foreign text. */
export interface TrustEvidence {
  readonly id: string;
  readonly field_id: string;
  readonly kind: "link" | "file";
  readonly title: string;
  readonly url: string | null;
  readonly file_sha256: string | null;
  readonly media_type: string | null;
  /** Bytes. */
  readonly size: number | null;
  readonly issued_on: Day | null;
  readonly expires_on: Day | null;
  readonly visibility: "public" | "on_request" | "private";
  readonly created_by: string;
  readonly created_at: number;
  /** Taken back by the supplier while the published revision still names it; its file is gone. */
  readonly removed_at: number | null;
}

const COLUMNS =
  "e.id, e.field_id, e.kind, e.title, e.url, e.file_sha256, e.media_type, e.size, e.issued_on, e.expires_on, " +
  "e.visibility, e.created_by, e.created_at, e.removed_at";

const FOR_MEMBER = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN trust_evidence e ON e.org_id = m.org_id ` +
    "WHERE m.account_id = ? AND e.org_id = ? AND e.removed_at IS NULL ORDER BY e.created_at, e.id",
);
const ADD = sql(
  "INSERT INTO trust_evidence (org_id, id, field_id, kind, title, url, file_sha256, media_type, size, issued_on, " +
    "expires_on, visibility, created_by, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
);
const SET_ASIDE = sql("UPDATE trust_evidence SET removed_at = ? WHERE org_id = ? AND id = ? AND removed_at IS NULL");
const REMOVE = sql("DELETE FROM trust_evidence WHERE org_id = ? AND id = ?");
const REMOVE_SET_ASIDE = sql("DELETE FROM trust_evidence WHERE org_id = ? AND removed_at IS NOT NULL");
const ADD_FILE = sql(
  "INSERT INTO trust_file (org_id, sha256, bytes) VALUES (?, ?, ?) ON CONFLICT (org_id, sha256) DO NOTHING",
);
const FILE = sql("SELECT bytes FROM trust_file WHERE org_id = ? AND sha256 = ?");
const REMOVE_FILES = sql(
  "DELETE FROM trust_file WHERE org_id = ? AND NOT EXISTS (SELECT 1 FROM trust_evidence e " +
    "WHERE e.org_id = trust_file.org_id AND e.file_sha256 = trust_file.sha256 AND e.removed_at IS NULL)",
);
const SET_ASIDE_OF = sql("SELECT id, removed_at FROM trust_evidence WHERE org_id = ? AND removed_at IS NOT NULL");

/** The evidence of the draft for a member of the organization, oldest first. */
export function trustEvidenceFor({ db, accountId, orgId }: Scope): Promise<readonly TrustEvidence[]> {
  return db.all<TrustEvidence>(FOR_MEMBER, accountId, orgId);
}

/** Adds evidence; the bytes of a file stand once, however often they are named. */
export async function addTrustEvidence(
  { db: tx, orgId }: OrganizationScope,
  evidence: Omit<TrustEvidence, "removed_at">,
  bytes: Uint8Array | null,
): Promise<void> {
  const { id, field_id, kind, title, url, file_sha256, media_type, size } = evidence;
  const { issued_on, expires_on, visibility, created_by, created_at } = evidence;
  if (bytes !== null && file_sha256 !== null) await tx.run(ADD_FILE, orgId, file_sha256, bytes);
  const content = [title, url, file_sha256, media_type, size, issued_on, expires_on];
  await tx.run(ADD, orgId, id, field_id, kind, ...content, visibility, created_by, created_at);
}

/**
 * Removes evidence, and its file where no other evidence has the same. What a published revision names is marked as
 * removed until another revision takes its place.
 * @returns false where there is none.
 */
export async function removeTrustEvidence(
  { db: tx, orgId }: OrganizationScope,
  id: string,
  { isPublished, at }: { readonly isPublished: boolean; readonly at: number },
): Promise<boolean> {
  const removed = (await (isPublished ? tx.run(SET_ASIDE, at, orgId, id) : tx.run(REMOVE, orgId, id))) === 1;
  await tx.run(REMOVE_FILES, orgId);
  return removed;
}

/** Removes what only an earlier revision showed. */
export async function removeTrustEvidenceSetAside({ db: tx, orgId }: OrganizationScope): Promise<void> {
  await tx.run(REMOVE_SET_ASIDE, orgId);
  await tx.run(REMOVE_FILES, orgId);
}

/** When evidence was taken back that a published revision names, by id. */
export async function removedTrustEvidence(db: StateDatabase, orgId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db.all<{ readonly id: string; readonly removed_at: number }>(SET_ASIDE_OF, orgId);
  return new Map(rows.map(({ id, removed_at }) => [id, removed_at]));
}

/** The bytes of a file of an organization. */
export async function trustFile(db: StateDatabase, orgId: string, sha256: string): Promise<Uint8Array | undefined> {
  return (await db.get<{ bytes: Uint8Array }>(FILE, orgId, sha256))?.bytes;
}

/** The evidence of a trust profile, for a member. */
export const trustEvidenceIn = (scope: Scope) =>
  bound([scope], { evidence: trustEvidenceFor, addEvidence: addTrustEvidence, removeEvidence: removeTrustEvidence });
