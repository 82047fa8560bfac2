import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { ROLES, type Role } from "../../core/role.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import { confirmPerson } from "../accounts/confirm-person.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours, roleNeeded } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { mayManage } from "../calling/rights.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext, Writes } from "../contexts.ts";

const common = {
  organizationId: organizationParameter,
  accountId: z.string().describe("Id of the member."),
  current: z
    .string()
    .default("")
    .describe("Password or code, where an owner is made or unmade and the sign-in is old."),
  locale: localeParameter,
};

/** Gives a member another role. */
export const organizationMemberRole = defineCapability({
  name: "organization_member_role",
  title: { sk: "Rola člena", cs: "Role člena", en: "Role of a member" },
  description: "Gives a member another role. Only owners touch owners and administrators; the last owner stays.",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({ ...common, role: z.enum(ROLES) }),
  output: z.object({}),
  web: { limits: [] },
  form: {
    path: "/organizations/:organizationId/members/:accountId/role",
    leadsTo: "/organizations/:organizationId/members",
  },
  run: async ({ accountId, role, current }, context) => {
    await changeMember(context, accountId, role, current);
    return {};
  },
});

/** Ends somebody else's membership. */
export const organizationMemberRemove = defineCapability({
  name: "organization_member_remove",
  title: { sk: "Odobratie člena", cs: "Odebrání člena", en: "Removal of a member" },
  description: "Ends the membership of somebody; access is gone at the next call. The last owner stays.",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject(common),
  output: z.object({}),
  web: { limits: [] },
  form: {
    path: "/organizations/:organizationId/members/:accountId/remove",
    leadsTo: "/organizations/:organizationId/members",
  },
  run: async ({ accountId, current }, context) => {
    await changeMember(context, accountId, null, current);
    return {};
  },
});

type Context = OrganizationContext & Writes<OrganizationStore>;

async function changeMember(context: Context, accountId: string, role: Role | null, current: string): Promise<void> {
  const before = await managedRole(context.store, context.person.accountId, accountId, role);
  if (before === "owner" || role === "owner") await confirmPerson(context, current);
  await context.write(async ({ store, record }) => {
    // Again, behind the lock: both roles may have changed meanwhile.
    const held = await managedRole(store, context.person.accountId, accountId, role);
    const target = { type: "account", id: accountId } as const;
    if ((await store.changeMember(accountId, role)) === "last_owner") throw new Refused([{ code: "last_owner" }]);
    await record(role === null ? "member.removed" : "member.role_changed", target, { before: held, after: role });
  });
}

/**
 * The role of the member who is to be changed.
 * @throws ServiceError where there is no such member, or the caller's role does not reach that far
 */
async function managedRole(store: OrganizationStore, callerId: string, accountId: string, role: Role | null) {
  const [own, held] = [await store.roleOf(callerId), await store.roleOf(accountId)];
  if (own === undefined || held === undefined) throw new ServiceError(notYours);
  if (!mayManage(own, held) || (role !== null && !mayManage(own, role))) throw new ServiceError(roleNeeded);
  return held;
}
