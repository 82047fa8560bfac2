import type { Locale } from "../core/locale.ts";
import { FACTORS, type Factors } from "./second-factors.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** A person's account. Instants in milliseconds since 1970. `email` and `name` are foreign text. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly email_key: string;
  readonly name: string;
  readonly locale: Locale;
  /** PHC string; `null` for a person who signs in by other means. */
  readonly password_hash: string | null;
  readonly email_verified_at: number | null;
  readonly active_org_id: string | null;
  readonly created_at: number;
  readonly disabled_at: number | null;
  /** When the password was set; `null` without one, and where nobody knows. */
  readonly password_set_at: number | null;
  /** What a reset of the password ended and left, as JSON, until the person has seen it. */
  readonly ways_left: string | null;
}

/** Nobody ever showed that the address is theirs, and nothing hangs on the account: a condition on the table `account`. */
export const NEVER_CONFIRMED =
  "account.email_verified_at IS NULL AND NOT EXISTS (SELECT 1 FROM identity i WHERE i.account_id = account.id) " +
  "AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.account_id = account.id)";

const COLUMNS =
  "id, email, email_key, name, locale, password_hash, email_verified_at, active_org_id, created_at, disabled_at, " +
  "password_set_at, ways_left";

const ADD = sql(
  "INSERT INTO account (id, email, email_key, name, locale, password_hash, email_verified_at, created_at, password_set_at) " +
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (email_key) DO NOTHING",
);
const BY_ID = sql(`SELECT ${COLUMNS} FROM account WHERE id = ?`);
const BY_EMAIL = sql(`SELECT ${COLUMNS} FROM account WHERE email_key = ?`);
const LIST = sql(`SELECT ${COLUMNS}, ${FACTORS} FROM account a WHERE email_key > ? ORDER BY email_key LIMIT ?`);
const LOCK = sql(`SELECT ${COLUMNS} FROM account WHERE id = ? {FOR UPDATE}`);
const SET_PASSWORD = sql("UPDATE account SET password_hash = ?, password_set_at = ? WHERE id = ?");
const REHASH = sql("UPDATE account SET password_hash = ? WHERE id = ?");
const SET_WAYS_LEFT = sql("UPDATE account SET ways_left = ? WHERE id = ?");
const HOLD = sql("SELECT id FROM account WHERE id = ? {FOR NO KEY UPDATE}");
const SET_EMAIL = sql("UPDATE account SET email = ?, email_key = ?, email_verified_at = ? WHERE id = ?");
const SET_VERIFIED = sql("UPDATE account SET email_verified_at = ? WHERE id = ? AND email_verified_at IS NULL");
const SET_PROFILE = sql("UPDATE account SET name = ?, locale = ? WHERE id = ?");
const SET_DISABLED = sql("UPDATE account SET disabled_at = ? WHERE id = ?");
const SET_ACTIVE = sql(
  "UPDATE account SET active_org_id = ? WHERE id = ? " +
    "AND EXISTS (SELECT 1 FROM membership m WHERE m.account_id = account.id AND m.org_id = ?)",
);
const SET_FIRST_ACTIVE = sql("UPDATE account SET active_org_id = ? WHERE id = ? AND active_org_id IS NULL");
const DELETE = sql("DELETE FROM account WHERE id = ?");
const LOCK_ADDRESS = sql("SELECT id FROM account WHERE email_key = ? {FOR UPDATE}");
const DELETE_NEVER_CONFIRMED = sql(`DELETE FROM account WHERE id = ? AND ${NEVER_CONFIRMED}`);

/** What a new account starts with. */
export type NewAccount = Pick<
  Account,
  "id" | "email" | "email_key" | "name" | "locale" | "password_hash" | "email_verified_at"
>;

/** Adds an account unless its address has one. @returns false when it has. */
export async function addAccount(tx: StateDatabase, account: NewAccount, at: number): Promise<boolean> {
  const { id, email, email_key, name, locale, password_hash, email_verified_at } = account;
  const passwordSetAt = password_hash === null ? null : at;
  const values = [id, email, email_key, name, locale, password_hash, email_verified_at, at, passwordSetAt] as const;
  return (await tx.run(ADD, ...values)) === 1;
}

