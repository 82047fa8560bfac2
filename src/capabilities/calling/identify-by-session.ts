import { hashToken, isToken, newToken } from "../../identity/token.ts";
import { addSession, endSessionAt, findSession, type SessionWithAccount, sessionSeen } from "../../state/sessions.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import type { AccountSettings } from "../accounts/accounts.ts";
import { type Entry, entryOf } from "../accounts/may-enter.ts";
import { type BrowserSession, type Identify, NOBODY } from "./principal.ts";
import type { FaceLog } from "./problem-of.ts";

/** That a session was used is noted at most once in this time, in milliseconds. */
const NOTED_EVERY_MS = 60_000;

/** A token is replaced after this time. */
const RENEWED_EVERY_MS = 24 * 60 * 60_000;

/** The replaced token serves this long: requests may be under way with it. */
const OLD_TOKEN_MS = 60_000;

interface SessionCheck {
  readonly state: StateDatabase;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: FaceLog;
  /** Who must have a second factor. */
  readonly secondFactor: AccountSettings["secondFactor"];
}

/**
 * Finds out whose session a cookie names: one statement. A token that was not issued here, is over, idle too long or of
 * a disabled account is nobody's. What the sign-in proved is compared at each request with what it must prove now. A
 * token a day old is replaced.
 * @throws StateError where the database cannot be asked.
 */
export function identifyBySession({ state, now, log, secondFactor }: SessionCheck): Identify {
  return async ({ sessionToken: token }) => {
    if (token === undefined || !isToken(token)) return NOBODY;
    const at = now();
    const row = await findSession(state, hashToken(token), at);
    if (row === undefined) return NOBODY;
    const { account_id: accountId } = row;
    const entry = entryOf(row, secondFactor);
    const renewed = await noteUse(row, entry, at);
    const session = sessionOf(row, entry, renewed ?? token, renewed !== undefined);
    if (entry === "full") return { kind: "person", accountId, scopes: null, session };
    return { kind: entry === "challenge" ? "challenged" : "set_up", accountId, session };
  };

  /** Notes that the session is used, and replaces a token that is a day old. What fails costs nothing but itself. */
  async function noteUse(row: SessionWithAccount, entry: Entry, at: number): Promise<string | undefined> {
    try {
      if (entry === "full" && at - row.created_at >= RENEWED_EVERY_MS) return await renew(row, at);
      if (at - row.seen_at >= NOTED_EVERY_MS) await sessionSeen(state, row.hash, at);
    } catch (cause) {
      log.warn({ err: cause }, "the use of a session could not be noted");
    }
    return undefined;
  }

  async function renew(row: SessionWithAccount, at: number): Promise<string | undefined> {
    const token = newToken();
    const isFirst = await state.transaction(async (tx) => {
      // Of requests side by side one replaces the token; the others go on with the old one.
      if (!(await endSessionAt(tx, row.hash, at + OLD_TOKEN_MS))) return false;
      const { account_id, stage, assurance, expires_at, authenticated_at, ip_prefix, agent } = row;
      const kept = { account_id, stage, assurance, expires_at, authenticated_at, ip_prefix, agent };
      await addSession(tx, { ...kept, hash: hashToken(token), created_at: at, seen_at: at });
      return true;
    });
    return isFirst ? token : undefined;
  }
}

function sessionOf(row: SessionWithAccount, entry: Entry, token: string, isRenewed: boolean): BrowserSession {
  return {
    hash: hashToken(token),
    token,
    isRenewed,
    accountId: row.account_id,
    startedAt: row.created_at,
    authenticatedAt: row.authenticated_at,
    expiresAt: row.expires_at,
    locale: row.locale,
    email: row.email,
    name: row.name,
    entry,
    agent: row.agent,
    waysLeft: row.ways_left,
    hasPasskey: row.has_passkey === 1,
    hasApp: row.has_app === 1,
    stage: row.stage,
    activeOrganizationId: row.org_id,
    activeOrganizationName: row.org_name,
  };
}
