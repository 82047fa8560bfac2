import { KEY_SCOPES, type KeyScope } from "../core/key-scope.ts";
import type { Reach } from "../core/oauth.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** An API key as its person sees it. Instants in milliseconds since 1970; `name` is foreign text. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** The last four characters. */
  readonly tail: string;
  readonly created_at: number;
  /** First instant at which it no longer works. */
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  readonly last_used_prefix: string | null;
  /** `chosen`: it reaches the organizations of `organizationsOfKey` alone. */
  readonly reach: Reach;
}

/** Whose key a call carries. */
export interface KeyHolder {
  readonly keyId: string;
  readonly accountId: string;
  readonly scopes: readonly KeyScope[];
  readonly lastUsedAt: number | null;
  readonly reach: Reach;
}

/** Valid keys that a person may have at once. */
export const MOST_KEYS = 20;

const COLUMNS = "id, name, scopes, tail, created_at, expires_at, last_used_at, last_used_prefix, reach";
const VALID = "revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)";

const ADD = sql(
  "INSERT INTO api_key (id, account_id, name, scopes, hash, tail, created_at, expires_at, once, reach) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
);
const CHOOSE = sql("INSERT INTO api_key_organization (key_id, org_id) VALUES (?, ?)");
const CHOSEN = sql(
  "SELECT r.org_id, o.name FROM api_key_organization r JOIN api_key k ON k.id = r.key_id JOIN membership m " +
    "ON m.account_id = k.account_id AND m.org_id = r.org_id JOIN organization o ON o.id = r.org_id " +
    "WHERE r.key_id = ? ORDER BY m.since, r.org_id",
);
const ONCE = sql("SELECT id FROM api_key WHERE account_id = ? AND once = ?");
const OF_ACCOUNT = sql(`SELECT ${COLUMNS} FROM api_key WHERE account_id = ? AND ${VALID} ORDER BY created_at, id`);
const HOLDER = sql(
  "SELECT k.id, k.account_id, k.scopes, k.last_used_at, k.reach FROM api_key k JOIN account a ON a.id = k.account_id " +
    "WHERE k.hash = ? AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?) AND a.disabled_at IS NULL",
);
const STILL_VALID = sql(
  "SELECT 1 AS n FROM api_key k JOIN account a ON a.id = k.account_id " +
    "WHERE k.id = ? AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?) AND a.disabled_at IS NULL",
);
const REVOKE = sql("UPDATE api_key SET revoked_at = ? WHERE id = ? AND account_id = ? AND revoked_at IS NULL");
const FREE_NAME = sql(
  "UPDATE api_key SET revoked_at = expires_at WHERE account_id = ? AND name = ? AND revoked_at IS NULL AND expires_at <= ?",
);
const USED = sql(
  "UPDATE api_key SET last_used_at = ?, last_used_prefix = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)",
);

/** A key that is issued. `once` names the form it came from, so that the form sent twice issues one key. */
export interface NewApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly hash: string;
  readonly tail: string;
  readonly expiresAt: number | null;
  readonly once: string | null;
  /** Left out: all organizations of the person. */
  readonly organizations?: readonly string[];
}

type Row = Omit<ApiKey, "scopes"> & { readonly scopes: string };

/**
 * Adds a key.
 * @throws StateError `conflict` where the person has a key of this name that is not revoked.
 */
export async function addApiKey(tx: StateDatabase, key: NewApiKey, now: number): Promise<void> {
  const { id, accountId, name, scopes, hash, tail, expiresAt, once, organizations } = key;
  const reach: Reach = organizations === undefined ? "all" : "chosen";
  await tx.run(ADD, id, accountId, name, scopes.join(" "), hash, tail, now, expiresAt, once, reach);
  for (const orgId of organizations ?? []) await tx.run(CHOOSE, id, orgId);
}

/** Frees the name of a key that has expired: only keys that work need different names. */
export async function freeExpiredName(tx: StateDatabase, accountId: string, name: string, now: number): Promise<void> {
  await tx.run(FREE_NAME, accountId, name, now);
}

/** True when a key came from this form before. */
export async function wasIssuedOnce(tx: StateDatabase, accountId: string, once: string): Promise<boolean> {
  return (await tx.get(ONCE, accountId, once)) !== undefined;
}

/** The valid keys of a person, oldest first. */
export async function apiKeysOf(db: StateDatabase, accountId: string, now: number): Promise<readonly ApiKey[]> {
  return (await db.all<Row>(OF_ACCOUNT, accountId, now)).map((row) => ({ ...row, scopes: readScopes(row.scopes) }));
}

/** The organizations that a key was issued for and of which its person is still a member. */
export function organizationsOfKey(
  db: StateDatabase,
  id: string,
): Promise<readonly { readonly org_id: string; readonly name: string }[]> {
  return db.all(CHOSEN, id);
}

/** Is a key that was found when the request began still valid? Asked in the transaction of a change. */
export async function isApiKeyValid(tx: StateDatabase, id: string, now: number): Promise<boolean> {
  return (await tx.get(STILL_VALID, id, now)) !== undefined;
}

/** Whose key this is: one statement. `undefined`: unknown, expired, revoked or of a disabled account, all alike. */
export async function keyHolder(db: StateDatabase, hash: string, now: number): Promise<KeyHolder | undefined> {
  type HolderRow = { id: string; account_id: string; scopes: string; last_used_at: number | null; reach: Reach };
  const row = await db.get<HolderRow>(HOLDER, hash, now);
  if (row === undefined) return undefined;
  const { id: keyId, account_id: accountId, last_used_at: lastUsedAt, reach } = row;
  return { keyId, accountId, scopes: readScopes(row.scopes), lastUsedAt, reach };
}

/** @returns false when the person has no such key that is not revoked. */
export async function revokeApiKey(tx: StateDatabase, accountId: string, id: string, now: number): Promise<boolean> {
  return (await tx.run(REVOKE, now, id, accountId)) === 1;
}

/** Notes the use of a key; the caller does so at most once a minute, outside the call. */
export async function apiKeyUsed(db: StateDatabase, id: string, ipPrefix: string | null, now: number): Promise<void> {
  await db.run(USED, now, ipPrefix, id, now);
}

function readScopes(text: string): readonly KeyScope[] {
  const stored = text.split(" ");
  return KEY_SCOPES.filter((scope) => stored.includes(scope));
}
