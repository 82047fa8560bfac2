import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { invitationAt, isFor } from "../organizations/invited-address.ts";
import type { Accounts } from "./accounts.ts";

/**
 * Refuses those who may not create an account here, before anything is said about what they typed.
 * @param next where the person wants to go: where registration needs an invitation, an open one for this address
 * @throws Refused
 */
export async function refuseUninvited(accounts: Accounts, email: string | undefined, next: string): Promise<void> {
  const { registration, isOperatorMissing } = accounts.settings;
  if (isOperatorMissing) throw new Refused([{ code: "operator_missing" }]);
  if (registration === "open") return;
  if (registration === "closed") throw new Refused([{ code: "registration_closed" }]);
  const named = await invitationAt(accounts.state, next, accounts.now());
  if (named === undefined || !isFor(named.invitation, email)) {
    throw new Refused([{ code: "registration_invitation" }]);
  }
}

/** True where a person comes by the link of the mail that invited this very address: they have the mailbox. */
export async function provesAddress(tx: StateDatabase, next: string, email: string, now: number): Promise<boolean> {
  const named = await invitationAt(tx, next, now);
  return named?.isProved === true && isFor(named.invitation, email);
}

/** To whom the invitation went whose mail leads here, for the form of a new account. */
export const invitedAddress = defineCapability({
  name: "invited_address",
  access: "visitor",
  input: z.strictObject({ next: z.string(), locale: localeParameter }),
  run: async ({ next }, { accounts }) => {
    const named = await invitationAt(accounts.state, next, accounts.now());
    return { untrusted: { email: named?.isProved === true ? foreignText(named.invitation.email_key) : null } };
  },
});
