import type { Country } from "../core/country.ts";
import type { Locale } from "../core/locale.ts";
import { COLOUR_COUNT } from "../core/organization-mark.ts";
import type { Role } from "../core/role.ts";
import { setFirstActiveOrganization } from "./accounts.ts";
import { endCharge, passCharge } from "./budgets.ts";
import { releaseFindings } from "./findings.ts";
import { firstOwnerBeside, grantsIn, type Handover, handOver, type MovedGrant } from "./grants.ts";
import { connectionsReaching } from "./oauth-connections.ts";
import { REACHED, type ReachOf } from "./reach.ts";
import { releaseEntries } from "./register-entries.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";
import { deleteTrustProfile } from "./trust-profiles.ts";

/** What a register said of the firm of an organization. `firm_name` and `firm_seat` are foreign text. */
export interface FirmCopy {
  readonly firm_name: string | null;
  readonly firm_seat: string | null;
  /** The day of the register's data; `null` where no register was read. */
  readonly firm_day: string | null;
  /** 1: a register has the firm. */
  readonly firm_listed: number;
}

/** The copy of a firm that no register has, and of no firm. */
export const NO_COPY: FirmCopy = { firm_name: null, firm_seat: null, firm_day: null, firm_listed: 0 };

/** An organization. `name` is foreign text. Instants in milliseconds since 1970. */
export interface Organization extends FirmCopy {
  readonly id: string;
  readonly name: string;
  readonly country: Country | null;
  readonly ico: string | null;
  /** Another firm that a former release stored beside this one, or a number without a country; `null` once chosen. */
  readonly firm_other: string | null;
  /** 0 to 11. */
  readonly colour: number;
  /** What the last judgement said, as JSON (`kept-verdict.ts`); `null`: nothing yet. */
  readonly verdict: string | null;
  /** 1: its scans count in the anonymized map. */
  readonly in_map: number;
  readonly created_at: number;
  readonly created_by: string;
  /** Of its settings; each change makes the next one. */
  readonly version: number;
}

/** An organization as one of its members sees it. */
export interface OwnOrganization extends Organization {
  readonly role: Role;
  readonly since: number;
}

/** A member of an organization. `name` and `email` are foreign text. */
export interface Member {
  readonly account_id: string;
  readonly name: string;
  readonly email: string;
  readonly locale: Locale;
  readonly role: Role;
  readonly since: number;
}

/**
 * The id of the active organization of an account `a`: its key is looked up first, so that other memberships are read only
 * where there is none.
 */
export const ACTIVE_ID =
  "COALESCE((SELECT t.org_id FROM membership t WHERE t.account_id = a.id AND t.org_id = a.active_org_id), " +
  "(SELECT t.org_id FROM membership t WHERE t.account_id = a.id ORDER BY t.since, t.org_id LIMIT 1))";

const COLUMNS =
  "o.id, o.name, o.country, o.ico, o.firm_name, o.firm_seat, o.firm_day, o.firm_listed, o.firm_other, o.colour, o.verdict, " +
  "o.in_map, o.created_at, o.created_by, o.version";

const ADD = sql(
  "INSERT INTO organization (id, name, country, ico, firm_name, firm_seat, firm_day, firm_listed, colour, verdict, firm_settled, " +
    "in_map, created_at, created_by, charged_to) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 1, ?, ?, ?)",
);
const MEMBERSHIPS = `SELECT ${COLUMNS}, m.role, m.since FROM membership m JOIN organization o ON o.id = m.org_id WHERE m.account_id = ?`;
const OF_ACCOUNT = sql(`${MEMBERSHIPS} ORDER BY m.since, o.id LIMIT ?`);
const REACHED_OF_ACCOUNT = sql(`${MEMBERSHIPS} AND ${REACHED} ORDER BY m.since, o.id LIMIT ?`);
/** Of a domain that the organization has not proved, its own questionnaire says nothing. */
const IS_OWN =
  "(s.domain IS NULL OR EXISTS (SELECT 1 FROM domain d WHERE d.org_id = o.id AND d.verified_at IS NOT NULL " +
  "AND (s.domain = d.domain OR s.domain LIKE '%.' || d.domain)))";
