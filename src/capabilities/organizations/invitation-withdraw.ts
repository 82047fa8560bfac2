import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { mayManage } from "../../core/rights.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours, roleNeeded } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";

/** Ends an open invitation: its link leads nowhere from then on. */
export const invitationWithdraw = defineCapability({
  name: "invitation_withdraw",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    invitationId: z.string(),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/invitations/:invitationId/withdraw",
    shownOn: "/organizations/:organizationId/members",
    leadsTo: "/organizations/:organizationId/members",
    done: "withdrawn",
    gone: ({ untrusted }) => untrusted.gone,
  },
  run: async ({ invitationId }, { person, accounts, write }) => {
    return write(async ({ store, record }) => {
      const [own, open] = [await store.roleOf(person.accountId), await store.invitations(accounts.now())];
      const invitation = open.find(({ id }) => id === invitationId);
      if (own === undefined || invitation === undefined) throw new ServiceError(notYours);
      if (!mayManage(own, invitation.role)) throw new ServiceError(roleNeeded);
      if (!(await store.withdraw(invitationId, accounts.now()))) throw new ServiceError(notYours);
      await record("invitation.withdrawn", { type: "invitation", id: invitationId }, { role: invitation.role });
      return { untrusted: { gone: foreignText(invitation.email_key) } };
    });
  },
});
