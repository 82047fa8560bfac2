import { z } from "zod";
import { foreignText, foreignTextOrNull } from "../../core/foreign-text.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { hashToken } from "../../identity/token.ts";
import { invitationByToken, type OpenInvitation } from "../../state/invitations.ts";
import type { PersonStore } from "../../state/person-store.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { Change, PersonContext } from "../contexts.ts";

const input = z.strictObject({ token: z.string(), locale: localeParameter });

/** Takes the invitation of a person up, in the transaction of the change. @throws ServiceError where it is used by now */
async function accept(
  invitation: OpenInvitation,
  { person, accounts }: PersonContext,
  { store, record }: Change<PersonStore>,
): Promise<{ readonly organizationId: string }> {
  const { id, org_id: orgId, role } = invitation;
  const wasMember = (await store.organizations()).some((organization) => organization.id === orgId);
  if (!(await store.accept(invitation, accounts.now()))) throw new ServiceError(noInvitation);
  await record("invitation.accepted", { type: "invitation", id }, { role }, orgId);
  const target = { type: "account", id: person.accountId } as const;
  if (!wasMember) await record("member.joined", target, { before: null, after: role }, orgId);
  return { organizationId: orgId };
}

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
  run: ({ token }, context) => {
    const [hash, now] = [hashToken(token), context.accounts.now()];
    return context.write(async (change) => {
      const invitation = await change.store.invitation(hash, now);
      if (invitation === undefined) throw new ServiceError(noInvitation);
      if ((await change.store.account())?.email_key !== invitation.email_key) {
        throw new Refused([{ code: "invitation_other_email" }]);
      }
      return accept(invitation, context, change);
    });
  },
});

const ownInput = z.strictObject({ invitationId: z.string(), locale: localeParameter });

/** The open invitations for the confirmed address of a person, whatever link they have. */
export const myInvitations = defineCapability({
  name: "my_invitations",
  access: "person",
  needsSession: true,
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { store, accounts }) => {
    const open = await store.openInvitations(accounts.now());
    return {
      invitations: open.map(({ id, role, expires_at, org_name, inviter_email }) => ({
        id,
        role,
        expiresAt: new Date(expires_at).toISOString(),
        untrusted: { organization: foreignText(org_name), invitedBy: foreignText(inviter_email) },
      })),
    };
  },
});

/** Takes up an invitation for one's own address: the address is proved, so no link is needed. */
export const myInvitationAccept = defineCapability({
  name: "my_invitation_accept",
  access: "person",
  effect: "write",
  needsSession: true,
  input: ownInput,
  form: {
    cost: { rows: ["person_write"] },
    path: "/invitations/:invitationId/accept",
    shownOn: "/organizations",
    leadsTo: "/organizations/:organizationId",
    done: "accepted",
  },
  run: ({ invitationId }, context) =>
    context.write(async (change) => {
      const invitation = await change.store.openInvitation(invitationId, context.accounts.now());
      if (invitation === undefined) throw new ServiceError(noInvitation);
      return accept(invitation, context, change);
    }),
});

/** Declines one: whoever invited sees it, and its link leads nowhere any more. */
export const myInvitationDecline = defineCapability({
  name: "my_invitation_decline",
  access: "person",
  effect: "write",
  needsSession: true,
  input: ownInput,
  form: {
    cost: { rows: ["person_write"] },
    path: "/invitations/:invitationId/decline",
    shownOn: "/organizations",
    leadsTo: "/organizations",
    done: "declined",
  },
  run: async ({ invitationId }, { accounts, write }) => {
    await write(async ({ store, record }) => {
      const invitation = await store.openInvitation(invitationId, accounts.now());
      if (invitation === undefined) throw new ServiceError(noInvitation);
      const { id, org_id: orgId, role } = invitation;
      if (!(await store.decline(id, accounts.now()))) throw new ServiceError(noInvitation);
      await record("invitation.declined", { type: "invitation", id }, { role }, orgId);
    });
    return {};
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
