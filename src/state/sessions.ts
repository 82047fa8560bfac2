import type { Account } from "./accounts.ts";
import { ACTIVE_ID } from "./organizations.ts";
import { FACTORS, type Factors } from "./second-factors.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** `second_factor`: the password was right, the code is still missing; such a session opens nothing else. */
export type SessionStage = "full" | "second_factor";

/** What the sign-in of a session proved: one factor, or two of them. */
export type Assurance = "one" | "two";

/** A signed-in browser. Instants in milliseconds since 1970. The token itself is nowhere. */
export interface Session {
  readonly hash: string;
  readonly account_id: string;
  readonly stage: SessionStage;
  readonly assurance: Assurance;
  readonly created_at: number;
  readonly seen_at: number;
  readonly expires_at: number;
  /** When the person last showed the password or a second factor. */
  readonly authenticated_at: number;
  readonly ip_prefix: string | null;
  /** Name of the browser; not the whole line. */
  readonly agent: string;
}

/** A session with what every page needs of its account. */
export interface SessionWithAccount extends Session, Factors {
  readonly email: Account["email"];
  readonly name: Account["name"];
  readonly locale: Account["locale"];
  readonly ways_left: Account["ways_left"];
  /** The active organization: the chosen one, else that of the oldest membership; `null` without any. */
  readonly org_id: string | null;
  /** Its name. Foreign text. */
  readonly org_name: string | null;
}

/** Sessions that an account may have at once; the oldest goes. */
export const MOST_SESSIONS = 20;

/** Wrong answers to one challenge, of both kinds together; then a person signs in anew. */
const MOST_TRIES = 5;

/** A session ends when it was not used for this time, in milliseconds. */
export const IDLE_MS = 12 * 60 * 60_000;

const COLUMNS =
  "hash, account_id, stage, assurance, created_at, seen_at, expires_at, authenticated_at, ip_prefix, agent";
const PREFIXED = COLUMNS.split(", ")
  .map((column) => `s.${column}`)
  .join(", ");

