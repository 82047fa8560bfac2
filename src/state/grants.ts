import { mayManage, RIGHTS, type Right } from "../core/rights.ts";
import { ROLES, type Role } from "../core/role.ts";
import type { OrganizationScope } from "./scope.ts";
import { sql } from "./sql.ts";

/** A table of what lets somebody in later. */
export interface GrantTable {
  /** The column that names who made it. */
  readonly issuer: string;
  /** What the issuer must be allowed when it is used; `give`: to give its role; `key`: whatever is asked with it. */
  readonly right: Right | "give" | "key";
  /** How it ends where its issuer may no longer have it. */
  readonly end: "ended" | "taken_over" | "removed" | "with_account";
}

/** Every grant, by its table. A test asks for a line here, or in its list of notes, for each table that has an issuer or a secret. */
export const GRANTS = {
  invitation: { issuer: "invited_by", right: "give", end: "ended" },
  trust_share: { issuer: "created_by", right: "manage", end: "ended" },
  scan_schedule: { issuer: "created_by", right: "change", end: "taken_over" },
  calendar: { issuer: "account_id", right: "read", end: "removed" },
  subscription: { issuer: "account_id", right: "read", end: "removed" },
  api_key: { issuer: "account_id", right: "key", end: "with_account" },
  oauth_connection: { issuer: "account_id", right: "key", end: "with_account" },
} as const satisfies Record<string, GrantTable>;

type OrganizationGrant = Exclude<keyof typeof GRANTS, "api_key" | "oauth_connection">;

/**
 * The condition under which a grant holds: its issuer is not disabled, and a member whose role includes the right now. It
 * stands in every statement that uses one.
 * @param row the name of the grant's table in the statement
 */
export function grantHeld(table: OrganizationGrant, row: string = table): string {
  const { issuer, right } = GRANTS[table];
  const roles = right === "give" ? rolesThatGive(`${row}.role`) : `held.role IN (${quoted(RIGHTS[right])})`;
  return (
    "EXISTS (SELECT 1 FROM account issuer JOIN membership held ON held.account_id = issuer.id " +
    `WHERE issuer.id = ${row}.${issuer} AND issuer.disabled_at IS NULL AND held.org_id = ${row}.org_id AND ${roles})`
  );
}

function rolesThatGive(given: string): string {
  const ways = ROLES.map((role) => [role, ROLES.filter((other) => mayManage(role, other))] as const);
  const conditions = ways
    .filter(([, others]) => others.length > 0)
    .map(([role, others]) => `(held.role = '${role}' AND ${given} IN (${quoted(others)}))`);
  return `(${conditions.join(" OR ")})`;
}

const quoted = (roles: readonly Role[]): string => roles.map((role) => `'${role}'`).join(", ");

/** A grant in an organization that has not run out. Instants in milliseconds since 1970. */
export interface Grant {
  readonly kind: OrganizationGrant;
  /** Of a schedule its domain, of a calendar address the organization. */
  readonly id: string;
  readonly issuer: string;
  /** Foreign text: the invited address, the label of a link, the domain. */
  readonly label: string;
  /** The role that an invitation gives. */
  readonly role: Role | null;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  /** The profile of a share link. */
  readonly profile: string | null;
}

/** A grant whose issuer may no longer have it. */
export interface MovedGrant extends Grant {
  /** Who has it now; `null`: it has ended. */
  readonly to: string | null;
}

const IN_ORGANIZATION = sql(
  "SELECT 'invitation' AS kind, i.id, i.invited_by AS issuer, i.email_key AS label, i.role, i.expires_at, NULL AS last_used_at, " +
    "NULL AS profile FROM invitation i WHERE i.org_id = ? AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND i.expires_at > ? " +
    "UNION ALL SELECT 'trust_share', s.id, s.created_by, s.label, NULL, s.expires_at, s.last_used_at, p.id " +
    "FROM trust_share s JOIN trust_profile p ON p.org_id = s.org_id " +
    "WHERE s.org_id = ? AND s.revoked_at IS NULL AND s.expires_at > ? " +
    "UNION ALL SELECT 'scan_schedule', c.domain, c.created_by, c.domain, NULL, NULL, NULL, NULL FROM scan_schedule c WHERE c.org_id = ? " +
    "UNION ALL SELECT 'calendar', k.org_id, k.account_id, '', NULL, NULL, NULL, NULL FROM calendar k WHERE k.org_id = ? " +
    "UNION ALL SELECT 'subscription', u.id, u.account_id, '', NULL, NULL, NULL, NULL FROM subscription u WHERE u.org_id = ? " +
    "ORDER BY 1, 6, 2",
);
const END_INVITATION = sql(
  "UPDATE invitation SET withdrawn_at = ?, ended_at = ?, ended_why = ? WHERE id = ? AND org_id = ? AND accepted_at IS NULL AND withdrawn_at IS NULL",
);
const END_SHARE = sql(
  "UPDATE trust_share SET revoked_at = ?, ended_at = ?, ended_why = ? WHERE id = ? AND org_id = ? AND revoked_at IS NULL",
);
const END_SCHEDULE = sql("DELETE FROM scan_schedule WHERE org_id = ? AND domain = ?");
const END_CALENDAR = sql("DELETE FROM calendar WHERE org_id = ? AND account_id = ?");
const END_SUBSCRIPTION = sql("DELETE FROM subscription WHERE org_id = ? AND id = ?");
const MOVE = {
  invitation: sql("UPDATE invitation SET invited_by = ? WHERE id = ? AND org_id = ?"),
  trust_share: sql("UPDATE trust_share SET created_by = ? WHERE id = ? AND org_id = ?"),
  scan_schedule: sql("UPDATE scan_schedule SET created_by = ? WHERE domain = ? AND org_id = ?"),
} as const;
const FIRST_OWNER = sql(
  "SELECT a.id, a.name FROM membership m JOIN account a ON a.id = m.account_id " +
    "WHERE m.org_id = ? AND m.role = 'owner' AND a.id <> ? " +
    "ORDER BY CASE WHEN a.disabled_at IS NULL THEN 0 ELSE 1 END, m.since, m.account_id LIMIT 1",
);
const ROLE_OF = sql("SELECT role FROM membership WHERE account_id = ? AND org_id = ?");