const SCORES_OF_OWN =
  `CASE WHEN ${IS_OWN} THEN s.questionnaire END AS questionnaire, ` +
  `CASE WHEN ${IS_OWN} THEN s.overall END AS overall`;
const SCORED =
  `SELECT ${COLUMNS}, m.role, m.since, s.created_at AS scanned_at, s.technical, ${SCORES_OF_OWN}, f.facts, f.dates, f.version AS facts_version ` +
  "FROM membership m JOIN organization o ON o.id = m.org_id LEFT JOIN organization_facts f ON f.org_id = o.id LEFT JOIN scan s ON s.org_id = o.id AND s.id = " +
  "(SELECT t.id FROM scan t WHERE t.org_id = o.id AND t.status = 'completed' ORDER BY t.created_at DESC, t.id DESC LIMIT 1) " +
  "WHERE m.account_id = ?";
const WITH_SCORES = sql(`${SCORED} ORDER BY m.since, o.id`);
const REACHED_WITH_SCORES = sql(`${SCORED} AND ${REACHED} ORDER BY m.since, o.id`);
const FOR_MEMBER = sql(`${MEMBERSHIPS} AND m.org_id = ?`);
const REACHED_FOR_MEMBER = sql(`${MEMBERSHIPS} AND m.org_id = ? AND ${REACHED}`);
const ACTIVE_FOR_MEMBER = sql(
  `SELECT ${COLUMNS}, m.role, m.since FROM account a JOIN membership m ON m.account_id = a.id AND m.org_id = ${ACTIVE_ID} ` +
    "JOIN organization o ON o.id = m.org_id WHERE a.id = ?",
);
const REACHED_ACTIVE = sql(
  `SELECT ${COLUMNS}, m.role, m.since FROM account a JOIN membership m ON m.account_id = a.id JOIN organization o ON o.id = m.org_id ` +
    `WHERE a.id = ? AND ${REACHED} ORDER BY CASE WHEN m.org_id = a.active_org_id THEN 0 ELSE 1 END, m.since, o.id LIMIT 1`,
);
const LOCK = sql(
  `SELECT ${COLUMNS}, m.role, m.since FROM organization o JOIN membership m ON m.org_id = o.id ` +
    "WHERE m.account_id = ? AND m.org_id = ? {FOR UPDATE}",
);
const ALL = sql(`SELECT ${COLUMNS} FROM organization o WHERE o.id > ? ORDER BY o.id LIMIT ?`);
const BY_ID = sql(`SELECT ${COLUMNS} FROM organization o WHERE o.id = ?`);
const LOCK_BY_ID = sql(`SELECT ${COLUMNS} FROM organization o WHERE o.id = ? {FOR UPDATE}`);
const CHANGE = sql(
  "UPDATE organization SET name = ?, in_map = ?, colour = ?, version = version + 1 WHERE id = ? AND version = ?",
);
const SET_FIRM = sql(
  "UPDATE organization SET country = ?, ico = ?, firm_name = ?, firm_seat = ?, firm_day = ?, firm_listed = ?, " +
    "firm_other = NULL, verdict = NULL, firm_settled = 1, version = version + 1 WHERE id = ? AND version = ?",
);
const COPY_FIRM = sql(
  "UPDATE organization SET firm_name = ?, firm_seat = ?, firm_day = ?, firm_listed = ? WHERE id = ? AND country = ? AND ico = ?",
);
const KEEP_VERDICT = sql("UPDATE organization SET verdict = ? WHERE id = ?");
const COLOURS = sql("SELECT colour, count(*) AS n FROM organization WHERE created_by = ? GROUP BY colour");
const UNSETTLED = sql(
  `SELECT ${COLUMNS} FROM organization o WHERE o.firm_settled = 0 AND o.id > ? ORDER BY o.id LIMIT ?`,
);
const SETTLE = sql(
  "UPDATE organization SET country = ?, ico = ?, firm_other = ?, colour = ?, firm_settled = 1 WHERE id = ? AND firm_settled = 0",
);
const DELETE = sql("DELETE FROM organization WHERE id = ?");

