import { type Once, spend } from "./spent.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** A passkey of an account. Instants in milliseconds since 1970; `name` is foreign text. */
export interface Passkey {
  readonly id: string;
  readonly account_id: string;
  /** In base64url. */
  readonly public_key: string;
  readonly counter: number;
  readonly name: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

const COLUMNS = "id, account_id, public_key, counter, name, created_at, last_used_at";
const ADD = sql(
  "INSERT INTO passkey (id, account_id, public_key, counter, name, created_at) VALUES (?, ?, ?, ?, ?, ?) " +
    "ON CONFLICT (id) DO NOTHING",
);
const FIND = sql(`SELECT ${COLUMNS} FROM passkey WHERE id = ?`);
const FIND_OF = sql(`SELECT ${COLUMNS} FROM passkey WHERE id = ? AND account_id = ?`);
const OF_ACCOUNT = sql(`SELECT ${COLUMNS} FROM passkey WHERE account_id = ? ORDER BY created_at, id`);
const USED = sql("UPDATE passkey SET counter = ?, last_used_at = ? WHERE id = ? AND (counter < ? OR counter = 0)");
const REMOVE = sql("DELETE FROM passkey WHERE id = ? AND account_id = ?");

/** @returns false when this passkey is registered already, by whomever. */
export async function addPasskey(
  tx: StateDatabase,
  { id, account_id, public_key, counter, name, created_at }: Omit<Passkey, "last_used_at">,
): Promise<boolean> {
  return (await tx.run(ADD, id, account_id, public_key, counter, name, created_at)) === 1;
}

export function findPasskey(db: StateDatabase, id: string): Promise<Passkey | undefined> {
  return db.get<Passkey>(FIND, id);
}

/** A passkey of an account, by its id. */
export function passkeyOf(db: StateDatabase, accountId: string, id: string): Promise<Passkey | undefined> {
  return db.get<Passkey>(FIND_OF, id, accountId);
}

/** Oldest first. */
export function passkeysOf(db: StateDatabase, accountId: string): Promise<readonly Passkey[]> {
  return db.all<Passkey>(OF_ACCOUNT, accountId);
}

/** An answer of a passkey that was judged right. */
export interface RightPasskey {
  readonly passkey: Passkey;
  /** What the passkey counts to. */
  readonly counter: number;
  /** The challenge that it answers. */
  readonly once: Once;
}

/** Uses an answer up. @returns false where it was used before, or the counter has been higher meanwhile: refuse it. */
export async function usePasskey(
  tx: StateDatabase,
  { passkey: { id }, counter, once }: RightPasskey,
  at: number,
): Promise<boolean> {
  return (await spend(tx, once)) && (await tx.run(USED, counter, at, id, counter)) === 1;
}

export async function removePasskey(tx: StateDatabase, accountId: string, id: string): Promise<boolean> {
  return (await tx.run(REMOVE, id, accountId)) === 1;
}
