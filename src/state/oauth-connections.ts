import type { Reach } from "../core/oauth.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

export type EndWhy = "person" | "client" | "reuse" | "code" | "operator" | "account" | "reset" | "expired";

/** What a person allowed an application. Instants in milliseconds since 1970; `client_name` is foreign text. */
export interface Connection {
  readonly id: string;
  readonly account_id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly client_host: string;
  /** `mcp` or `api`. */
  readonly resource: string;
  readonly scopes: string;
  readonly reach: Reach;
  readonly created_at: number;
  /** When the person last decided. */
  readonly consented_at: number;
  readonly expires_at: number;
  readonly last_used_at: number | null;
  readonly last_used_prefix: string | null;
}

/** Live connections that a person may have. */
export const MOST_CONNECTIONS = 30;

/** A connection ends when it was not refreshed for so long, and a year after the consent, in milliseconds. */
const UNUSED_MS = 30 * 86_400_000;
const LONGEST_MS = 365 * 86_400_000;

/** When a connection ends that is refreshed now and was consented to then. */
export function endOfConnection(consentedAt: number, now: number): number {
  return Math.min(now + UNUSED_MS, consentedAt + LONGEST_MS);
}

const COLUMNS =
  "c.id, c.account_id, c.client_id, c.client_name, c.client_host, c.resource, c.scopes, c.reach, c.created_at, c.consented_at, " +
  "c.expires_at, c.last_used_at, c.last_used_prefix";

const OF_ACCOUNT = sql(
  `SELECT ${COLUMNS} FROM oauth_connection c WHERE c.account_id = ? AND c.ended_at IS NULL AND c.expires_at > ? ORDER BY c.created_at, c.id`,
);
const OPEN_OF_CLIENT = sql(
  `SELECT ${COLUMNS} FROM oauth_connection c WHERE c.account_id = ? AND c.client_id = ? AND c.resource = ? AND c.ended_at IS NULL`,
);
const ANY_OF_CLIENT = sql("SELECT 1 AS n FROM oauth_connection WHERE account_id = ? AND client_id = ? LIMIT 1");
const ADD = sql(
  "INSERT INTO oauth_connection (id, account_id, client_id, client_name, client_host, resource, scopes, reach, created_at, " +
    "consented_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
);
const CHANGE = sql(
  "UPDATE oauth_connection SET client_name = ?, client_host = ?, scopes = ?, reach = ?, consented_at = ?, expires_at = ? " +
    "WHERE id = ? AND ended_at IS NULL",
);
const END = sql("UPDATE oauth_connection SET ended_at = ?, ended_why = ? WHERE id = ? AND ended_at IS NULL");
const EXTEND = sql("UPDATE oauth_connection SET expires_at = ? WHERE id = ? AND ended_at IS NULL");
const USED = sql(
  "UPDATE oauth_connection SET last_used_at = ?, last_used_prefix = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)",
);
const LIVE = sql(
  "SELECT 1 AS n FROM oauth_connection c JOIN account a ON a.id = c.account_id " +
    "WHERE c.id = ? AND c.ended_at IS NULL AND c.expires_at > ? AND a.disabled_at IS NULL",
);
const EXPIRED = sql(
  `SELECT ${COLUMNS} FROM oauth_connection c WHERE c.ended_at IS NULL AND c.expires_at <= ? ORDER BY c.id LIMIT ?`,
);
const CHOSEN = sql(
  "SELECT r.org_id, o.name FROM oauth_connection_org r JOIN oauth_connection c ON c.id = r.connection_id " +
    "JOIN membership m ON m.account_id = c.account_id AND m.org_id = r.org_id JOIN organization o ON o.id = r.org_id " +
    "WHERE r.connection_id = ? ORDER BY m.since, r.org_id",
);
const CHOSEN_IDS = sql("SELECT org_id FROM oauth_connection_org WHERE connection_id = ? ORDER BY org_id");
const CLEAR = sql("DELETE FROM oauth_connection_org WHERE connection_id = ?");
const CHOOSE = sql("INSERT INTO oauth_connection_org (connection_id, org_id) VALUES (?, ?)");
const COUNT_LIVE = sql("SELECT count(*) AS n FROM oauth_connection WHERE ended_at IS NULL AND expires_at > ?");
const REACHING = sql(
  "SELECT m.account_id, count(*) AS n FROM membership own JOIN membership m ON m.org_id = own.org_id " +
    "JOIN oauth_connection c ON c.account_id = m.account_id AND c.ended_at IS NULL AND c.expires_at > ? " +
    "WHERE own.account_id = ? AND own.org_id = ? AND (c.reach = 'all' OR EXISTS (SELECT 1 FROM oauth_connection_org r " +
    "WHERE r.connection_id = c.id AND r.org_id = m.org_id)) GROUP BY m.account_id",
);