const JOIN = sql(
  "INSERT INTO membership (account_id, org_id, role, since) VALUES (?, ?, ?, ?) ON CONFLICT (account_id, org_id) DO NOTHING",
);
const MEMBERS = sql(
  "SELECT a.id AS account_id, a.name, a.email, a.locale, t.role, t.since FROM membership m JOIN membership t ON t.org_id = m.org_id " +
    "JOIN account a ON a.id = t.account_id WHERE m.account_id = ? AND m.org_id = ? ORDER BY t.since, a.id",
);
const ALL_MEMBERS = sql(
  "SELECT a.id AS account_id, a.name, a.email, a.locale, t.role, t.since FROM membership t JOIN account a ON a.id = t.account_id " +
    "WHERE t.org_id = ? ORDER BY t.since, a.id",
);
const OLDEST_OWNER = sql(
  "SELECT account_id AS id FROM membership WHERE org_id = ? " +
    "ORDER BY CASE WHEN role = 'owner' THEN 0 ELSE 1 END, since, account_id LIMIT 1",
);
const OWNERS = sql("SELECT count(*) AS n FROM membership WHERE org_id = ? AND role = 'owner'");
const ROLE_OF = sql("SELECT role FROM membership WHERE account_id = ? AND org_id = ?");
const SET_ROLE = sql("UPDATE membership SET role = ? WHERE account_id = ? AND org_id = ?");
const REMOVE = sql("DELETE FROM membership WHERE account_id = ? AND org_id = ?");
const ONLY_MEMBER_OF = sql(
  "SELECT o.id, o.name FROM membership m JOIN organization o ON o.id = m.org_id WHERE m.account_id = ? " +
    "AND NOT EXISTS (SELECT 1 FROM membership t WHERE t.org_id = m.org_id AND t.account_id <> m.account_id) ORDER BY o.id",
);
const OTHER_MEMBER = sql("SELECT 1 AS n FROM membership WHERE org_id = ? AND account_id <> ? LIMIT 1");
const ONLY_OWNER_OF = sql(
  "SELECT o.id, o.name FROM membership m JOIN organization o ON o.id = m.org_id WHERE m.account_id = ? AND m.role = 'owner' " +
    "AND EXISTS (SELECT 1 FROM membership t WHERE t.org_id = m.org_id AND t.account_id <> m.account_id) " +
    "AND NOT EXISTS (SELECT 1 FROM membership t WHERE t.org_id = m.org_id AND t.account_id <> m.account_id AND t.role = 'owner') " +
    "ORDER BY o.id",
);

export type NewOrganization = Pick<Organization, "id" | "name" | "country" | "ico" | "created_by"> &
  Partial<FirmCopy & Pick<Organization, "verdict">>;

/** Adds an organization with its first owner, in the colour that their organizations use least. */
export async function addOrganization(tx: StateDatabase, organization: NewOrganization, at: number): Promise<void> {
  const { id, name, country, ico, created_by, verdict = null, ...copy } = organization;
  const { firm_name, firm_seat, firm_day, firm_listed } = { ...NO_COPY, ...copy };
  const colour = await rarestColour(tx, created_by);
  const firm = [country, ico, firm_name, firm_seat, firm_day, firm_listed] as const;
  await tx.run(ADD, id, name, ...firm, colour, verdict, at, created_by, created_by);
  await tx.run(JOIN, created_by, id, "owner", at);
}

