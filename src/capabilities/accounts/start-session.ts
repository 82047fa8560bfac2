import { hashToken, newToken } from "../../identity/token.ts";
import { addSession, endSession, type SessionStage } from "../../state/sessions.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import type { Visitor } from "../contexts.ts";

const DAY_MS = 24 * 60 * 60_000;

/** A session ends after this time at the latest, however much it is used, in milliseconds. */
export const LONGEST_SESSION_MS = 14 * DAY_MS;

/** So long a person may take to show the second factor, in milliseconds. */
export const CHALLENGE_MS = 10 * 60_000;

/** A browser that is signed in from now on. The token goes into the cookie and nowhere else. */
export interface StartedSession {
  readonly token: string;
  readonly stage: SessionStage;
}

/**
 * Starts a session for a browser and ends the one that it had: a token that was there before never becomes a session,
 * and of two factors the second gets a token of its own.
 */
export async function startSession(
  tx: StateDatabase,
  { principal, ipPrefix, agent }: Visitor,
  { accountId, stage }: { readonly accountId: string; readonly stage: SessionStage },
  now: number,
): Promise<StartedSession> {
  const former = "session" in principal ? principal.session : undefined;
  if (former !== undefined) await endSession(tx, former.hash);
  const token = newToken();
  await addSession(tx, {
    hash: hashToken(token),
    account_id: accountId,
    stage,
    created_at: now,
    seen_at: now,
    expires_at: now + (stage === "full" ? LONGEST_SESSION_MS : CHALLENGE_MS),
    authenticated_at: now,
    ip_prefix: ipPrefix,
    agent,
  });
  return { token, stage };
}
