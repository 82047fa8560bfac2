import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

export type ClientKind = "document" | "registered" | "operator";

/** An application that may ask for a connection. Instants in milliseconds since 1970; `name` is foreign text. */
export interface StoredClient {
  /** The address of its document, or `dcl_…`. */
  readonly id: string;
  readonly kind: ClientKind;
  readonly name: string;
  /** What it says of itself, as JSON that was checked; of a document that could not be read `{}`. */
  readonly metadata: string;
  readonly secret_hash: string | null;
  readonly created_at: number;
  readonly fetched_at: number | null;
  readonly fresh_until: number | null;
  /** The document could not be read, and is not asked for again before. */
  readonly failed_until: number | null;
  readonly last_used_at: number | null;
}

const COLUMNS =
  "id, kind, name, metadata, secret_hash, created_at, fetched_at, fresh_until, failed_until, last_used_at";

const FIND = sql(`SELECT ${COLUMNS} FROM oauth_client WHERE id = ?`);
const ADD = sql(
  "INSERT INTO oauth_client (id, kind, name, metadata, secret_hash, created_at) VALUES (?, ?, ?, ?, ?, ?)",
);
const KEEP = sql(
  "INSERT INTO oauth_client (id, kind, name, metadata, created_at, fetched_at, fresh_until, failed_until, last_used_at) " +
    "VALUES (?, 'document', ?, ?, ?, ?, ?, NULL, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name, metadata = excluded.metadata, " +
    "fetched_at = excluded.fetched_at, fresh_until = excluded.fresh_until, failed_until = NULL, last_used_at = excluded.last_used_at",
);
const FAILED = sql(
  "INSERT INTO oauth_client (id, kind, name, metadata, created_at, failed_until, last_used_at) VALUES (?, 'document', '', '{}', ?, ?, ?) " +
    "ON CONFLICT (id) DO UPDATE SET failed_until = excluded.failed_until",
);
const USED = sql(
  "UPDATE oauth_client SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)",
);
const LIST = sql(
  `SELECT ${COLUMNS}, (SELECT count(*) FROM oauth_connection c WHERE c.client_id = oauth_client.id AND c.ended_at IS NULL) AS connections ` +
    "FROM oauth_client ORDER BY kind, created_at, id",
);
const REMOVE = sql("DELETE FROM oauth_client WHERE id = ?");
const UNUSED = sql(
  "SELECT count(*) AS n FROM oauth_client WHERE kind = 'registered' AND NOT EXISTS " +
    "(SELECT 1 FROM oauth_connection c WHERE c.client_id = oauth_client.id)",
);
const REMOVE_OLDEST = sql(
  "DELETE FROM oauth_client WHERE id IN (SELECT o.id FROM oauth_client o WHERE o.kind = 'registered' AND NOT EXISTS " +
    "(SELECT 1 FROM oauth_connection c WHERE c.client_id = o.id) ORDER BY o.created_at, o.id LIMIT ?)",
);

export function findClient(db: StateDatabase, id: string): Promise<StoredClient | undefined> {
  return db.get<StoredClient>(FIND, id);
}

export async function addClient(
  tx: StateDatabase,
  client: Pick<StoredClient, "id" | "kind" | "name" | "metadata" | "secret_hash" | "created_at">,
): Promise<void> {
  const { id, kind, name, metadata, secret_hash, created_at } = client;
  await tx.run(ADD, id, kind, name, metadata, secret_hash, created_at);
}

/** Registered clients without a connection at most; the oldest go. */
export async function keepClientsBelow(tx: StateDatabase, most: number): Promise<void> {
  const over = ((await tx.get<{ n: number }>(UNUSED))?.n ?? 0) - most;
  if (over > 0) await tx.run(REMOVE_OLDEST, over);
}

/** Keeps what a document says. */
export async function keepDocument(
  db: StateDatabase,
  { id, name, metadata }: Pick<StoredClient, "id" | "name" | "metadata">,
  { at, freshUntil }: { readonly at: number; readonly freshUntil: number },
): Promise<void> {
  await db.run(KEEP, id, name, metadata, at, at, freshUntil, at);
}

/** Notes that a document could not be read: for a while nobody asks for it again. What was kept of it stays. */
export async function documentFailed(db: StateDatabase, id: string, at: number, until: number): Promise<void> {
  await db.run(FAILED, id, at, until, at);
}

/** Notes that a client was used, at most once a day. */
export async function clientUsed(db: StateDatabase, id: string, at: number): Promise<void> {
  await db.run(USED, at, id, at - 86_400_000);
}

/** Every client that is known, with its live connections. */
export function listClients(db: StateDatabase): Promise<readonly (StoredClient & { readonly connections: number })[]> {
  return db.all(LIST);
}

/** @returns false where there is none. */
export async function removeClient(tx: StateDatabase, id: string): Promise<boolean> {
  return (await tx.run(REMOVE, id)) === 1;
}