/** The organizations of a person, oldest membership first; all of them, or the first so many. */
export function organizationsOf(
  db: StateDatabase,
  accountId: string,
  most: number = Number.MAX_SAFE_INTEGER,
  reach: ReachOf = null,
): Promise<readonly OwnOrganization[]> {
  return reach === null
    ? db.all<OwnOrganization>(OF_ACCOUNT, accountId, most)
    : db.all<OwnOrganization>(REACHED_OF_ACCOUNT, accountId, reach, most);
}

/** An organization of a person with the scores of its newest completed scan; all `null` where there is none. */
export interface ScoredOrganization extends OwnOrganization {
  readonly scanned_at: number | null;
  readonly technical: number | null;
  readonly questionnaire: number | null;
  readonly overall: number | null;
  /** What the organization said of itself (`organization-facts.ts`); `null`: nothing yet. */
  readonly facts: string | null;
  readonly dates: string | null;
  readonly facts_version: number | null;
}

/** The organizations of a person with their newest scores and what they said of themselves, oldest membership first: one statement. */
export function scoredOrganizationsOf(
  db: StateDatabase,
  accountId: string,
  reach: ReachOf = null,
): Promise<readonly ScoredOrganization[]> {
  return reach === null
    ? db.all<ScoredOrganization>(WITH_SCORES, accountId)
    : db.all<ScoredOrganization>(REACHED_WITH_SCORES, accountId, reach);
}

/**
 * An organization for one of its members, with the role: one statement. `undefined` for one that does not exist and for
 * one that is not his, which cost the same.
 */
export function organizationFor(
  db: StateDatabase,
  accountId: string,
  orgId: string,
  reach: ReachOf = null,
): Promise<OwnOrganization | undefined> {
  return reach === null
    ? db.get<OwnOrganization>(FOR_MEMBER, accountId, orgId)
    : db.get<OwnOrganization>(REACHED_FOR_MEMBER, accountId, orgId, reach);
}

/**
 * The active organization of a person; the oldest membership where the active one is no longer his or not in reach. One
 * statement.
 */
export function activeOrganizationOf(
  db: StateDatabase,
  accountId: string,
  reach: ReachOf = null,
): Promise<OwnOrganization | undefined> {
  return reach === null
    ? db.get<OwnOrganization>(ACTIVE_FOR_MEMBER, accountId)
    : db.get<OwnOrganization>(REACHED_ACTIVE, accountId, reach);
}

/** Like `organizationFor`; nobody else changes the organization or its owners until the transaction ends. */
export async function lockOrganizationFor(
  tx: StateDatabase,
  accountId: string,
  orgId: string,
  reach: ReachOf = null,
): Promise<OwnOrganization | undefined> {
  const own = await tx.get<OwnOrganization>(LOCK, accountId, orgId);
  const isReached = reach === null || (await organizationFor(tx, accountId, orgId, reach)) !== undefined;
  return isReached ? own : undefined;
}

/** For the operator: every organization, a page at a time. */
export function listOrganizations(db: StateDatabase, after: string, limit: number): Promise<readonly Organization[]> {
  return db.all<Organization>(ALL, after, limit);
}

/** For the operator, who is a member of none. */
export function organizationById(db: StateDatabase, orgId: string): Promise<Organization | undefined> {
  return db.get<Organization>(BY_ID, orgId);
}

/** The same for a change: nobody else changes it, its members or what they granted until the transaction ends. */
export function lockOrganization(tx: StateDatabase, orgId: string): Promise<Organization | undefined> {
  return tx.get<Organization>(LOCK_BY_ID, orgId);
}

/** The colour that the organizations of their maker use least; of several the first. */
export async function rarestColour(tx: StateDatabase, createdBy: string): Promise<number> {
  const used = new Map(
    (await tx.all<{ colour: number; n: number }>(COLOURS, createdBy)).map((row) => [row.colour, row.n]),
  );
  const counts = Array.from({ length: COLOUR_COUNT }, (_, colour) => used.get(colour) ?? 0);
  return counts.indexOf(Math.min(...counts));
}

