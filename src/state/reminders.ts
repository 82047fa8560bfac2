import { bound, type Scope } from "./scope.ts";
import { repeatableSql, sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** What a member gets by mail of one organization. 1: wanted. */
export interface Reminder {
  readonly reviews: number;
  readonly scans: number;
}

/** Somebody who wants to be reminded of reviews. */
export interface ReviewReminder {
  readonly org_id: string;
  readonly account_id: string;
}

const FOR_MEMBER = sql(
  "SELECT r.reviews, r.scans FROM membership m JOIN reminder r ON r.org_id = m.org_id AND r.account_id = m.account_id " +
    "WHERE m.account_id = ? AND m.org_id = ?",
);
const SET = sql(
  "INSERT INTO reminder (org_id, account_id, reviews, scans) VALUES (?, ?, ?, ?) " +
    "ON CONFLICT (org_id, account_id) DO UPDATE SET reviews = excluded.reviews, scans = excluded.scans",
);
const TURN_ON = repeatableSql(
  "INSERT INTO reminder (org_id, account_id, reviews, scans) VALUES (?, ?, 0, 1) ON CONFLICT (org_id, account_id) DO NOTHING",
);
const WANTED_BY = sql(
  "SELECT r.account_id FROM reminder r JOIN membership m ON m.account_id = r.account_id AND m.org_id = r.org_id " +
    "WHERE r.org_id = ? AND r.scans = 1 ORDER BY r.account_id",
);
const REVIEWS_WANTED = sql(
  "SELECT r.org_id, r.account_id FROM reminder r JOIN membership m ON m.org_id = r.org_id AND m.account_id = r.account_id " +
    "WHERE r.reviews = 1 AND r.org_id > ? ORDER BY r.org_id, r.account_id LIMIT ?",
);
const REVIEWS_WANTED_IN = sql(
  "SELECT r.org_id, r.account_id FROM reminder r JOIN membership m ON m.org_id = r.org_id AND m.account_id = r.account_id " +
    "WHERE r.reviews = 1 AND r.org_id = ? ORDER BY r.account_id",
);

/** What a member gets by mail; nothing where he never said, and for a stranger. */
export function reminderFor({ db, accountId, orgId }: Scope): Promise<Reminder | undefined> {
  return db.get<Reminder>(FOR_MEMBER, accountId, orgId);
}

export async function setReminder({ db: tx, accountId, orgId }: Scope, { reviews, scans }: Reminder): Promise<void> {
  await tx.run(SET, orgId, accountId, reviews, scans);
}

/**
 * Members who want to be reminded of reviews, for the worker, in the order of their organizations.
 * @param after the organization with which the batch before ended; an empty text: from the beginning
 */
export function reviewsWantedAfter(
  db: StateDatabase,
  after: string,
  limit: number,
): Promise<readonly ReviewReminder[]> {
  return db.all<ReviewReminder>(REVIEWS_WANTED, after, limit);
}

/** The members of one organization who want to be reminded of its reviews. */
export function reviewsWantedIn(db: StateDatabase, orgId: string): Promise<readonly ReviewReminder[]> {
  return db.all<ReviewReminder>(REVIEWS_WANTED_IN, orgId);
}

/** Somebody gets mails about scans of an organization from now on, unless he said before what he wants. */
export async function turnOnScanMails({ db: tx, accountId, orgId }: Scope): Promise<void> {
  await tx.run(TURN_ON, orgId, accountId);
}

/** The members of an organization who want mails about its scans. */
export async function scanMailsWantedBy(db: StateDatabase, orgId: string): Promise<readonly string[]> {
  const rows = await db.all<{ account_id: string }>(WANTED_BY, orgId);
  return rows.map(({ account_id }) => account_id);
}

/** The mails that a member gets of an organization. */
export const reminderIn = (scope: Scope) => bound([scope], { reminder: reminderFor, setReminder });
