import { accountById } from "../../state/accounts.ts";
import { appendAudit } from "../../state/audit-log.ts";
import { findTotp } from "../../state/second-factors.ts";
import { sessionAuthenticated } from "../../state/sessions.ts";
import { Refused } from "../calling/refusal.ts";
import type { Person } from "../contexts.ts";
import type { Accounts } from "./accounts.ts";
import { countAttempt, orBusy } from "./attempts.ts";
import { acceptCode } from "./use-code.ts";

/** A sign-in is recent for this time, in milliseconds. */
const RECENT_MS = 15 * 60_000;

/**
 * Makes sure that it is the person, before something that must not happen at an unlocked screen: he signed in within
 * the last 15 minutes, or shows his password or a code of the second factor now. Call it after the input was checked
 * and before anything is changed.
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
  const isRecent = accounts.now() - session.authenticatedAt < RECENT_MS;
  // What is typed must be right, even where nothing need be typed.
  if (isRecent && demand === "unless_recent" && current === "") return;
  const { state, limiter, sealing } = accounts;
  const [account, totp] = await Promise.all([accountById(state, accountId), findTotp(state, accountId)]);
  const hasCodes = totp !== undefined && totp.confirmed_at !== null;
  if ((account?.password_hash ?? null) === null && !hasCodes) {
    if (isRecent) return;
    throw new Refused([{ code: "sign_in_again" }]);
  }
  const counted = sealing.keyedHash(accountId, "second_factor");
  await countAttempt(accounts, "second_factor", counted);
  const isHis =
    (await orBusy(() => accounts.passwords.verify(current, account?.password_hash ?? null))) ||
    (hasCodes && (await useCode(person, accounts, current)));
  if (!isHis) throw new Refused([{ code: "password_or_code_wrong", field: "current" }]);
  await limiter.giveBack(["second_factor"], counted);
  await sessionAuthenticated(state, session.hash, accounts.now());
}

/** Uses a code up, with its entry in the log of the account. @returns false for a code that does not count */
function useCode({ accountId, ipPrefix = null }: Person, accounts: Accounts, typed: string): Promise<boolean> {
  return accounts.state.transaction(async (tx) => {
    const kind = await acceptCode(tx, accounts, accountId, typed);
    if (kind === undefined) return false;
    const of = { actorId: accountId, orgId: null, target: { type: "account", id: accountId } };
    const event = { action: "two_factor.code_used", via: "web", ipPrefix, details: { kind }, ...of } as const;
    await appendAudit(tx, event, accounts.now());
    return true;
  });
}
