import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { ROLES, type Role } from "../../core/role.ts";
import { type Grant, grantsLost, mayHold } from "../../state/grants.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { isKept, managedRole } from "./organization-member-change.ts";

/** What ends, or goes to others, where a member gets another role or is removed. */
export const memberGrants = defineCapability({
  name: "organization_member_grants",
  access: "organization",
  right: "manage",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    accountId: z.string(),
    role: z.enum(ROLES).optional().describe("The role that the member would get; without it the membership ends."),
    locale: localeParameter,
  }),
  run: async ({ accountId, role: given }, context) => {
    const { store, person, accounts } = context;
    const role = given ?? null;
    const held = await managedRole(context, store, accountId, role);
    const [members, grants] = await Promise.all([store.members(), store.grants(accounts.now())]);
    const member = members.find((each) => each.account_id === accountId);
    if (member === undefined) throw new ServiceError(notYours);
    const own = person.accountId === accountId ? role : context.role;
    return {
      held,
      isOwnership: held === "owner" || role === "owner",
      ...lossOf(grantsLost(grants, accountId, role), own),
      untrusted: { name: foreignText(member.name), email: foreignText(member.email) },
    };
  },
});

/** What ends, or goes to others, where the caller leaves. */
export const leavePreview = defineCapability({
  name: "organization_leave_preview",
  access: "organization",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async (_input, { store, person, role, accounts }) => {
    const lost = grantsLost(await store.grants(accounts.now()), person.accountId, null);
    const owner = await store.heirBeside(person.accountId);
    return {
      ...lossOf(lost, null),
      isLastOwner: role === "owner" && owner === undefined,
      untrusted: { owner: owner === undefined ? null : foreignText(owner.name) },
    };
  },
});

/** @param own the role of who may keep some of it; `null`: nobody may */
function lossOf(lost: readonly Grant[], own: Role | null) {
  return {
    ends: lost.filter(isKept).map((grant) => ({
      id: grant.id,
      kind: grant.kind === "invitation" ? ("invitation" as const) : ("share" as const),
      role: grant.role,
      expiresAt: new Date(grant.expires_at ?? 0).toISOString(),
      lastUsedAt: grant.last_used_at === null ? null : new Date(grant.last_used_at).toISOString(),
      mayKeep: mayHold(own, grant),
      untrusted: { label: foreignText(grant.label) },
    })),
    schedules: lost.filter(({ kind }) => kind === "scan_schedule").length,
    endsCalendar: lost.some(({ kind }) => kind === "calendar" || kind === "subscription"),
  };
}
