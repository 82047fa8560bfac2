import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** What a link in a mail is for. A link of one purpose does nothing for another. */
export type MailTokenPurpose = "verify" | "reset" | "change_email";

/** A link to set a new password works this long, in milliseconds. */
export const RESET_MS = 60 * 60_000;

const ADD = sql(
  "INSERT INTO mail_token (hash, account_id, purpose, email, next, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
);
const DROP_OLDER = sql("DELETE FROM mail_token WHERE account_id = ? AND purpose = ?");
const USE = sql(
  "UPDATE mail_token SET used_at = ? WHERE hash = ? AND purpose = ? AND used_at IS NULL AND expires_at > ? " +
    "RETURNING account_id, email, next",
);
const FIND = sql(
  "SELECT account_id, email, next FROM mail_token WHERE hash = ? AND purpose = ? AND used_at IS NULL AND expires_at > ?",
);
const END_OF_ACCOUNT = sql("DELETE FROM mail_token WHERE account_id = ? AND used_at IS NULL");

/** A link that is sent. `email`: where it goes, and for a change the new address. Instants in milliseconds. */
export interface NewMailToken {
  readonly hash: string;
  readonly accountId: string;
  readonly purpose: MailTokenPurpose;
  readonly email: string;
  /** Where the person goes afterwards: an address within this site. */
  readonly next?: string | undefined;
  readonly expiresAt: number;
}

/** Whose link it was. */
export interface UsedMailToken {
  readonly account_id: string;
  readonly email: string;
  readonly next: string | null;
}

/** Adds a link; it ends the older one of its kind. */
export async function addMailToken(tx: StateDatabase, token: NewMailToken, now: number): Promise<void> {
  const { hash, accountId, purpose, email, next, expiresAt } = token;
  await tx.run(DROP_OLDER, accountId, purpose);
  await tx.run(ADD, hash, accountId, purpose, email, next ?? null, now, expiresAt);
}

/** Uses a link up: of two that try at once one gets it. `undefined`: wrong, old, used, or of another purpose. */
export function useMailToken(
  tx: StateDatabase,
  hash: string,
  purpose: MailTokenPurpose,
  now: number,
): Promise<UsedMailToken | undefined> {
  return tx.get<UsedMailToken>(USE, now, hash, purpose, now);
}

/** Looks whether a link could be used, and leaves it as it is. */
export function findMailToken(
  db: StateDatabase,
  hash: string,
  purpose: MailTokenPurpose,
  now: number,
): Promise<UsedMailToken | undefined> {
  return db.get<UsedMailToken>(FIND, hash, purpose, now);
}

/**
 * Ends every open link that was sent for an account. A link lets whoever has it change the password or the address, so none
 * outlives a change of either: it was made for the account as it was before.
 */
export async function endMailTokens(tx: StateDatabase, accountId: string): Promise<void> {
  await tx.run(END_OF_ACCOUNT, accountId);
}
