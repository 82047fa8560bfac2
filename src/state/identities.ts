import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** A person at the operator's identity provider, and the account that belongs to him here. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly account_id: string;
  readonly created_at: number;
}

const ADD = sql(
  "INSERT INTO identity (issuer, subject, account_id, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (issuer, subject) DO NOTHING",
);
const FIND = sql("SELECT issuer, subject, account_id, created_at FROM identity WHERE issuer = ? AND subject = ?");
const OF_ACCOUNT = sql(
  "SELECT issuer, subject, account_id, created_at FROM identity WHERE account_id = ? ORDER BY issuer",
);
const REMOVE_ONE = sql("DELETE FROM identity WHERE account_id = ? AND issuer = ? AND subject = ?");
const REMOVE = sql("DELETE FROM identity WHERE account_id = ? AND issuer = ?");

/** @returns false when this person of the provider has an account already. */
export async function addIdentity(
  tx: StateDatabase,
  { issuer, subject, account_id, created_at }: Identity,
): Promise<boolean> {
  return (await tx.run(ADD, issuer, subject, account_id, created_at)) === 1;
}

/** Found by issuer and subject, never by an e-mail address. */
export function findIdentity(db: StateDatabase, issuer: string, subject: string): Promise<Identity | undefined> {
  return db.get<Identity>(FIND, issuer, subject);
}

export function identitiesOf(db: StateDatabase, accountId: string): Promise<readonly Identity[]> {
  return db.all<Identity>(OF_ACCOUNT, accountId);
}

export async function removeIdentity(tx: StateDatabase, accountId: string, issuer: string): Promise<boolean> {
  return (await tx.run(REMOVE, accountId, issuer)) === 1;
}

/** Removes one of several identities of the same provider. */
export async function removeIdentityOf(
  tx: StateDatabase,
  accountId: string,
  issuer: string,
  subject: string,
): Promise<boolean> {
  return (await tx.run(REMOVE_ONE, accountId, issuer, subject)) === 1;
}
