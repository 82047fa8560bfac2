import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** The authenticator app of an account: its secret is sealed, since codes are computed from it. */
export interface Totp {
  readonly account_id: string;
  readonly sealed: string;
  /** `null` until the person has shown a first code. */
  readonly confirmed_at: number | null;
  /** The step of the newest code that was accepted: no code works twice. */
  readonly last_step: number;
}

/** What decides whether a person needs a second factor, and has one; 1 for yes, 0 for no. */
export interface Factors {
  readonly has_app: number;
  readonly has_passkey: number;
  readonly owns: number;
}

const START = sql(
  "INSERT INTO totp (account_id, sealed, confirmed_at, last_step) VALUES (?, ?, NULL, 0) " +
    "ON CONFLICT (account_id) DO UPDATE SET sealed = excluded.sealed, last_step = 0 WHERE totp.confirmed_at IS NULL",
);
const FIND = sql("SELECT account_id, sealed, confirmed_at, last_step FROM totp WHERE account_id = ?");
const CONFIRM = sql(
  "UPDATE totp SET confirmed_at = ?, last_step = ? WHERE account_id = ? AND sealed = ? AND confirmed_at IS NULL AND last_step < ?",
);
const MOVE = sql("UPDATE totp SET last_step = ? WHERE account_id = ? AND confirmed_at IS NOT NULL AND last_step < ?");
const RESEAL = sql("UPDATE totp SET sealed = ? WHERE account_id = ? AND sealed = ?");
const REMOVE = sql("DELETE FROM totp WHERE account_id = ?");
const ALL_SEALED = sql("SELECT account_id, sealed FROM totp WHERE account_id > ? ORDER BY account_id LIMIT ?");

const ADD_CODE = sql("INSERT INTO backup_code (account_id, hash) VALUES (?, ?)");
const DROP_CODES = sql("DELETE FROM backup_code WHERE account_id = ?");
const USE_CODE = sql("UPDATE backup_code SET used_at = ? WHERE account_id = ? AND hash = ? AND used_at IS NULL");
/** The columns of `Factors`, for a statement that has the account as `a`. */
export const FACTORS =
  "CASE WHEN EXISTS (SELECT 1 FROM totp t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL) " +
  "THEN 1 ELSE 0 END AS has_app, " +
  "CASE WHEN EXISTS (SELECT 1 FROM passkey p WHERE p.account_id = a.id) THEN 1 ELSE 0 END AS has_passkey, " +
  "CASE WHEN EXISTS (SELECT 1 FROM membership f WHERE f.account_id = a.id AND f.role = 'owner') " +
  "THEN 1 ELSE 0 END AS owns";
const FACTORS_OF = sql(`SELECT ${FACTORS} FROM account a WHERE a.id = ?`);
const LEFT = sql("SELECT count(*) AS n FROM backup_code WHERE account_id = ? AND used_at IS NULL");

/** Keeps a secret that is not confirmed yet; one that is confirmed stays. @returns false when it stayed. */
export async function startTotp(tx: StateDatabase, accountId: string, sealed: string): Promise<boolean> {
  return (await tx.run(START, accountId, sealed)) === 1;
}

export function findTotp(db: StateDatabase, accountId: string): Promise<Totp | undefined> {
  return db.get<Totp>(FIND, accountId);
}

/**
 * Confirms the secret that a first code belongs to, with the step of that code.
 * @returns false when it was confirmed before, or another secret took its place.
 */
export async function confirmTotp(
  tx: StateDatabase,
  { account_id, sealed }: Pick<Totp, "account_id" | "sealed">,
  step: number,
  at: number,
): Promise<boolean> {
  return (await tx.run(CONFIRM, at, step, account_id, sealed, step)) === 1;
}

/** Accepts a code by its step. @returns false when this or a later one was accepted before: the code is refused. */
export async function useTotpStep(tx: StateDatabase, accountId: string, step: number): Promise<boolean> {
  return (await tx.run(MOVE, step, accountId, step)) === 1;
}

/** Replaces a sealed secret by the same one under a new key, unless it changed meanwhile. */
export async function resealTotp(tx: StateDatabase, accountId: string, former: string, sealed: string): Promise<void> {
  await tx.run(RESEAL, sealed, accountId, former);
}

/** All sealed secrets, a page at a time: for the rotation of the key and the check of `dosah doctor`. */
export function sealedTotps(
  db: StateDatabase,
  after: string,
  limit: number,
): Promise<readonly Pick<Totp, "account_id" | "sealed">[]> {
  return db.all(ALL_SEALED, after, limit);
}

/** Switches the second factor off, with its backup codes. @returns false when there was none. */
export async function removeTotp(tx: StateDatabase, accountId: string): Promise<boolean> {
  await tx.run(DROP_CODES, accountId);
  return (await tx.run(REMOVE, accountId)) === 1;
}

/** Replaces all backup codes. */
export async function setBackupCodes(tx: StateDatabase, accountId: string, hashes: readonly string[]): Promise<void> {
  await tx.run(DROP_CODES, accountId);
  for (const hash of hashes) await tx.run(ADD_CODE, accountId, hash);
}

/** What a person has to show as a second factor, and whether they own an organization. */
export async function factorsOf(db: StateDatabase, accountId: string): Promise<Factors> {
  return (await db.get<Factors>(FACTORS_OF, accountId)) ?? { has_app: 0, has_passkey: 0, owns: 0 };
}

/** Uses a backup code up: of two that try at once one gets it. */
export async function useBackupCode(tx: StateDatabase, accountId: string, hash: string, at: number): Promise<boolean> {
  return (await tx.run(USE_CODE, at, accountId, hash)) === 1;
}

export async function backupCodesLeft(db: StateDatabase, accountId: string): Promise<number> {
  return (await db.get<{ n: number }>(LEFT, accountId))?.n ?? 0;
}
