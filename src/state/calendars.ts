import type { Locale } from "../core/locale.ts";
import { grantHeld } from "./grants.ts";
import { bound, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** Whose calendar an address leads to: a person who is a member, and the organization. */
export interface FoundCalendar {
  readonly org_id: string;
  /** Foreign text. */
  readonly org_name: string;
  readonly locale: Locale;
}

const SET = sql(
  "INSERT INTO calendar (hash, org_id, account_id, created_at) VALUES (?, ?, ?, ?) " +
    "ON CONFLICT (org_id, account_id) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at",
);
const REMOVE = sql("DELETE FROM calendar WHERE org_id = ? AND account_id = ?");
const SINCE = sql(
  "SELECT c.created_at FROM membership m JOIN calendar c ON c.org_id = m.org_id AND c.account_id = m.account_id " +
    "WHERE m.account_id = ? AND m.org_id = ?",
);
const BY_HASH = sql(
  "SELECT c.org_id, o.name AS org_name, a.locale FROM calendar c " +
    `JOIN account a ON a.id = c.account_id JOIN organization o ON o.id = c.org_id WHERE c.hash = ? AND ${grantHeld("calendar", "c")}`,
);

const OF_ACCOUNT = sql(
  "SELECT c.hash, c.org_id, o.name AS org_name, c.created_at FROM calendar c JOIN organization o ON o.id = c.org_id " +
    "WHERE c.account_id = ? ORDER BY c.created_at, c.hash",
);

/** A calendar address of a person. */
export interface OwnCalendar {
  readonly hash: string;
  readonly org_id: string;
  /** Foreign text. */
  readonly org_name: string;
  readonly created_at: number;
}

/** The calendar addresses of a person, in all organizations. */
export function calendarsOf(db: StateDatabase, accountId: string): Promise<readonly OwnCalendar[]> {
  return db.all<OwnCalendar>(OF_ACCOUNT, accountId);
}

/** Gives a member a calendar address of an organization; an older one ends. */
export async function setCalendar({ db: tx, accountId, orgId }: Scope, tokenHash: string, at: number): Promise<void> {
  await tx.run(SET, tokenHash, orgId, accountId, at);
}

/** Ends the address. @returns false when there was none. */
export async function removeCalendar({ db: tx, accountId, orgId }: Scope): Promise<boolean> {
  return (await tx.run(REMOVE, orgId, accountId)) === 1;
}

/** Since when a member has an address, milliseconds since 1970; `undefined`: he has none. */
export async function calendarSince({ db, accountId, orgId }: Scope): Promise<number | undefined> {
  return (await db.get<{ created_at: number }>(SINCE, accountId, orgId))?.created_at;
}

/** Where an address leads, while its person is a member and not disabled. */
export function calendarByHash(db: StateDatabase, tokenHash: string): Promise<FoundCalendar | undefined> {
  return db.get<FoundCalendar>(BY_HASH, tokenHash);
}

/** The calendar address of a member. */
export const calendarIn = (scope: Scope) => bound([scope], { calendarSince, setCalendar, removeCalendar });
