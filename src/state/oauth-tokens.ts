import type { Reach } from "../core/oauth.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** Whose access token a call carries. Instants in milliseconds since 1970. */
export interface TokenHolder {
  readonly id: string;
  readonly account_id: string;
  readonly scopes: string;
  readonly reach: Reach;
  readonly last_used_at: number | null;
}

/** A code or token with its connection, where that holds and its person is not disabled. */
export interface Issued {
  readonly hash: string;
  readonly connection_id: string;
  readonly account_id: string;
  readonly client_id: string;
  readonly resource: string;
  /** What the code or token may do. */
  readonly scopes: string;
  readonly consented_at: number;
  readonly client_host: string;
  readonly expires_at: number;
  readonly used_at: number | null;
}

export interface IssuedCode extends Issued {
  /** Empty where the request named none. */
  readonly redirect_uri: string;
  readonly code_challenge: string;
}

export interface IssuedToken extends Issued {
  readonly kind: "access" | "refresh";
  /** How many pairs it gave. */
  readonly pairs: number;
}

/** Live access tokens of a connection; the oldest go. */
const MOST_ACCESS_TOKENS = 20;

/** So often one refresh token gives a pair, and for so long after its first use, in milliseconds. */
export const MOST_PAIRS = 10;
export const REPEAT_MS = 120_000;

const HOLDER = sql(
  "SELECT c.id, c.account_id, t.scopes, c.reach, c.last_used_at FROM oauth_token t JOIN oauth_connection c ON c.id = t.connection_id " +
    "JOIN account a ON a.id = c.account_id WHERE t.hash = ? AND t.kind = 'access' AND t.expires_at > ? AND c.resource = ? " +
    "AND c.ended_at IS NULL AND c.expires_at > ? AND a.disabled_at IS NULL",
);
const OF_CONNECTION =
  "x.hash, x.connection_id, c.account_id, c.client_id, c.resource, x.scopes, c.consented_at, c.client_host, x.expires_at, x.used_at";
const HOLDS =
  "JOIN oauth_connection c ON c.id = x.connection_id JOIN account a ON a.id = c.account_id " +
  "WHERE x.hash = ? AND c.ended_at IS NULL AND c.expires_at > ? AND a.disabled_at IS NULL";
const CODE = sql(`SELECT ${OF_CONNECTION}, x.redirect_uri, x.code_challenge FROM oauth_code x ${HOLDS}`);
const TOKEN = sql(`SELECT ${OF_CONNECTION}, x.kind, x.pairs FROM oauth_token x ${HOLDS}`);
const ADD_CODE = sql(
  "INSERT INTO oauth_code (hash, connection_id, redirect_uri, code_challenge, scopes, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
);
const USE_CODE = sql("UPDATE oauth_code SET used_at = ? WHERE hash = ? AND used_at IS NULL");
const ADD_TOKEN = sql(
  "INSERT INTO oauth_token (hash, kind, connection_id, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
);
const USE_FIRST = sql("UPDATE oauth_token SET used_at = ?, pairs = 1 WHERE hash = ? AND used_at IS NULL");
const USE_AGAIN = sql(
  "UPDATE oauth_token SET pairs = pairs + 1 WHERE hash = ? AND used_at IS NOT NULL AND used_at > ? AND pairs < ?",
);
const PRUNE = sql(
  "DELETE FROM oauth_token WHERE connection_id = ? AND kind = 'access' AND hash NOT IN (SELECT t.hash FROM oauth_token t " +
    "WHERE t.connection_id = ? AND t.kind = 'access' ORDER BY t.created_at DESC, t.hash LIMIT ?)",
);
const REMOVE = sql("DELETE FROM oauth_token WHERE hash = ? AND kind = 'access'");

/** Whose access token this is, for one resource: one statement. Unknown, expired, ended and disabled are all alike. */
export function tokenHolder(
  db: StateDatabase,
  hash: string,
  resource: string,
  now: number,
): Promise<TokenHolder | undefined> {
  return db.get<TokenHolder>(HOLDER, hash, now, resource, now);
}

/** A code, used or not, expired or not. */
export function findCode(db: StateDatabase, hash: string, now: number): Promise<IssuedCode | undefined> {
  return db.get<IssuedCode>(CODE, hash, now);
}

/** A token, used or not, expired or not. */
export function findToken(db: StateDatabase, hash: string, now: number): Promise<IssuedToken | undefined> {
  return db.get<IssuedToken>(TOKEN, hash, now);
}

export async function addCode(
  tx: StateDatabase,
  code: Pick<IssuedCode, "hash" | "connection_id" | "redirect_uri" | "code_challenge" | "scopes" | "expires_at">,
): Promise<void> {
  const { hash, connection_id, redirect_uri, code_challenge, scopes, expires_at } = code;
  await tx.run(ADD_CODE, hash, connection_id, redirect_uri, code_challenge, scopes, expires_at);
}

/** Uses a code up. @returns false where another request was faster, on whatever instance. */
export async function useCode(tx: StateDatabase, hash: string, at: number): Promise<boolean> {
  return (await tx.run(USE_CODE, at, hash)) === 1;
}

/** Adds a token; of the access tokens of a connection the newest stay. */
export async function addToken(
  tx: StateDatabase,
  token: Pick<IssuedToken, "hash" | "kind" | "connection_id" | "scopes" | "expires_at">,
  at: number,
): Promise<void> {
  const { hash, kind, connection_id, scopes, expires_at } = token;
  await tx.run(ADD_TOKEN, hash, kind, connection_id, scopes, at, expires_at);
  if (kind === "access") await tx.run(PRUNE, connection_id, connection_id, MOST_ACCESS_TOKENS);
}

/** Uses a refresh token, for the first time or again while it may be. @returns false where it may not. */
export async function useRefreshToken(tx: StateDatabase, hash: string, at: number): Promise<boolean> {
  if ((await tx.run(USE_FIRST, at, hash)) === 1) return true;
  return (await tx.run(USE_AGAIN, hash, at - REPEAT_MS, MOST_PAIRS)) === 1;
}

/** Takes one access token back. */
export async function removeAccessToken(tx: StateDatabase, hash: string): Promise<void> {
  await tx.run(REMOVE, hash);
}
