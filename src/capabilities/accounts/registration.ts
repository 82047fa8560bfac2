import { emailKeyOf } from "../../identity/email-address.ts";
import { hashToken } from "../../identity/token.ts";
import { invitationByToken } from "../../state/invitations.ts";
import { Refused } from "../calling/refusal.ts";
import type { Accounts } from "./accounts.ts";

/**
 * Refuses those who may not create an account here, before anything is said about what they typed.
 * @param next where the person wants to go: where registration needs an invitation, an open one for this address
 * @throws Refused
 */
export async function refuseUninvited(accounts: Accounts, email: string | undefined, next: string): Promise<void> {
  const { registration } = accounts.settings;
  if (registration === "open") return;
  if (registration === "closed") throw new Refused([{ code: "registration_closed" }]);
  const token = /^\/(?:sk|cs|en)\/invitations\/([\w-]{1,100})$/.exec(next)?.[1];
  const invitation =
    token === undefined ? undefined : await invitationByToken(accounts.state, hashToken(token), accounts.now());
  if (invitation === undefined || email === undefined || invitation.email_key !== emailKeyOf(email)) {
    throw new Refused([{ code: "registration_invitation" }]);
  }
}
