import { removal, removeRows } from "./remove-rows.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** A link that shows what is on request. The label is foreign text. Instants in milliseconds since 1970. */
export interface TrustShare {
  readonly id: string;
  readonly label: string;
  readonly expires_at: number;
  readonly created_by: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
}

const COLUMNS = "s.id, s.label, s.expires_at, s.created_by, s.created_at, s.last_used_at, s.revoked_at";

const FOR_MEMBER = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN trust_share s ON s.org_id = m.org_id ` +
    "WHERE m.account_id = ? AND s.org_id = ? ORDER BY s.created_at DESC, s.id",
);
const ADD = sql(
  "INSERT INTO trust_share (org_id, id, token_hash, label, expires_at, created_by, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
);
const REVOKE = sql("UPDATE trust_share SET revoked_at = ? WHERE org_id = ? AND id = ? AND revoked_at IS NULL");
const FIND = sql(
  `SELECT ${COLUMNS} FROM trust_share s WHERE s.org_id = ? AND s.token_hash = ? AND s.revoked_at IS NULL AND s.expires_at > ?`,
);
const USED = sql("UPDATE trust_share SET last_used_at = ? WHERE org_id = ? AND id = ?");
const REMOVE_ALL = sql("DELETE FROM trust_share WHERE org_id = ?");
const REMOVE_OLD = removal("trust_share", "org_id, id", "expires_at <= ?");

/** The share links of an organization for one of its members, newest first. */
export function trustSharesFor({ db, accountId, orgId }: Scope): Promise<readonly TrustShare[]> {
  return db.all<TrustShare>(FOR_MEMBER, accountId, orgId);
}

export async function addTrustShare(
  { db: tx, orgId }: OrganizationScope,
  share: Pick<TrustShare, "id" | "label" | "expires_at" | "created_by" | "created_at"> & { readonly tokenHash: string },
): Promise<void> {
  const { id, tokenHash, label, expires_at, created_by, created_at } = share;
  await tx.run(ADD, orgId, id, tokenHash, label, expires_at, created_by, created_at);
}

/** @returns false where there is no such link that still works. */
export async function revokeTrustShare({ db: tx, orgId }: OrganizationScope, id: string, at: number): Promise<boolean> {
  return (await tx.run(REVOKE, at, orgId, id)) === 1;
}

/** The link of a token for the profile of an organization; `undefined`: unknown, of another one, revoked or too old. */
export function trustShareByToken(
  db: StateDatabase,
  orgId: string,
  tokenHash: string,
  now: number,
): Promise<TrustShare | undefined> {
  return db.get<TrustShare>(FIND, orgId, tokenHash, now);
}

export async function trustShareUsed(tx: StateDatabase, orgId: string, id: string, at: number): Promise<void> {
  await tx.run(USED, at, orgId, id);
}

/** With a withdrawal every link ends. */
export async function removeTrustShares({ db: tx, orgId }: OrganizationScope): Promise<void> {
  await tx.run(REMOVE_ALL, orgId);
}

export function removeOldTrustShares(db: StateDatabase, before: number): Promise<number> {
  return removeRows(db, REMOVE_OLD, before);
}

/** The share links of a trust profile, for a member. */
export const trustSharesIn = (scope: Scope) =>
  bound([scope], { shares: trustSharesFor, addShare: addTrustShare, revokeShare: revokeTrustShare });
