import { z } from "zod";
import { foreignText, foreignTextOrNull } from "../../core/foreign-text.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { hashToken } from "../../identity/token.ts";
import { invitationByToken } from "../../state/invitations.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";

const input = z.strictObject({ token: z.string(), locale: localeParameter });

/** What an invitation leads to, for whoever holds its link. */
export const invitationShow = defineCapability({
  name: "invitation_show",
  access: "visitor",
  input,
  run: async ({ token }, { accounts }) => {
    const invitation = await invitationByToken(accounts.state, hashToken(token), accounts.now());
    if (invitation === undefined) throw new ServiceError(noInvitation);
    const { role, expires_at, org_name, inviter_name } = invitation;
    return {
      role,
      expiresAt: new Date(expires_at).toISOString(),
      untrusted: { organization: foreignText(org_name), invitedBy: foreignTextOrNull(inviter_name) },
    };
  },
});

/** Uses an invitation up: the person whose address was invited becomes a member. */
export const invitationAccept = defineCapability({
  name: "invitation_accept",
  access: "person",
  effect: "write",
  needsSession: true,
  input,
  run: async ({ token }, { person, accounts, write }) => {
    const [hash, now] = [hashToken(token), accounts.now()];
    return write(async ({ store, record }) => {
      const invitation = await store.invitation(hash, now);
      if (invitation === undefined) throw new ServiceError(noInvitation);
      const { id, org_id: orgId, role, email_key } = invitation;
      if ((await store.account())?.email_key !== email_key) throw new Refused([{ code: "invitation_other_email" }]);
      const wasMember = (await store.organizations()).some((organization) => organization.id === orgId);
      if (!(await store.accept(invitation, now))) throw new ServiceError(noInvitation);
      await record("invitation.accepted", { type: "invitation", id }, { role }, orgId);
      const target = { type: "account", id: person.accountId } as const;
      if (!wasMember) await record("member.joined", target, { before: null, after: role }, orgId);
      return { organizationId: orgId };
    });
  },
});

/** The answer to a link that was used, withdrawn, is too old or never was: all alike. */
const noInvitation: Problem = {
  code: "not_found",
  message: {
    sk: "Táto pozvánka neplatí.",
    cs: "Tato pozvánka neplatí.",
    en: "This invitation is not valid.",
  },
  nextStep: {
    sk: "Požiadajte o novú toho, kto vás pozval.",
    cs: "Požádejte o novou toho, kdo vás pozval.",
    en: "Ask whoever invited you for a new one.",
  },
};
