import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { hasRight, mayManage } from "../../core/rights.ts";
import { ROLES } from "../../core/role.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** The members of an organization; for those who manage it with e-mails and open invitations. */
export const organizationMembers = defineCapability({
  name: "organization_members",
  access: "organization",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async (_input, { store, role, person, accounts }) => {
    const isManager = hasRight(role, "manage");
    const [members, invitations, declined, grants, connections] = await Promise.all([
      store.members(),
      isManager ? store.invitations(accounts.now()) : [],
      isManager ? store.declinedInvitations() : [],
      isManager ? store.grants(accounts.now()) : [],
      isManager ? store.connectionsReaching(accounts.now()) : new Map<string, number>(),
    ]);
    return {
      role,
      mayInvite: ROLES.filter((given) => mayManage(role, given)),
      members: members.map(({ account_id, role: held, since, name, email }) => ({
        accountId: account_id,
        role: held,
        since: new Date(since).toISOString(),
        isSelf: account_id === person.accountId,
        mayManage: mayManage(role, held),
        grants: isManager ? grants.filter(({ issuer }) => issuer === account_id).length : null,
        connections: isManager ? (connections.get(account_id) ?? 0) : null,
        untrusted: { name: foreignText(name), email: isManager ? foreignText(email) : null },
      })),
      invitations: invitations.map(({ id, role: offered, expires_at, email_key }) => ({
        id,
        role: offered,
        expiresAt: new Date(expires_at).toISOString(),
        mayManage: mayManage(role, offered),
        untrusted: { email: foreignText(email_key) },
      })),
      declined: declined.map(({ id, declined_at, email_key }) => ({
        id,
        declinedAt: new Date(declined_at).toISOString(),
        untrusted: { email: foreignText(email_key) },
      })),
    };
  },
  cli: {
    words: "member list",
    help: "list the members of an organization",
    json: ({ members }) => ({
      members: members.map(
        ({ isSelf: _self, mayManage: _manage, grants: _grants, connections: _connections, ...member }) => member,
      ),
    }),
    lines: ({ members }) =>
      members.map(({ accountId, role, untrusted }) => `${accountId}  ${role}  ${untrusted.email ?? "–"}`),
  },
});