/** The live connections of a person, oldest first. */
export function connectionsOf(db: StateDatabase, accountId: string, now: number): Promise<readonly Connection[]> {
  return db.all<Connection>(OF_ACCOUNT, accountId, now);
}

/** The connection of a client that has not ended; it may be over by time. */
export function openConnectionOf(
  db: StateDatabase,
  accountId: string,
  clientId: string,
  resource: string,
): Promise<Connection | undefined> {
  return db.get<Connection>(OPEN_OF_CLIENT, accountId, clientId, resource);
}

/** Has the person ever allowed this client anything that is still known? */
export async function hasAllowed(db: StateDatabase, accountId: string, clientId: string): Promise<boolean> {
  return (await db.get(ANY_OF_CLIENT, accountId, clientId)) !== undefined;
}

/** Makes a connection, or changes the one that is given, with the organizations that it reaches. */
export async function saveConnection(
  tx: StateDatabase,
  connection: Omit<Connection, "last_used_at" | "last_used_prefix">,
  organizations: readonly string[],
  isNew: boolean,
): Promise<void> {
  const { id, account_id, client_id, client_name, client_host, resource, scopes, reach } = connection;
  const { created_at, consented_at, expires_at } = connection;
  if (isNew) {
    const of = [id, account_id, client_id, client_name, client_host, resource, scopes, reach] as const;
    await tx.run(ADD, ...of, created_at, consented_at, expires_at);
  } else {
    await tx.run(CHANGE, client_name, client_host, scopes, reach, consented_at, expires_at, id);
    await tx.run(CLEAR, id);
  }
  for (const orgId of organizations) await tx.run(CHOOSE, id, orgId);
}

/** Ends a connection with all its tokens. @returns false where it had ended. */
export async function endConnection(tx: StateDatabase, id: string, why: EndWhy, at: number): Promise<boolean> {
  return (await tx.run(END, at, why, id)) === 1;
}

/** Lets a connection live on after a refresh. */
export async function extendConnection(tx: StateDatabase, id: string, expiresAt: number): Promise<void> {
  await tx.run(EXTEND, expiresAt, id);
}

/** Notes the use of a connection; the caller does so at most once a minute, outside the call. */
export async function connectionUsed(
  db: StateDatabase,
  id: string,
  ipPrefix: string | null,
  now: number,
): Promise<void> {
  await db.run(USED, now, ipPrefix, id, now);
}

/** Does a connection that was found when the call began still hold? Asked in the transaction of a change. */
export async function isConnectionLive(tx: StateDatabase, id: string, now: number): Promise<boolean> {
  return (await tx.get(LIVE, id, now)) !== undefined;
}

/** Connections whose time is over and that have not ended yet, so many at once. */
export function expiredConnections(db: StateDatabase, now: number, most: number): Promise<readonly Connection[]> {
  return db.all<Connection>(EXPIRED, now, most);
}

/** The organizations that were chosen and of which the person is a member. `name` is foreign text. */
export function chosenOf(
  db: StateDatabase,
  connectionId: string,
): Promise<readonly { readonly org_id: string; readonly name: string }[]> {
  return db.all(CHOSEN, connectionId);
}

/** The ids of all that were chosen. */
export async function chosenIds(db: StateDatabase, connectionId: string): Promise<readonly string[]> {
  return (await db.all<{ org_id: string }>(CHOSEN_IDS, connectionId)).map(({ org_id }) => org_id);
}

/** How many connections there are, for the metrics. */
export async function countConnections(db: StateDatabase, now: number): Promise<number> {
  return (await db.get<{ n: number }>(COUNT_LIVE, now))?.n ?? 0;
}

/** How many connections of each member reach the organization, for one of its members. */
export async function connectionsReaching(
  { db, accountId, orgId }: { readonly db: StateDatabase; readonly accountId: string; readonly orgId: string },
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.all<{ account_id: string; n: number }>(REACHING, now, accountId, orgId);
  return new Map(rows.map(({ account_id, n }) => [account_id, n]));
}
