import type { Locale } from "../core/locale.ts";
import { grantHeld } from "./grants.ts";
import { REACHED } from "./reach.ts";
import { bound, type PersonScope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** What an address gives: events as a feed, or days as a calendar. */
export const SUBSCRIPTION_KINDS = ["feed", "calendar"] as const;

export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number];

/** A secret address of a person. Without an organization it is over all of them. */
export interface Subscription {
  /** SHA-256 of the token. */
  readonly hash: string;
  readonly id: string;
  readonly kind: SubscriptionKind;
  readonly org_id: string | null;
  readonly list_id: string | null;
  /** Milliseconds since 1970. */
  readonly created_at: number;
}

/** A subscription with the names of what it is of, foreign text. */
export interface OwnSubscription extends Subscription {
  readonly organization: string | null;
  readonly list: string | null;
}

/** A subscription that somebody uses, with whose it is. */
export interface FoundSubscription extends OwnSubscription {
  readonly account_id: string;
  readonly locale: Locale;
}

const COLUMNS =
  "s.hash, s.id, s.kind, s.org_id, s.list_id, s.created_at, o.name AS organization, l.name AS list " +
  "FROM subscription s LEFT JOIN organization o ON o.id = s.org_id LEFT JOIN firm_list l ON l.id = s.list_id";
const ADD = sql(
  "INSERT INTO subscription (hash, id, account_id, kind, org_id, list_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
);
const OF_ACCOUNT = sql(`SELECT ${COLUMNS} WHERE s.account_id = ? ORDER BY s.created_at, s.id`);
const REACHED_OF_ACCOUNT = sql(
  `SELECT ${COLUMNS} JOIN membership m ON m.org_id = s.org_id AND m.account_id = s.account_id ` +
    `WHERE s.account_id = ? AND ${REACHED} ORDER BY s.created_at, s.id`,
);
const REMOVE = sql("DELETE FROM subscription WHERE account_id = ? AND id = ?");
const COUNT = sql("SELECT COUNT(*) AS n FROM subscription WHERE account_id = ?");
const BY_HASH = sql(
  `SELECT s.account_id, a.locale, ${COLUMNS} JOIN account a ON a.id = s.account_id ` +
    `WHERE s.hash = ? AND a.disabled_at IS NULL AND (s.org_id IS NULL OR ${grantHeld("subscription", "s")})`,
);

/** The addresses of a person, oldest first; of those who reach chosen organizations, the addresses of these. */
function subscriptionsOf({ db, accountId, reach = null }: PersonScope): Promise<readonly OwnSubscription[]> {
  return reach === null
    ? db.all<OwnSubscription>(OF_ACCOUNT, accountId)
    : db.all<OwnSubscription>(REACHED_OF_ACCOUNT, accountId, reach);
}

async function addSubscription({ db, accountId }: PersonScope, subscription: Subscription): Promise<void> {
  const { hash, id, kind, org_id, list_id, created_at } = subscription;
  await db.run(ADD, hash, id, accountId, kind, org_id, list_id, created_at);
}

/** @returns false where the person has no such address */
async function removeSubscription({ db, accountId }: PersonScope, id: string): Promise<boolean> {
  return (await db.run(REMOVE, accountId, id)) === 1;
}

async function countSubscriptions({ db, accountId }: PersonScope): Promise<number> {
  return Number((await db.get<{ n: number }>(COUNT, accountId))?.n ?? 0);
}

/** Whose an address is, while its person is not disabled and a member of what it is of. */
export function subscriptionByHash(db: StateDatabase, tokenHash: string): Promise<FoundSubscription | undefined> {
  return db.get<FoundSubscription>(BY_HASH, tokenHash);
}

/** The secret addresses of a person. */
export const subscriptionsIn = (scope: PersonScope) =>
  bound([scope], {
    subscriptions: subscriptionsOf,
    addSubscription,
    removeSubscription,
    countSubscriptions,
  });
