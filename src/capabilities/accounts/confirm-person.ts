import { z } from "zod";
import { appendAudit } from "../../state/audit-log.ts";
import { ownAccountStore } from "../../state/person-store.ts";
import { sessionAuthenticated } from "../../state/sessions.ts";
import type { BrowserSession } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import type { Person } from "../contexts.ts";
import type { Accounts } from "./accounts.ts";
import { judgePasskey, type PasskeyAnswer } from "./passkey-challenge.ts";
import { orBusy, placeOf } from "./password-hashing.ts";
import { acceptCode } from "./use-code.ts";

/** A sign-in is recent for this time, in milliseconds. */
const RECENT_MS = 15 * 60_000;

/** What the button of a passkey puts into the field `current` (docs/decisions/passkey-in-current.md). */
const passkeyAnswer = z.strictObject({ credential: z.string(), challenge: z.string() });

/** Whether a person signed in, or confirmed that it is them, in the last 15 minutes. @param now milliseconds since 1970 */
export function isSignInRecent({ authenticatedAt }: Pick<BrowserSession, "authenticatedAt">, now: number): boolean {
  return now - authenticatedAt < RECENT_MS;
}

/** Until when a sign-in is recent, ISO 8601. */
export function recentUntil({ authenticatedAt }: Pick<BrowserSession, "authenticatedAt">): string {
  return new Date(authenticatedAt + RECENT_MS).toISOString();
}

/**
 * Makes sure that it is the person, before what must not happen at an unlocked screen. A recent sign-in does, else the
 * password, a code or a passkey. Call it when the input was checked and nothing is changed yet.
 * @param current what the person typed into the field `current`
 * @param demand `always`: however recent the sign-in is; a person without password and second factor must then have
 *   signed in recently
 * @throws Refused
 */
export async function confirmPerson(
  { person, accounts }: { readonly person: Person; readonly accounts: Accounts },
  current: string,
  demand: "unless_recent" | "always" = "unless_recent",
): Promise<void> {
  const { accountId, session, operator } = person;
  // The machine is the operator's own: no screen is left unlocked there.
  if (operator !== undefined) return;
  if (session === undefined) throw new Error("a person without a session cannot be asked again");
  const isRecent = isSignInRecent(session, accounts.now());
  // What is typed must be right, even where nothing need be typed.
  if (isRecent && demand === "unless_recent" && current === "") return;
  const { state, limiter, sealing } = accounts;
  const own = ownAccountStore({ db: state, accountId });
  const passwordHash = (await own.get())?.password_hash ?? null;
  const { hasApp, hasPasskey } = session;
  if (passwordHash === null && !hasApp && !hasPasskey) {
    if (isRecent) return;
    throw new Refused([{ code: "sign_in_again" }]);
  }
  const counted = sealing.keyedHash(accountId, "second_factor");
  await limiter.attempt(["second_factor"], [counted], async () => {
    const answer = passkeyIn(current);
    const isRight =
      answer !== undefined
        ? await confirmByPasskey(person, accounts, answer)
        : (await orBusy(() => accounts.passwords.verify(current, passwordHash, placeOf(person)))) ||
          (hasApp && (await useCode(person, accounts, current)));
    if (isRight) return { judged: "right", value: undefined };
    return { judged: "wrong", refusal: new Refused([{ code: "password_or_code_wrong", field: "current" }]) };
  });
  await sessionAuthenticated(state, session.hash, accounts.now());
}

/** Uses a code up, with its entry in the log of the account. @returns false for a code that does not count */
function useCode({ accountId, ipPrefix = null }: Person, accounts: Accounts, typed: string): Promise<boolean> {
  return accounts.state.transaction(async (tx) => {
    const kind = await acceptCode(ownAccountStore({ db: tx, accountId }), accounts, typed);
    if (kind === undefined) return false;
    const of = { actorId: accountId, orgId: null, target: { type: "account", id: accountId } };
    const event = { action: "two_factor.code_used", via: "web", ipPrefix, details: { kind }, ...of } as const;
    await appendAudit(tx, event, accounts.now());
    return true;
  });
}

function passkeyIn(current: string): PasskeyAnswer | undefined {
  if (!current.startsWith('{"')) return undefined;
  try {
    return passkeyAnswer.safeParse(JSON.parse(current)).data;
  } catch {
    return undefined; // a password that begins like this
  }
}

/** Uses the answer of a passkey of this very person up. */
async function confirmByPasskey({ accountId }: Person, accounts: Accounts, answer: PasskeyAnswer): Promise<boolean> {
  const { state } = accounts;
  const judged = await judgePasskey(accounts, answer, accountId, ownAccountStore({ db: state, accountId }).passkey);
  if (judged === undefined || "refused" in judged) return false;
  return state.transaction((tx) => ownAccountStore({ db: tx, accountId }).usePasskey(judged, accounts.now()));
}
