import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { ROLES } from "../../core/role.ts";
import { setFirstActiveOrganization } from "../../state/accounts.ts";
import { addMember, changeMembership, listMembers, roleOf } from "../../state/organizations.ts";
import { accountOf, emailParameter as email, organizationOf, recordCommand } from "../accounts/operator-accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { lastOwner, noMember } from "./organization-problems.ts";

const organization = z.string().describe("Id of the organization.");

/** Makes a person a member without an invitation, or gives a member another role. */
export const memberAdd = defineCapability({
  name: "member_add",
  title: { sk: "Nový člen", cs: "Nový člen", en: "New member" },
  description: "Makes a person a member of an organization, or gives a member another role.",
  access: "operator",
  effect: "write",
  input: z.strictObject({ organization, email, role: z.enum(ROLES), locale: localeParameter }),
  output: z.object({ accountId: z.string(), role: z.enum(ROLES) }),
  run: async ({ organization: id, email: address, role }, { operator: { accounts } }) => {
    const account = await accountOf(accounts.state, address);
    await organizationOf(accounts.state, id);
    const at = accounts.now();
    await accounts.state.transaction(async (tx) => {
      const before = await roleOf(tx, account.id, id);
      const target = { type: "account", id: account.id } as const;
      if (before === undefined) {
        await addMember(tx, { accountId: account.id, orgId: id, role }, at);
        await setFirstActiveOrganization(tx, account.id, id);
        await recordCommand(
          tx,
          { action: "member.joined", orgId: id, target, details: { before: null, after: role } },
          at,
        );
      } else if (before !== role) {
        if ((await changeMembership(tx, account.id, id, role)) === "last_owner") throw new ServiceError(lastOwner);
        await recordCommand(
          tx,
          { action: "member.role_changed", orgId: id, target, details: { before, after: role } },
          at,
        );
      }
    });
    return { accountId: account.id, role };
  },
});

/** Ends a membership. */
export const memberRemove = defineCapability({
  name: "member_remove",
  title: { sk: "Odobratie člena", cs: "Odebrání člena", en: "Removal of a member" },
  description: "Ends a membership; the last owner stays.",
  access: "operator",
  effect: "write",
  input: z.strictObject({ organization, email, locale: localeParameter }),
  output: z.object({ accountId: z.string() }),
  run: async ({ organization: id, email: address }, { operator: { accounts } }) => {
    const account = await accountOf(accounts.state, address);
    const at = accounts.now();
    await accounts.state.transaction(async (tx) => {
      const before = (await roleOf(tx, account.id, id)) ?? null;
      const outcome = await changeMembership(tx, account.id, id, null);
      if (outcome === "last_owner") throw new ServiceError(lastOwner);
      if (outcome === "not_member") throw new ServiceError(noMember);
      const target = { type: "account", id: account.id } as const;
      await recordCommand(tx, { action: "member.removed", orgId: id, target, details: { before, after: null } }, at);
    });
    return { accountId: account.id };
  },
});

/** Lists the members of an organization for the operator. */
export const memberList = defineCapability({
  name: "member_list",
  title: { sk: "Členovia", cs: "Členové", en: "Members" },
  description: "Lists the members of an organization, oldest membership first.",
  access: "operator",
  input: z.strictObject({ organization, locale: localeParameter }),
  output: z.object({
    members: z.array(
      z.object({
        accountId: z.string(),
        role: z.enum(ROLES),
        since: z.string(),
        untrusted: z.object({ name: z.string(), email: z.string() }),
      }),
    ),
  }),
  run: async ({ organization: id }, { operator: { accounts } }) => {
    await organizationOf(accounts.state, id);
    return {
      members: (await listMembers(accounts.state, id)).map(({ account_id, role, since, name, email: address }) => ({
        accountId: account_id,
        role,
        since: new Date(since).toISOString(),
        untrusted: { name: foreignText(name), email: foreignText(address) },
      })),
    };
  },
});
