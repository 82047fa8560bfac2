import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";

/** What an organization says of itself: two texts of JSON, whose content the capability knows. */
export interface OrganizationFacts {
  readonly facts: string;
  /** The days from which its periods run. */
  readonly dates: string;
  readonly version: number;
  readonly updated_at: number;
  readonly updated_by: string;
}

const COLUMNS = "f.facts, f.dates, f.version, f.updated_at, f.updated_by";
const FOR_MEMBER = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN organization_facts f ON f.org_id = m.org_id WHERE m.account_id = ? AND m.org_id = ?`,
);
const OF_ORGANIZATION = sql(`SELECT ${COLUMNS} FROM organization_facts f WHERE f.org_id = ?`);
const FIND = sql(`SELECT ${COLUMNS} FROM organization_facts f WHERE f.org_id = ? {FOR UPDATE}`);
const ADD = sql(
  "INSERT INTO organization_facts (org_id, facts, dates, version, updated_at, updated_by) VALUES (?, ?, ?, 1, ?, ?) " +
    "ON CONFLICT (org_id) DO NOTHING",
);
const CHANGE = sql(
  "UPDATE organization_facts SET facts = ?, dates = ?, version = version + 1, updated_at = ?, updated_by = ? " +
    "WHERE org_id = ? AND version = ?",
);

/** What an organization said of itself, for one of its members; nothing for a stranger. */
export function factsFor({ db, accountId, orgId }: Scope): Promise<OrganizationFacts | undefined> {
  return db.get<OrganizationFacts>(FOR_MEMBER, accountId, orgId);
}

/** The stored facts, for work of the service itself. */
export function factsOf({ db, orgId }: OrganizationScope): Promise<OrganizationFacts | undefined> {
  return db.get<OrganizationFacts>(OF_ORGANIZATION, orgId);
}

/** The stored facts, which nobody else changes until the transaction ends. `undefined`: nothing was ever said. */
export function lockFacts({ db: tx, orgId }: OrganizationScope): Promise<OrganizationFacts | undefined> {
  return tx.get<OrganizationFacts>(FIND, orgId);
}

/**
 * Saves facts over those that were read.
 * @param version of those; 0: there were none
 * @returns false when somebody else saved them meanwhile: then nothing is changed.
 */
export async function saveFacts(
  { db: tx, orgId }: OrganizationScope,
  version: number,
  { facts, dates, updated_at, updated_by }: Omit<OrganizationFacts, "version">,
): Promise<boolean> {
  const changed =
    version === 0
      ? await tx.run(ADD, orgId, facts, dates, updated_at, updated_by)
      : await tx.run(CHANGE, facts, dates, updated_at, updated_by, orgId, version);
  return changed === 1;
}

/** What an organization says of itself, for a member. */
export const factsIn = (scope: Scope) => bound([scope], { facts: factsFor, lockFacts, saveFacts });