/** Organizations that a release before `one-firm` wrote and that are not settled yet, a page at a time. */
export function unsettledOrganizations(
  db: StateDatabase,
  after: string,
  limit: number,
): Promise<readonly Organization[]> {
  return db.all<Organization>(UNSETTLED, after, limit);
}

/** Settles the firm of an organization. @returns false where somebody else settled it. */
export async function settleFirm(
  { db: tx, orgId }: OrganizationScope,
  { country, ico, firm_other, colour }: Pick<Organization, "country" | "ico" | "firm_other" | "colour">,
): Promise<boolean> {
  return (await tx.run(SETTLE, country, ico, firm_other, colour, orgId)) === 1;
}

/**
 * Gives the organization of this version another firm, or none.
 * @returns false where somebody else changed the organization
 */
export async function setFirm(
  { db: tx, orgId }: OrganizationScope,
  firm: Pick<Organization, "country" | "ico"> & FirmCopy,
  version: number,
): Promise<boolean> {
  const { country, ico, firm_name, firm_seat, firm_day, firm_listed } = firm;
  return (await tx.run(SET_FIRM, country, ico, firm_name, firm_seat, firm_day, firm_listed, orgId, version)) === 1;
}

/** Renews the copy of what a register says; the version stays, because nobody's form depends on it. */
export async function copyFirm(
  { db, orgId }: OrganizationScope,
  { country, ico }: { readonly country: Country; readonly ico: string },
  { firm_name, firm_seat, firm_day, firm_listed }: FirmCopy,
): Promise<void> {
  await db.run(COPY_FIRM, firm_name, firm_seat, firm_day, firm_listed, orgId, country, ico);
}

/** Keeps what the last judgement said, as JSON; the version stays. */
export async function keepVerdict({ db, orgId }: OrganizationScope, verdict: string | null): Promise<void> {
  await db.run(KEEP_VERDICT, verdict, orgId);
}

/** What its settings hold. */
export type ChangedOrganization = Pick<Organization, "name" | "in_map" | "colour">;

/** Changes the settings of this version. @returns false where somebody else changed them. */
export async function changeOrganization(
  { db: tx, orgId: id }: OrganizationScope,
  { name, in_map, colour }: ChangedOrganization,
  version: number,
): Promise<boolean> {
  return (await tx.run(CHANGE, name, in_map, colour, id, version)) === 1;
}

/** Removes the organization with everything that belongs to it. @param at milliseconds since 1970 */
export async function deleteOrganization({ db: tx, orgId }: OrganizationScope, at: number): Promise<boolean> {
  await endCharge(tx, orgId);
  // Its profile is withdrawn with it, and nobody else takes the address.
  await deleteTrustProfile({ db: tx, orgId }, at);
  return (await tx.run(DELETE, orgId)) === 1;
}

/** @returns false when the person is a member already: the role stays. */
export async function addMember(
  tx: StateDatabase,
  member: { readonly accountId: string; readonly orgId: string; readonly role: Role },
  at: number,
): Promise<boolean> {
  return (await tx.run(JOIN, member.accountId, member.orgId, member.role, at)) === 1;
}

/** The members of an organization, for one of them; nothing for a stranger. Oldest first. */
export function membersFor({ db, accountId, orgId }: Scope): Promise<readonly Member[]> {
  return db.all<Member>(MEMBERS, accountId, orgId);
}

/** The members of an organization, for the operator. */
export function listMembers(db: StateDatabase, orgId: string): Promise<readonly Member[]> {
  return db.all<Member>(ALL_MEMBERS, orgId);
}

/** The role of a person in an organization; `undefined` for a stranger. */
export async function roleOf(db: StateDatabase, accountId: string, orgId: string): Promise<Role | undefined> {
  return (await db.get<{ role: Role }>(ROLE_OF, accountId, orgId))?.role;
}

