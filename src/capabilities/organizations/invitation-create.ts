import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { mayManage } from "../../core/rights.ts";
import { ROLES } from "../../core/role.ts";
import { emailKeyOf, readEmailAddress } from "../../identity/email-address.ts";
import { hashToken, newToken } from "../../identity/token.ts";
import { countAttempt } from "../accounts/attempts.ts";
import { confirmPerson } from "../accounts/confirm-person.ts";
import { mayMail } from "../accounts/queue-mail.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { roleNeeded } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";

/** An invitation can be accepted this long, in milliseconds. */
const VALID_MS = 7 * 24 * 60 * 60_000;

/** Invites an address, whether or not it has an account here: the answer does not tell. */
export const invitationCreate = defineCapability({
  name: "invitation_create",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    email: z.string(),
    role: z.enum(ROLES),
    current: z.string().default("").describe("Password or code, where an owner is invited and the sign-in is old."),
    locale: localeParameter,
  }),
  form: { path: "/organizations/:organizationId/invitations", shownOn: "/organizations/:organizationId/members" },
  run: async ({ email: typed, role, current, locale }, context) => {
    const { organization, person, accounts, baseUrl, write, role: own } = context;
    if (!mayManage(own, role)) throw new ServiceError(roleNeeded);
    const email = readEmailAddress(typed);
    if (email === undefined) throw new Refused([{ code: "email_invalid", field: "email" }]);
    // Whoever accepts is an owner: it is like making one.
    if (role === "owner") await confirmPerson(context, current);
    await countAttempt(accounts, "invitation", organization.id);
    const isMailed = await mayMail(accounts, email);
    const token = newToken();
    const [id, at] = [newId("invitation"), accounts.now()];
    const expires_at = at + VALID_MS;
    const link = `${baseUrl}/${locale}/invitations/${token}`;
    await write(async ({ store, record, mail, charge }) => {
      const now = await store.roleOf(person.accountId);
      if (now === undefined || !mayManage(now, role)) throw new ServiceError(roleNeeded);
      const sent = { email_key: emailKeyOf(email), invited_by: person.accountId, created_at: at, expires_at };
      await charge("mail_out");
      await store.invite({ id, role, tokenHash: hashToken(token), ...sent });
      await record("invitation.created", { type: "invitation", id }, { role });
      if (isMailed) await mail({ to: email, locale, kind: "invitation", link });
    });
    return { id, link, expiresAt: new Date(expires_at).toISOString(), untrusted: { email } };
  },
});
