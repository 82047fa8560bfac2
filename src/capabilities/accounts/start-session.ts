import { hashToken, newToken } from "../../identity/token.ts";
import type { Account } from "../../state/accounts.ts";
import { factorsOf } from "../../state/second-factors.ts";
import { type Assurance, addSession, endSession, type SessionStage } from "../../state/sessions.ts";
import type { Visitor, VisitorChange } from "../contexts.ts";
import type { Accounts } from "./accounts.ts";
import { withKnownAccount } from "./known-browser.ts";
import { mayEnter } from "./may-enter.ts";

const DAY_MS = 24 * 60 * 60_000;

/** A session ends after this time at the latest, however much it is used, in milliseconds. */
export const LONGEST_SESSION_MS = 14 * DAY_MS;

/** So long a person may take to show the second factor, in milliseconds. */
export const CHALLENGE_MS = 10 * 60_000;

/** A sign-in that was right: whose it is, and what it proved. */
interface SignInProof {
  readonly account: Pick<Account, "id" | "password_set_at">;
  readonly method: "password" | "passkey" | "oidc";
  readonly assurance: Assurance;
}

/** A browser that is signed in from now on. The token goes into the cookie and nowhere else. */
export interface StartedSession {
  readonly token: string;
  readonly stage: SessionStage;
  /** What the browser keeps from now on; `null` while the sign-in is not complete. */
  readonly knownBrowser: string | null;
}

/**
 * Starts a session for a browser and ends the one that it had: a token that was there before never becomes a session.
 * Where a second factor is still missing, the session opens the page that asks for it and nothing else.
 */
export async function startSession(
  { tx, former, record }: VisitorChange,
  { ipPrefix, agent, knownBrowser }: Visitor,
  accounts: Pick<Accounts, "settings" | "sealing" | "now">,
  { account, method, assurance }: SignInProof,
): Promise<StartedSession> {
  const { settings, now } = accounts;
  const accountId = account.id;
  if (former !== null) await endSession(tx, former);
  const entry = mayEnter(await factorsOf(tx, accountId), settings.secondFactor, assurance);
  const stage = entry === "challenge" ? "second_factor" : "full";
  const [token, at] = [newToken(), now()];
  await addSession(tx, {
    hash: hashToken(token),
    account_id: accountId,
    stage,
    assurance,
    created_at: at,
    seen_at: at,
    expires_at: at + (stage === "full" ? LONGEST_SESSION_MS : CHALLENGE_MS),
    authenticated_at: at,
    ip_prefix: ipPrefix,
    agent,
  });
  if (stage === "full") {
    const details = { method, secondFactor: assurance === "two", assurance };
    await record({
      action: "session.started",
      actorId: accountId,
      target: { type: "account", id: accountId },
      details,
    });
  }
  return { token, stage, knownBrowser: stage === "full" ? withKnownAccount(accounts, knownBrowser, account) : null };
}
