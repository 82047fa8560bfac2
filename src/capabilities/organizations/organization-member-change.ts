import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { mayManage } from "../../core/rights.ts";
import { ROLES, type Role } from "../../core/role.ts";
import { emailKeyOf } from "../../identity/email-address.ts";
import { entriesOfMoved, keptOf } from "../../state/grant-entries.ts";
import { type Grant, grantsLost, mayHold } from "../../state/grants.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import { confirmPerson } from "../accounts/confirm-person.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours, roleNeeded } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { actorOf, type OrganizationContext, type Writes } from "../contexts.ts";
import { noMember } from "./organization-problems.ts";

const common = {
  organizationId: organizationParameter,
  current: z
    .string()
    .default("")
    .describe("Password or code, where an owner is made or unmade and the sign-in is old."),
  keep: z
    .array(z.string())
    .max(1000)
    .default([])
    .describe("Ids of invitations and share links of the member that the caller takes over; the others end."),
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
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/members/:accountId/role",
    leadsTo: "/organizations/:organizationId/members",
    done: "saved",
  },
  run: async ({ accountId, role, current, keep }, context) => {
    await changeMember(context, accountId, role, { current, keep });
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
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/members/:accountId/remove",
    leadsTo: "/organizations/:organizationId/members",
    done: "removed",
    gone: ({ untrusted }) => untrusted.gone,
  },
  run: async ({ accountId: typed, email, current, keep }, context) => {
    const accountId = typed ?? (await memberOf(context, email));
    const gone = await changeMember(context, accountId, null, { current, keep });
    return { accountId, untrusted: { gone } };
  },
  cli: {
    words: "member remove",
    help: "end a membership",
    options: ["organizationId", "email"],
    required: ["email"],
    json: ({ accountId }) => ({ accountId }),
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

async function changeMember(
  context: Context,
  accountId: string,
  role: Role | null,
  { current, keep }: { readonly current: string; readonly keep: readonly string[] },
): Promise<string> {
  const { person, accounts, organization } = context;
  const isOperator = person.operator !== undefined;
  const before = await managedRole(context, context.store, accountId, role);
  if (before === "owner" || role === "owner") await confirmPerson(context, current);
  return context.write(async ({ store, record }) => {
    // Again, behind the lock: both roles may have changed meanwhile.
    await managedRole(context, store, accountId, role);
    const at = accounts.now();
    const member = (await store.members()).find(({ account_id }) => account_id === accountId);
    if (keep.length > 0) await refuseToKeep(context, store, { accountId, role, keep, at });
    const why = role === null ? "removed" : "role";
    // The operator's own membership is borrowed: nothing may hang on it.
    const heir = isOperator ? undefined : person.accountId;
    const changed = await store.changeMember(accountId, role, { at, why, heir, keep });
    if (changed.outcome === "last_owner") throw new Refused([{ code: "last_owner" }]);
    if (changed.outcome === "not_member") throw new ServiceError(notYours);
    const details = { before: changed.before, after: role, ...keptOf(changed.grants) };
    const action = role === null ? "member.removed" : "member.role_changed";
    await record(action, { type: "account", id: accountId }, details);
    for (const entry of entriesOfMoved(changed.grants, { why, by: actorOf(person), orgId: organization.id })) {
      await record(entry.action, entry.target, entry.details);
    }
    return foreignText(member?.name ?? "");
  });
}

/** @throws ServiceError where something is to be kept that does not end, or that the caller's role does not allow */
async function refuseToKeep(
  { person }: Context,
  store: OrganizationStore,
  { accountId, role, keep, at }: { accountId: string; role: Role | null; keep: readonly string[]; at: number },
): Promise<void> {
  const isSelf = person.accountId === accountId;
  const own = person.operator !== undefined ? null : isSelf ? role : ((await store.roleOf(person.accountId)) ?? null);
  const lost = grantsLost(await store.grants(at), accountId, role).filter(
    (grant) => isKept(grant) && mayHold(own, grant),
  );
  const ids = new Set(lost.map(({ id }) => id));
  if (keep.some((id) => !ids.has(id))) throw new ServiceError(roleNeeded);
}

/** Is it for the caller to say whether a grant goes on? Schedules always do, and a calendar address is its person's. */
export function isKept({ kind }: Pick<Grant, "kind">): boolean {
  return kind === "invitation" || kind === "trust_share";
}

/**
 * The role of the member who is to be changed.
 * @throws ServiceError where there is no such member, or the caller's role does not reach that far
 */
export async function managedRole(
  { person }: Pick<OrganizationContext, "person">,
  store: OrganizationStore,
  accountId: string,
  role: Role | null,
) {
  const isOperator = person.operator !== undefined;
  const [own, held] = [isOperator ? "owner" : await store.roleOf(person.accountId), await store.roleOf(accountId)];
  if (own === undefined || held === undefined) throw new ServiceError(notYours);
  if (!mayManage(own, held) || (role !== null && !mayManage(own, role))) throw new ServiceError(roleNeeded);
  return held;
}
