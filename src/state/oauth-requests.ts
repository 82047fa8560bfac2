import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** A request of an application that waits for the decision of a person. */
export interface StoredRequest {
  readonly id: string;
  readonly client_id: string;
  /** SHA-256 of what the browser that opened it keeps. */
  readonly browser_hash: string;
  /** JSON. */
  readonly params: string;
  readonly created_at: number;
  readonly expires_at: number;
}

const ADD = sql(
  "INSERT INTO oauth_request (id, client_id, browser_hash, params, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
);
const FIND = sql(
  "SELECT id, client_id, browser_hash, params, created_at, expires_at FROM oauth_request WHERE id = ? AND browser_hash = ? AND expires_at > ?",
);
const USE = sql("DELETE FROM oauth_request WHERE id = ? AND browser_hash = ? AND expires_at > ?");

export async function addRequest(db: StateDatabase, request: StoredRequest): Promise<void> {
  const { id, client_id, browser_hash, params, created_at, expires_at } = request;
  await db.run(ADD, id, client_id, browser_hash, params, created_at, expires_at);
}

/** The request of this browser; another one's, a decided and an old one are as a nonexistent one. */
export function findRequest(
  db: StateDatabase,
  id: string,
  browserHash: string,
  now: number,
): Promise<StoredRequest | undefined> {
  return db.get<StoredRequest>(FIND, id, browserHash, now);
}

/** Uses a request up. @returns false where somebody else was faster. */
export async function useRequest(tx: StateDatabase, id: string, browserHash: string, now: number): Promise<boolean> {
  return (await tx.run(USE, id, browserHash, now)) === 1;
}

const WAITING_FROM = sql("SELECT count(*) AS n FROM oauth_request WHERE expires_at > ? AND params LIKE ?");
const BROWSER = sql("SELECT 1 AS n FROM oauth_request WHERE browser_hash = ? AND expires_at > ? LIMIT 1");

/** How many requests wait that came from one address. @param from the keyed hash that `params` begin with */
export async function waitingFrom(db: StateDatabase, from: string, now: number): Promise<number> {
  return (await db.get<{ n: number }>(WAITING_FROM, now, `{"from":"${from}"%`))?.n ?? 0;
}

/** Does a request of this browser wait? */
export async function isBrowserWaiting(db: StateDatabase, browserHash: string, now: number): Promise<boolean> {
  return (await db.get(BROWSER, browserHash, now)) !== undefined;
}
