import { grantHeld } from "./grants.ts";
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
  /** JSON: ids of the fields that it opens; `null`: all that are on request. */
  readonly fields: string | null;
}

const COLUMNS = "s.id, s.label, s.expires_at, s.created_by, s.created_at, s.last_used_at, s.revoked_at, s.fields";

const FOR_MEMBER = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN trust_share s ON s.org_id = m.org_id ` +
    "WHERE m.account_id = ? AND s.org_id = ? ORDER BY s.created_at DESC, s.id",
);
const ADD = sql(
  "INSERT INTO trust_share (org_id, id, token_hash, label, expires_at, created_by, created_at, fields) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
);
const REVOKE = sql("UPDATE trust_share SET revoked_at = ? WHERE org_id = ? AND id = ? AND revoked_at IS NULL");
const FIND = sql(
  `SELECT ${COLUMNS} FROM trust_share s WHERE s.org_id = ? AND s.token_hash = ? AND s.revoked_at IS NULL AND s.expires_at > ? ` +
    `AND ${grantHeld("trust_share", "s")}`,
);
const LOCK = sql("SELECT last_used_at, uses FROM trust_share WHERE org_id = ? AND id = ? {FOR UPDATE}");
const NOTE_USE = sql("UPDATE trust_share SET last_used_at = ?, uses = ? WHERE org_id = ? AND id = ?");
const ADD_USES = sql("UPDATE trust_share SET uses = uses + ? WHERE org_id = ? AND id = ?");
const USED_MORE = sql(
  "SELECT s.org_id, s.id, p.id AS profile FROM trust_share s JOIN trust_profile p ON p.org_id = s.org_id " +
    "WHERE s.uses > 1 AND s.last_used_at < ? ORDER BY s.org_id, s.id LIMIT ?",
);
const COUNTED = sql("UPDATE trust_share SET uses = 0 WHERE org_id = ? AND id = ?");
const REMOVE_ALL = sql("DELETE FROM trust_share WHERE org_id = ?");

/** The share links of an organization for one of its members, newest first. */
export function trustSharesFor({ db, accountId, orgId }: Scope): Promise<readonly TrustShare[]> {
  return db.all<TrustShare>(FOR_MEMBER, accountId, orgId);
}

export async function addTrustShare(
  { db: tx, orgId }: OrganizationScope,
  share: Pick<TrustShare, "id" | "label" | "expires_at" | "created_by" | "created_at"> & {
    readonly tokenHash: string;
    readonly fields?: string;
  },
): Promise<void> {
  const { id, tokenHash, label, expires_at, created_by, created_at, fields } = share;
  await tx.run(ADD, orgId, id, tokenHash, label, expires_at, created_by, created_at, fields ?? null);
}

/** @returns false where there is no such link that still works. */
export async function revokeTrustShare({ db: tx, orgId }: OrganizationScope, id: string, at: number): Promise<boolean> {
  return (await tx.run(REVOKE, at, orgId, id)) === 1;
}

/**
 * The link of a token for the profile of an organization; `undefined`: unknown, of another one, revoked, too old, or of
 * somebody who may not make one now.
 */
export function trustShareByToken(
  db: StateDatabase,
  orgId: string,
  tokenHash: string,
  now: number,
): Promise<TrustShare | undefined> {
  return db.get<TrustShare>(FIND, orgId, tokenHash, now);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A use is noted once an hour, and the first one of a day (UTC): true where this one is noted already. */
export function isShareUseNoted(lastUsedAt: number | null, at: number): boolean {
  return lastUsedAt !== null && lastUsedAt >= Math.max(at - HOUR_MS, dayBegan(at));
}

const dayBegan = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

/** What the audit log gets of uses that were noted. */
export interface NotedUses {
  readonly isFirstOfDay: boolean;
  /** The uses of an earlier day, where there were several and no entry says so yet. */
  readonly earlier: number | null;
}

/** Notes uses of a link on a day and, where there are any, on earlier ones. @returns `undefined` where another instance noted one meanwhile: then nothing is written. */
export async function noteShareUse(
  tx: StateDatabase,
  { orgId, id, uses, earlier, at }: { orgId: string; id: string; uses: number; earlier: number; at: number },
): Promise<NotedUses | undefined> {
  const row = await tx.get<{ last_used_at: number | null; uses: number }>(LOCK, orgId, id);
  if (row === undefined || isShareUseNoted(row.last_used_at, at)) return undefined;
  const isFirstOfDay = row.last_used_at === null || row.last_used_at < dayBegan(at);
  const before = row.uses + earlier;
  await tx.run(NOTE_USE, at, isFirstOfDay ? uses : before + uses, orgId, id);
  return { isFirstOfDay, earlier: isFirstOfDay && before > 1 ? before : null };
}

/** Adds uses that one instance had only in its memory. */
export async function addShareUses(db: StateDatabase, orgId: string, id: string, uses: number): Promise<void> {
  await db.run(ADD_USES, uses, orgId, id);
}

/** Links that were used several times on an earlier day, and no entry says so yet. */
export function sharesUsedMore(
  db: StateDatabase,
  now: number,
  limit: number,
): Promise<readonly { org_id: string; id: string; profile: string }[]> {
  return db.all(USED_MORE, dayBegan(now), limit);
}

/** Takes the uses of an earlier day for their entry; `undefined`: somebody else did. */
export async function takeShareUses(
  tx: StateDatabase,
  { org_id: orgId, id }: { readonly org_id: string; readonly id: string },
  now: number,
): Promise<number | undefined> {
  const row = await tx.get<{ last_used_at: number | null; uses: number }>(LOCK, orgId, id);
  if (row === undefined || row.uses <= 1 || (row.last_used_at ?? 0) >= dayBegan(now)) return undefined;
  await tx.run(COUNTED, orgId, id);
  return row.uses;
}

/** With a withdrawal every link ends. */
export async function removeTrustShares({ db: tx, orgId }: OrganizationScope): Promise<void> {
  await tx.run(REMOVE_ALL, orgId);
}

/** The share links of a trust profile, for a member. */
export const trustSharesIn = (scope: Scope) =>
  bound([scope], { shares: trustSharesFor, addShare: addTrustShare, revokeShare: revokeTrustShare });