export function accountById(db: StateDatabase, id: string): Promise<Account | undefined> {
  return db.get<Account>(BY_ID, id);
}

/** @param emailKey of `emailKeyOf` */
export function accountByEmail(db: StateDatabase, emailKey: string): Promise<Account | undefined> {
  return db.get<Account>(BY_EMAIL, emailKey);
}

/** Accounts in the order of their addresses, a page at a time. */
export function listAccounts(db: StateDatabase, after: string, limit: number): Promise<readonly (Account & Factors)[]> {
  return db.all<Account & Factors>(LIST, after, limit);
}

/** The account, which nobody else changes until the transaction ends. */
export function lockAccount(tx: StateDatabase, id: string): Promise<Account | undefined> {
  return tx.get<Account>(LOCK, id);
}

export async function setPassword(tx: StateDatabase, id: string, passwordHash: string, at: number): Promise<void> {
  await tx.run(SET_PASSWORD, passwordHash, at, id);
}

/** Keeps the hash of the same password with other parameters. */
export async function rehashPassword(tx: StateDatabase, id: string, passwordHash: string): Promise<void> {
  await tx.run(REHASH, passwordHash, id);
}

/** Notes what a reset ended and left, as JSON; `null`: the person has seen it. */
export async function setWaysLeft(tx: StateDatabase, id: string, waysLeft: string | null): Promise<void> {
  await tx.run(SET_WAYS_LEFT, waysLeft, id);
}

/** Makes the changes of one person wait for each other, and for a reset of the password; those of others go on. */
export async function holdAccount(tx: StateDatabase, id: string): Promise<void> {
  await tx.get(HOLD, id);
}

/** @throws StateError `conflict` where the address has an account already. */
export async function setEmail(
  tx: StateDatabase,
  id: string,
  address: { readonly email: string; readonly emailKey: string },
  verifiedAt: number,
): Promise<void> {
  await tx.run(SET_EMAIL, address.email, address.emailKey, verifiedAt, id);
}

/** @returns false when it was verified before. */
export async function setVerified(tx: StateDatabase, id: string, at: number): Promise<boolean> {
  return (await tx.run(SET_VERIFIED, at, id)) === 1;
}

export async function setProfile(
  tx: StateDatabase,
  id: string,
  { name, locale }: Pick<Account, "name" | "locale">,
): Promise<void> {
  await tx.run(SET_PROFILE, name, locale, id);
}

/** @param at when it was disabled, or `null` to enable it again. @returns false when there is no such account. */
export async function setDisabled(tx: StateDatabase, id: string, at: number | null): Promise<boolean> {
  return (await tx.run(SET_DISABLED, at, id)) === 1;
}

/** Chooses the organization that key tools read where none is named. @returns false where the person is no member. */
export async function setActiveOrganization(tx: StateDatabase, id: string, orgId: string): Promise<boolean> {
  return (await tx.run(SET_ACTIVE, orgId, id, orgId)) === 1;
}

/** Makes an organization the active one of a person who has none. */
export async function setFirstActiveOrganization(tx: StateDatabase, id: string, orgId: string): Promise<void> {
  await tx.run(SET_FIRST_ACTIVE, orgId, id);
}

/** Removes the account with its sessions, keys, memberships, methods, tokens. Audit entries keep the bare id. */
export async function deleteAccount(tx: StateDatabase, id: string): Promise<boolean> {
  return (await tx.run(DELETE, id)) === 1;
}

/** Frees an address that nobody ever confirmed, for somebody who shows that it is theirs. @returns the id of the account that went */
export async function deleteNeverConfirmed(tx: StateDatabase, emailKey: string): Promise<string | undefined> {
  const row = await tx.get<{ id: string }>(LOCK_ADDRESS, emailKey);
  return row !== undefined && (await tx.run(DELETE_NEVER_CONFIRMED, row.id)) === 1 ? row.id : undefined;
}
