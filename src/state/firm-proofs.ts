import type { Country } from "../core/country.ts";
import type { Ico } from "../core/ico.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** What proves a firm: the operator's word, or the number on the website of a proved domain. */
export type FirmMethod = "operator" | "imprint";

/** A firm by its number. */
export interface FirmKey {
  readonly country: Country;
  readonly ico: Ico;
}

/** That an organization is a firm, by one method. Instants in milliseconds since 1970. */
export interface FirmProof extends FirmKey {
  readonly org_id: string;
  readonly method: FirmMethod;
  /** JSON: `{ note }` of the operator, `{ domain, url, nameSeen }` of an imprint. */
  readonly evidence: string;
  /** When it was last found. */
  readonly checked_at: number;
  /** Looks in a row that did not find it. */
  readonly failures: number;
  readonly lost_at: number | null;
  readonly by: string | null;
}

/** What an imprint was found in. */
export interface ImprintEvidence {
  readonly domain: string;
  readonly url: string;
  readonly nameSeen: boolean;
}

/** A proof is lost after so many looks in a row that did not find it. */
const MOST_FAILURES = 3;

const COLUMNS = 'f.org_id, f.country, f.ico, f.method, f.evidence, f.checked_at, f.failures, f.lost_at, f."by"';
const OF_ORGANIZATION = sql(`SELECT ${COLUMNS} FROM firm_proof f WHERE f.org_id = ? ORDER BY f.method`);
const FOR_MEMBER = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN firm_proof f ON f.org_id = m.org_id ` +
    "WHERE m.account_id = ? AND f.org_id = ? ORDER BY f.method",
);
const PUT = sql(
  'INSERT INTO firm_proof (org_id, country, ico, method, evidence, checked_at, failures, lost_at, "by") ' +
    "VALUES (?, ?, ?, ?, ?, ?, 0, NULL, ?) ON CONFLICT (org_id, country, ico, method) DO UPDATE SET " +
    'evidence = excluded.evidence, checked_at = excluded.checked_at, failures = 0, lost_at = NULL, "by" = excluded."by"',
);
const MISS = sql(
  "UPDATE firm_proof SET failures = failures + 1, " +
    `lost_at = CASE WHEN lost_at IS NULL AND failures + 1 >= ${MOST_FAILURES} THEN ? ELSE lost_at END ` +
    "WHERE org_id = ? AND country = ? AND ico = ? AND method = 'imprint'",
);
const OF_OTHERS = sql(
  "DELETE FROM firm_proof WHERE org_id = ? AND NOT (country = COALESCE(?, '') AND ico = COALESCE(?, ''))",
);
const CLAIMS = sql(
  `SELECT ${COLUMNS}, p.slug, p.state FROM firm_proof f LEFT JOIN trust_profile p ON p.org_id = f.org_id ` +
    "WHERE f.checked_at >= ? ORDER BY f.country, f.ico, f.method DESC, f.org_id",
);
const COUNTS = sql("SELECT method, count(*) AS n FROM firm_proof WHERE lost_at IS NULL GROUP BY method");
const DUE = sql(
  `SELECT ${COLUMNS} FROM firm_proof f WHERE f.method = 'imprint' AND (f.checked_at < ? OR f.failures > 0) ` +
    "ORDER BY f.org_id, f.country, f.ico",
);

/** What proves the firm of an organization, for the operator and the worker. */
export function firmProofsOf(db: StateDatabase, orgId: string): Promise<readonly FirmProof[]> {
  return db.all<FirmProof>(OF_ORGANIZATION, orgId);
}

/** The same for one of its members. */
export function firmProofsFor({ db, accountId, orgId }: Scope): Promise<readonly FirmProof[]> {
  return db.all<FirmProof>(FOR_MEMBER, accountId, orgId);
}

/** Notes that a firm is proved now. */
export async function putFirmProof(
  { db: tx, orgId }: OrganizationScope,
  { country, ico, method, evidence, by }: Pick<FirmProof, "country" | "ico" | "method" | "evidence" | "by">,
  at: number,
): Promise<void> {
  await tx.run(PUT, orgId, country, ico, method, evidence, at, by);
}

/** Notes a look that did not find the number on the website; the third in a row loses the proof. */
export async function noteNoImprint(
  { db: tx, orgId }: OrganizationScope,
  { country, ico }: FirmKey,
  at: number,
): Promise<void> {
  await tx.run(MISS, at, orgId, country, ico);
}

/** Ends the proofs of every firm but the one that the organization names. */
export async function endOtherFirmProofs(
  { db: tx, orgId }: OrganizationScope,
  firm: { readonly country: Country | null; readonly ico: Ico | null },
): Promise<void> {
  await tx.run(OF_OTHERS, orgId, firm.country, firm.ico);
}

/** A proved number with the profile that stands under it, for the operator. */
export interface FirmClaim extends FirmProof {
  readonly slug: string | null;
  readonly state: string | null;
}

/** Every number that is proved, and by what. @param since only those that were found since then */
export function firmClaims(db: StateDatabase, since: number): Promise<readonly FirmClaim[]> {
  return db.all<FirmClaim>(CLAIMS, since);
}

/** How many numbers are proved, by method. */
export async function firmProofCounts(db: Pick<StateDatabase, "all">): Promise<Readonly<Record<FirmMethod, number>>> {
  const rows = await db.all<{ method: FirmMethod; n: number }>(COUNTS);
  return { operator: 0, imprint: 0, ...Object.fromEntries(rows.map(({ method, n }) => [method, n])) };
}

/** Numbers on websites that are to be looked for again: found last before an instant, or not found. */
export function dueImprints(db: StateDatabase, before: number): Promise<readonly FirmProof[]> {
  return db.all<FirmProof>(DUE, before);
}

/** The proofs of the firm of an organization, for a member. */
export const firmProofsIn = (scope: Scope) =>
  bound([scope], { firmProofs: firmProofsFor, proveFirm: putFirmProof, noteNoImprint, endOtherFirmProofs });