/** What came of a change of a membership: `last_owner`: nothing was changed; `not_member`: there was nothing to change. */
export type MembershipChange =
  | { readonly outcome: "last_owner" }
  | { readonly outcome: "not_member" }
  | {
      readonly outcome: "changed";
      readonly before: Role;
      /** What the person's role no longer allows, and who has it now. */
      readonly grants: readonly MovedGrant[];
    };

/**
 * Changes or ends a membership, unless the organization would be left without an owner. The organization is locked
 * first, so of two owners who leave at once one remains. What the person granted and may no longer grant ends with it, or
 * others take it over.
 * @param role the new one, or `null` to end the membership.
 */
export async function changeMembership(
  tx: StateDatabase,
  accountId: string,
  orgId: string,
  role: Role | null,
  handover: Handover,
): Promise<MembershipChange> {
  await lockOrganization(tx, orgId);
  const before = await roleOf(tx, accountId, orgId);
  if (before === undefined) return { outcome: "not_member" };
  if (before === "owner" && role !== "owner") {
    if ((await ownersOf(tx, orgId)) <= 1) return { outcome: "last_owner" };
  }
  if (role === null) {
    await releaseEntries({ db: tx, orgId }, accountId, handover.at);
    await releaseFindings({ db: tx, orgId }, accountId);
    await tx.run(REMOVE, accountId, orgId);
  } else await tx.run(SET_ROLE, role, accountId, orgId);
  if (before === "owner" && role !== "owner") await passCharge(tx, orgId, accountId);
  return { outcome: "changed", before, grants: await handOver({ db: tx, orgId }, accountId, role, handover) };
}

/**
 * The owner whose membership is the oldest, or the oldest member where a restore left no owner; `undefined` where there is
 * no such organization.
 */
export async function oldestOwnerOf(db: StateDatabase, orgId: string): Promise<string | undefined> {
  return (await db.get<{ id: string }>(OLDEST_OWNER, orgId))?.id;
}

/** How many owners an organization has. */
export async function ownersOf(db: StateDatabase, orgId: string): Promise<number> {
  return (await db.get<{ n: number }>(OWNERS, orgId))?.n ?? 0;
}

/** True when nobody else is a member of an organization. */
export async function isOnlyMember(db: StateDatabase, accountId: string, orgId: string): Promise<boolean> {
  return (await db.get(OTHER_MEMBER, orgId, accountId)) === undefined;
}

/** Organizations in which a person is the only member: they go with the account. */
export function onlyMemberOf(
  db: StateDatabase,
  accountId: string,
): Promise<readonly Pick<Organization, "id" | "name">[]> {
  return db.all(ONLY_MEMBER_OF, accountId);
}

/** Organizations of others too in which a person is the only owner: they keep the account from being deleted. */
export function onlyOwnerOf(
  db: StateDatabase,
  accountId: string,
): Promise<readonly Pick<Organization, "id" | "name">[]> {
  return db.all(ONLY_OWNER_OF, accountId);
}

/** An organization and its memberships, for a member. */
export const organizationIn = (scope: Scope) => ({
  ...bound([scope], { members: membersFor, change: changeOrganization, remove: deleteOrganization }),
  ...bound([scope], { setFirm, keepVerdict }),
  /** The organization as it stands now; in a change nobody else changes it. */
  row: () => organizationFor(scope.db, scope.accountId, scope.orgId),
  roleOf: (accountId: string) => roleOf(scope.db, accountId, scope.orgId),
  /** Adds a member; the organization becomes the active one of a person who has none. */
  addMember: async (accountId: string, role: Role, at: number) => {
    await addMember(scope.db, { accountId, orgId: scope.orgId, role }, at);
    await setFirstActiveOrganization(scope.db, accountId, scope.orgId);
  },
  changeMember: (accountId: string, role: Role | null, handover: Handover) =>
    changeMembership(scope.db, accountId, scope.orgId, role, handover),
  ...bound([scope], { grants: grantsIn, heirBeside: firstOwnerBeside, connectionsReaching }),
});
