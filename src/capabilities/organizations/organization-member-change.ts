import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { mayManage } from "../../core/rights.ts";
import { ROLES, type Role } from "../../core/role.ts";
import { emailKeyOf } from "../../identity/email-address.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import { confirmPerson } from "../accounts/confirm-person.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours, roleNeeded } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext, Writes } from "../contexts.ts";
import { noMember } from "./organization-problems.ts";

const common = {
  organizationId: organizationParameter,
  current: z
    .string()
    .default("")
    .describe("Password or code, where an owner is made or unmade and the sign-in is old."),
  locale: localeParameter,
};

/** Gives a member another role. */
export const organizationMemberRole = defineCapability({
  name: "organization_member_role",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({ accountId: z.string().describe("Id of the member."), role: z.enum(ROLES), ...common }),
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
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({
    accountId: z.string().optional().describe("Id of the member."),
    email: z.string().optional().describe("In its place: the address of the member."),
    ...common,
  }),
  web: { limits: [] },
  form: {
    path: "/organizations/:organizationId/members/:accountId/remove",
    leadsTo: "/organizations/:organizationId/members",
  },
  run: async ({ accountId: typed, email, current }, context) => {
    const accountId = typed ?? (await memberOf(context, email));
    await changeMember(context, accountId, null, current);
    return { accountId };
  },
  cli: {
    words: "member remove",
    help: "end a membership",
    options: ["organizationId", "email"],
    required: ["email"],
    lines: ({ accountId }) => [accountId],
  },
});

type Context = OrganizationContext & Writes<OrganizationStore>;

/** The member with an address. @throws ServiceError also for people who are no members: nobody learns of their accounts */
async function memberOf({ store }: Context, address = ""): Promise<string> {
  const key = emailKeyOf(address);
  const found = (await store.members()).find(({ email }) => emailKeyOf(email) === key);
  if (found === undefined) throw new ServiceError(noMember);
  return found.account_id;
}

async function changeMember(context: Context, accountId: string, role: Role | null, current: string): Promise<void> {
  const before = await managedRole(context, context.store, accountId, role);
  if (before === "owner" || role === "owner") await confirmPerson(context, current);
  await context.write(async ({ store, record }) => {
    // Again, behind the lock: both roles may have changed meanwhile.
    const held = await managedRole(context, store, accountId, role);
    const target = { type: "account", id: accountId } as const;
    if ((await store.changeMember(accountId, role)) === "last_owner") throw new Refused([{ code: "last_owner" }]);
    await record(role === null ? "member.removed" : "member.role_changed", target, { before: held, after: role });
  });
}

/**
 * The role of the member who is to be changed.
 * @throws ServiceError where there is no such member, or the caller's role does not reach that far
 */
async function managedRole({ person }: Context, store: OrganizationStore, accountId: string, role: Role | null) {
  const isOperator = person.operator !== undefined;
  const [own, held] = [isOperator ? "owner" : await store.roleOf(person.accountId), await store.roleOf(accountId)];
  if (own === undefined || held === undefined) throw new ServiceError(notYours);
  if (!mayManage(own, held) || (role !== null && !mayManage(own, role))) throw new ServiceError(roleNeeded);
  return held;
}
