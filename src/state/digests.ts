import type { DigestFrequency } from "../core/digest-frequency.ts";
import { bound, type PersonScope } from "./scope.ts";
import { repeatableSql, sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** What a person chose, with when the last digest was sent for. */
export interface Digest {
  readonly frequency: DigestFrequency;
  /** The day of the last digest. */
  readonly sent_for: string | null;
  /** 0: nothing was chosen. */
  readonly version: number;
}

/** A person who said nothing. */
export const USUAL_DIGEST: Digest = { frequency: "weekly", sent_for: null, version: 0 };

const FIND = sql("SELECT frequency, sent_for, version FROM digest WHERE account_id = ?");
const LEFT_OUT = sql("SELECT org_id FROM digest_left_out WHERE account_id = ? ORDER BY org_id");
const SAVE = sql(
  "INSERT INTO digest (account_id, frequency, sent_for, version) VALUES (?, ?, NULL, 1) ON CONFLICT (account_id) DO UPDATE " +
    "SET frequency = excluded.frequency, version = digest.version + 1 WHERE digest.version = ?",
);
const TURN_OFF = sql(
  "INSERT INTO digest (account_id, frequency, sent_for, version) VALUES (?, 'off', NULL, 1) ON CONFLICT (account_id) " +
    "DO UPDATE SET frequency = 'off', version = digest.version + 1 WHERE digest.frequency <> 'off'",
);
const NOTE_SENT = sql(
  "INSERT INTO digest (account_id, frequency, sent_for, version) VALUES (?, 'weekly', ?, 0) ON CONFLICT (account_id) " +
    "DO UPDATE SET sent_for = excluded.sent_for WHERE digest.sent_for IS NULL OR digest.sent_for < excluded.sent_for",
);
const REMOVE_LEFT_OUT = repeatableSql("DELETE FROM digest_left_out WHERE account_id = ?");
const LEAVE_OUT = sql(
  "INSERT INTO digest_left_out (account_id, org_id) SELECT m.account_id, m.org_id FROM membership m " +
    "WHERE m.account_id = ? AND m.org_id = ?",
);
const WANTED_BY = sql(
  "SELECT a.id FROM account a LEFT JOIN digest d ON d.account_id = a.id WHERE a.id > ? AND a.disabled_at IS NULL " +
    "AND a.email_verified_at IS NOT NULL AND (d.frequency = 'daily' OR (COALESCE(d.frequency, 'weekly') = 'weekly' AND ? = 1)) " +
    "AND EXISTS (SELECT 1 FROM membership m WHERE m.account_id = a.id) ORDER BY a.id LIMIT ?",
);

/** What a person chose; the usual where they said nothing. */
export async function digestOf({ db, accountId }: PersonScope): Promise<Digest> {
  return (await db.get<Digest>(FIND, accountId)) ?? USUAL_DIGEST;
}

/** The organizations that a person leaves out. */
export async function leftOutOf({ db, accountId }: PersonScope): Promise<readonly string[]> {
  return (await db.all<{ org_id: string }>(LEFT_OUT, accountId)).map(({ org_id }) => org_id);
}

/**
 * Saves what a person chooses over the version that was read.
 * @returns false when it was changed meanwhile: then nothing is
 */
export async function saveDigest(
  { db: tx, accountId }: PersonScope,
  { frequency, leftOut }: { readonly frequency: DigestFrequency; readonly leftOut: readonly string[] },
  version: number,
): Promise<boolean> {
  if ((await tx.run(SAVE, accountId, frequency, version)) !== 1) return false;
  await tx.run(REMOVE_LEFT_OUT, accountId);
  for (const orgId of leftOut) await tx.run(LEAVE_OUT, accountId, orgId);
  return true;
}

/** Turns the digest of a person off. @returns false where it was off */
export async function turnDigestOff({ db: tx, accountId }: PersonScope): Promise<boolean> {
  return (await tx.run(TURN_OFF, accountId)) === 1;
}

/** Notes the day of a digest. @returns false where one of this day or a later one was sent already */
export async function noteDigestSent({ db: tx, accountId }: PersonScope, day: string): Promise<boolean> {
  return (await tx.run(NOTE_SENT, accountId, day)) === 1;
}

/** The people who want a digest on a day, a page at a time. @param isWeekly the day on which weekly ones are sent */
export async function digestWantedAfter(
  db: StateDatabase,
  after: string,
  isWeekly: boolean,
  limit: number,
): Promise<readonly string[]> {
  return (await db.all<{ id: string }>(WANTED_BY, after, Number(isWeekly), limit)).map(({ id }) => id);
}

/** The digest of a person. */
export const digestIn = (scope: PersonScope) => bound([scope], { digest: digestOf, leftOut: leftOutOf, saveDigest });