const ADD = sql(`INSERT INTO session (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
const OPEN = sql(
  `SELECT s.stage, s.assurance, ${FACTORS} FROM session s JOIN account a ON a.id = s.account_id ` +
    "WHERE s.hash = ? AND s.expires_at > ? AND a.disabled_at IS NULL",
);
const FIND = sql(
  `SELECT ${PREFIXED}, a.email, a.name, a.locale, a.ways_left, o.id AS org_id, o.name AS org_name, ${FACTORS} FROM session s ` +
    `JOIN account a ON a.id = s.account_id LEFT JOIN organization o ON o.id = ${ACTIVE_ID} ` +
    "WHERE s.hash = ? AND s.expires_at > ? AND s.seen_at > ? AND a.disabled_at IS NULL",
);
const OF_ACCOUNT = sql(
  `SELECT ${COLUMNS} FROM session WHERE account_id = ? AND expires_at > ? AND seen_at > ? AND stage = 'full' ` +
    "ORDER BY created_at, hash",
);
const SEEN = sql("UPDATE session SET seen_at = ? WHERE hash = ? AND seen_at < ?");
const SET_EXPIRY = sql("UPDATE session SET expires_at = ? WHERE hash = ? AND expires_at > ?");
const RAISE = sql("UPDATE session SET assurance = 'two' WHERE hash = ? AND assurance = 'one'");
const COUNT_TRY = sql(
  "UPDATE session SET tries = tries + 1, " +
    "expires_at = CASE WHEN tries + 1 = ? AND expires_at > ? THEN ? ELSE expires_at END WHERE hash = ? AND tries < ?",
);
const AUTHENTICATED = sql("UPDATE session SET authenticated_at = ? WHERE hash = ?");
const END = sql("DELETE FROM session WHERE hash = ?");
const END_OF_ACCOUNT = sql("DELETE FROM session WHERE account_id = ? AND hash <> ?");
const WITH_SESSIONS = sql("SELECT DISTINCT account_id FROM session ORDER BY account_id");
const END_OLDEST = sql(
  "DELETE FROM session WHERE account_id = ? AND hash NOT IN " +
    "(SELECT hash FROM session WHERE account_id = ? ORDER BY created_at DESC, hash LIMIT ?)",
);

/** Adds a session; of more than twenty of an account the oldest end. */
export async function addSession(tx: StateDatabase, session: Session): Promise<void> {
  const { hash, account_id, stage, assurance, ip_prefix, agent } = session;
  const { created_at, seen_at, expires_at, authenticated_at } = session;
  const instants = [created_at, seen_at, expires_at, authenticated_at] as const;
  await tx.run(ADD, hash, account_id, stage, assurance, ...instants, ip_prefix, agent);
  await tx.run(END_OLDEST, account_id, account_id, MOST_SESSIONS);
}

/** The session of a token, when it is neither over nor idle too long nor of a disabled account: one statement. */
export function findSession(db: StateDatabase, hash: string, now: number): Promise<SessionWithAccount | undefined> {
  return db.get<SessionWithAccount>(FIND, hash, now, now - IDLE_MS);
}

/** What decides what a session opens. */
export type OpenSession = Factors & Pick<Session, "stage" | "assurance">;

/**
 * The session that was found when the request began, if it is still there. Asked in the transaction of a change: a body
 * that arrives slowly leaves half a minute in which the session may be ended or the account disabled.
 */
export function openSession(tx: StateDatabase, hash: string, now: number): Promise<OpenSession | undefined> {
  return tx.get<OpenSession>(OPEN, hash, now);
}

/** The full sessions of a person, oldest first. */
export function sessionsOf(db: StateDatabase, accountId: string, now: number): Promise<readonly Session[]> {
  return db.all<Session>(OF_ACCOUNT, accountId, now, now - IDLE_MS);
}

/**
 * What names a session in a list, a form and an address: part of the hash of its token, so that it stays the same
 * when other sessions begin and end, and nobody can sign in with it.
 */
export function sessionNumber({ hash }: Pick<Session, "hash">): number {
  return Number.parseInt(hash.slice(0, 12), 16);
}

/** Notes that a session was used; the caller does so at most once a minute. */
export async function sessionSeen(db: StateDatabase, hash: string, now: number): Promise<void> {
  await db.run(SEEN, now, hash, now);
}

/** Notes that the person showed the password or a second factor again. */
export async function sessionAuthenticated(tx: StateDatabase, hash: string, now: number): Promise<void> {
  await tx.run(AUTHENTICATED, now, hash);
}

/** Notes that a session has shown a second factor. @returns false where it had before. */
export async function raiseSession(tx: StateDatabase, hash: string): Promise<boolean> {
  return (await tx.run(RAISE, hash)) === 1;
}

/**
 * Counts an answer to the challenge of a session, before it is judged. The last one that counts ends the challenge: the
 * session then lives until `endsAt` at the latest, where it had longer. @returns false where it may have no more.
 */
export async function countTry(db: StateDatabase, hash: string, endsAt: number): Promise<boolean> {
  return (await db.run(COUNT_TRY, MOST_TRIES, endsAt, endsAt, hash, MOST_TRIES)) === 1;
}

/**
 * Lets a session live until an instant at the latest: the token that was replaced serves requests under way.
 * @returns false when it ends earlier already: somebody else replaced it.
 */
export async function endSessionAt(tx: StateDatabase, hash: string, at: number): Promise<boolean> {
  return (await tx.run(SET_EXPIRY, at, hash, at)) === 1;
}

/** @returns false when there was none. */
export async function endSession(tx: StateDatabase, hash: string): Promise<boolean> {
  return (await tx.run(END, hash)) === 1;
}

/** Ends all sessions of an account but one. @returns how many. */
export function endSessionsOf(tx: StateDatabase, accountId: string, butHash = ""): Promise<number> {
  return tx.run(END_OF_ACCOUNT, accountId, butHash);
}

/** The accounts that have sessions. */
export async function accountsWithSessions(db: StateDatabase): Promise<readonly string[]> {
  return (await db.all<{ account_id: string }>(WITH_SESSIONS)).map(({ account_id }) => account_id);
}
