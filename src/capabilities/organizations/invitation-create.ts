import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { mayManage } from "../../core/rights.ts";
import { ROLES } from "../../core/role.ts";
import { emailKeyOf, readEmailAddress } from "../../identity/email-address.ts";
import { hashToken, newProof, newToken } from "../../identity/token.ts";
import { ROLES_IN_MAIL } from "../../mail/texts.ts";
import { confirmPerson } from "../accounts/confirm-person.ts";
import { mailLinkFor } from "../accounts/mail-link.ts";
import { mayMail } from "../accounts/queue-mail.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { roleNeeded } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { firmInMail } from "./firm-in-mail.ts";

/** An invitation can be accepted this long, in milliseconds. */
const VALID_MS = 7 * 24 * 60 * 60_000;

/**
 * Invites an address, whether or not it has an account here: the answer does not tell. The link of the mail has a second
 * secret, which confirms the address; the link that is shown has not, since whoever invites would confirm it.
 */
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
  form: {
    cost: { rows: ["person_write", "invitation"], stock: ["mail_out"] },
    path: "/organizations/:organizationId/invitations",
    shownOn: "/organizations/:organizationId/members",
  },
  run: async ({ email: typed, role, current, locale }, context) => {
    const { person, organization, accounts, baseUrl, write, role: own } = context;
    if (!mayManage(own, role)) throw new ServiceError(roleNeeded);
    const email = readEmailAddress(typed);
    if (email === undefined) throw new Refused([{ code: "email_invalid", field: "email" }]);
    // Whoever accepts is an owner: it is like making one.
    if (role === "owner") await confirmPerson(context, current);
    const isMailed = await mayMail(accounts, email);
    const [token, proof] = [newToken(), newProof()];
    const [id, at] = [newId("invitation"), accounts.now()];
    const expires_at = at + VALID_MS;
    const link = `${baseUrl}/${locale}/invitations/${token}`;
    const mailed = `${link}?proof=${proof}`;
    await write(async ({ store, record, mail, charge }) => {
      const now = await store.roleOf(person.accountId);
      if (now === undefined || !mayManage(now, role)) throw new ServiceError(roleNeeded);
      const sent = { email_key: emailKeyOf(email), invited_by: person.accountId, created_at: at, expires_at };
      await charge("mail_out");
      await store.invite({ id, role, tokenHash: hashToken(token), proofHash: hashToken(proof), ...sent });
      await record("invitation.created", { type: "invitation", id }, { role });
      const facts = {
        by: foreignText(person.session?.email ?? ""),
        role: ROLES_IN_MAIL[role][locale],
        ...firmInMail(organization),
      };
      if (isMailed) await mail({ to: email, locale, kind: "invitation", link: mailed, facts });
    });
    const mailLink = mailLinkFor(accounts, isMailed ? mailed : undefined);
    return { id, link, mailLink, expiresAt: new Date(expires_at).toISOString(), untrusted: { email } };
  },
});
