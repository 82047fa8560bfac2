import type { Role } from "./role.ts";

/**
 * What the roles of an organization may do, as one table.
 * `read`: register, scans, questionnaires, drafts, names of members; own calendar, activate, leave.
 * `change`: the register, questionnaires, scans, drafts, the list of suppliers.
 * `manage`: members' e-mails, invitations, settings, domains, audit log; publishing a trust profile.
 * `own`: make or unmake owners, delete the organization.
 */
export const RIGHTS = {
  read: ["owner", "admin", "member", "viewer"],
  change: ["owner", "admin", "member"],
  manage: ["owner", "admin"],
  own: ["owner"],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof RIGHTS;

/** True when this role includes the right. */
export function hasRight(role: Role, right: Right): boolean {
  const roles: readonly Role[] = RIGHTS[right];
  return roles.includes(role);
}

/**
 * True when somebody with this role may invite, change or remove a member of another role, and give that role: members
 * and viewers are an administrator's to manage, administrators and owners an owner's alone.
 */
export function mayManage(role: Role, other: Role): boolean {
  return other === "member" || other === "viewer" ? hasRight(role, "manage") : hasRight(role, "own");
}