/** What lets somebody into an organization later, whoever made it. For those who manage it, and inside a change. */
export function grantsIn({ db, orgId }: OrganizationScope, now: number): Promise<readonly Grant[]> {
  return db.all<Grant>(IN_ORGANIZATION, orgId, now, orgId, now, orgId, orgId, orgId);
}

/** May somebody with this role have the grant? `null`: no member. */
export function mayHold(role: Role | null, { kind, role: given }: Pick<Grant, "kind" | "role">): boolean {
  if (role === null) return false;
  const { right } = GRANTS[kind];
  if (right === "give") return given !== null && mayManage(role, given);
  const roles: readonly Role[] = RIGHTS[right];
  return roles.includes(role);
}

/** The grants of a person that another role would not allow; `null`: the membership ends. */
export function grantsLost(grants: readonly Grant[], accountId: string, role: Role | null): readonly Grant[] {
  return grants.filter((grant) => grant.issuer === accountId && !mayHold(role, grant));
}

/**
 * Who takes over the schedules of somebody: of the other owners the one who joined first, of those who are not disabled
 * where there is one. The name is foreign text.
 */
export function firstOwnerBeside(
  { db, orgId }: OrganizationScope,
  accountId: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  return db.get(FIRST_OWNER, orgId, accountId);
}

/** Why a grant ended: the issuer's role shrank, somebody ended the membership, its person did, or the account went. */
export type GrantEndReason = "role" | "removed" | "left" | "account";

/** How the grants of somebody whose right shrinks are treated. */
export interface Handover {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly why: GrantEndReason;
  /** Who takes over the schedules of scans and what is kept; without one the owner who joined first has the schedules. */
  readonly heir?: string | undefined;
  /** Ids of invitations and share links that the heir takes over. */
  readonly keep?: readonly string[];
}

/**
 * Ends the grants that a person's role no longer allows, or gives them to others. After the change of the role, in its
 * transaction, with the organization locked. Schedules do not end: a firm must not lose its monitoring in silence.
 */
export async function handOver(
  { db: tx, orgId }: OrganizationScope,
  accountId: string,
  role: Role | null,
  { at, why, heir, keep = [] }: Handover,
): Promise<readonly MovedGrant[]> {
  const lost = grantsLost(await grantsIn({ db: tx, orgId }, at), accountId, role);
  if (lost.length === 0) return [];
  const first = await firstOwnerBeside({ db: tx, orgId }, accountId);
  const heirRole = heir === undefined ? null : ((await tx.get<{ role: Role }>(ROLE_OF, heir, orgId))?.role ?? null);
  const moved: MovedGrant[] = [];
  for (const grant of lost) {
    const kept = mayHold(heirRole, grant) ? (heir ?? null) : null;
    const to = grant.kind === "scan_schedule" ? (kept ?? first?.id ?? null) : keep.includes(grant.id) ? kept : null;
    const isOwn = grant.kind === "calendar" || grant.kind === "subscription";
    if (to !== null && !isOwn) await tx.run(MOVE[grant.kind], to, grant.id, orgId);
    else if (grant.kind === "invitation") await tx.run(END_INVITATION, at, at, why, grant.id, orgId);
    else if (grant.kind === "trust_share") await tx.run(END_SHARE, at, at, why, grant.id, orgId);
    else if (grant.kind === "scan_schedule") await tx.run(END_SCHEDULE, orgId, grant.id);
    else if (grant.kind === "subscription") await tx.run(END_SUBSCRIPTION, orgId, grant.id);
    else await tx.run(END_CALENDAR, orgId, accountId);
    moved.push({ ...grant, to });
  }
  return moved;
}
