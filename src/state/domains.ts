import { endFindingsOf } from "./findings.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

export type ProofMethod = "dns" | "file";

/** A domain that an organization claims, with the token that proves it. Instants in milliseconds since 1970. */
export interface OwnedDomain {
  readonly domain: string;
  readonly token: string;
  /** How it was proved last; `null` before the first time. */
  readonly method: ProofMethod | null;
  readonly added_at: number;
  readonly added_by: string;
  /** Since when the proof holds without a break; `null`: it does not. */
  readonly verified_at: number | null;
  readonly checked_at: number | null;
  /** Looks in a row that did not find the proof. */
  readonly failures: number;
}

/** So many looks in a row without the proof end it. */
export const MOST_FAILURES = 3;

const COLUMNS = "d.domain, d.token, d.method, d.added_at, d.added_by, d.verified_at, d.checked_at, d.failures";

const FOR_MEMBER = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN domain d ON d.org_id = m.org_id WHERE m.account_id = ? AND d.org_id = ? ORDER BY d.domain`,
);
const OF_ORGANIZATION = sql(`SELECT ${COLUMNS} FROM domain d WHERE d.org_id = ? ORDER BY d.domain`);
const ADD = sql(
  "INSERT INTO domain (org_id, domain, token, added_at, added_by, failures) VALUES (?, ?, ?, ?, ?, 0) " +
    "ON CONFLICT (org_id, domain) DO NOTHING",
);
const PROVED = sql(
  "UPDATE domain SET method = ?, verified_at = COALESCE(verified_at, ?), checked_at = ?, failures = 0 " +
    "WHERE org_id = ? AND domain = ?",
);
const NOT_FOUND = sql(
  `UPDATE domain SET failures = failures + 1, checked_at = ?,
    verified_at = CASE WHEN failures + 1 >= ${MOST_FAILURES} THEN NULL ELSE verified_at END
    WHERE org_id = ? AND domain = ? AND verified_at IS NOT NULL`,
);
const ONE = sql(`SELECT ${COLUMNS} FROM domain d WHERE d.org_id = ? AND d.domain = ?`);
const REMOVE = sql("DELETE FROM domain WHERE org_id = ? AND domain = ?");
const DUE = sql(
  `SELECT d.org_id, ${COLUMNS} FROM domain d WHERE d.verified_at IS NOT NULL ` +
    "AND (d.checked_at <= ? OR (d.failures > 0 AND d.checked_at <= ?)) AND (d.org_id, d.domain) > (?, ?) " +
    "ORDER BY d.org_id, d.domain LIMIT ?",
);

/** The domains of an organization, for one of its members; nothing for a stranger. */
export function domainsFor({ db, accountId, orgId }: Scope): Promise<readonly OwnedDomain[]> {
  return db.all<OwnedDomain>(FOR_MEMBER, accountId, orgId);
}

/** The domains of an organization, for the operator and the worker. */
export function domainsOf(db: StateDatabase, orgId: string): Promise<readonly OwnedDomain[]> {
  return db.all<OwnedDomain>(OF_ORGANIZATION, orgId);
}

export function domainOf(db: StateDatabase, orgId: string, domain: string): Promise<OwnedDomain | undefined> {
  return db.get<OwnedDomain>(ONE, orgId, domain);
}

/** @returns false when the organization has it already: the token stays. */
export async function addDomain(
  { db: tx, orgId }: OrganizationScope,
  { domain, token, added_by }: Pick<OwnedDomain, "domain" | "token" | "added_by">,
  at: number,
): Promise<boolean> {
  return (await tx.run(ADD, orgId, domain, token, at, added_by)) === 1;
}

/** The proof was found. */
export async function noteProof(
  { db: tx, orgId }: OrganizationScope,
  domain: string,
  method: ProofMethod,
  at: number,
): Promise<void> {
  await tx.run(PROVED, method, at, at, orgId, domain);
}

/**
 * The proof was not found. The third time in a row ends it.
 * @returns `ended` when it ended now; `kept` while it holds still; `unproved` when there was none.
 */
export async function noteNoProof(
  { db: tx, orgId }: OrganizationScope,
  domain: string,
  at: number,
): Promise<"ended" | "kept" | "unproved"> {
  if ((await tx.run(NOT_FOUND, at, orgId, domain)) === 0) return "unproved";
  return (await domainOf(tx, orgId, domain))?.verified_at === null ? "ended" : "kept";
}

/** Removes a domain; its schedule goes with it. */
export async function removeDomain({ db: tx, orgId }: OrganizationScope, domain: string): Promise<boolean> {
  await endFindingsOf({ db: tx, orgId }, domain);
  return (await tx.run(REMOVE, orgId, domain)) === 1;
}

/**
 * Proved domains that were looked at before an instant, a page at a time: `proved` for those whose proof was found last,
 * `missing` for those where it was not.
 */
export function domainsToCheck(
  db: StateDatabase,
  before: { readonly proved: number; readonly missing: number },
  after: { readonly orgId: string; readonly domain: string },
  limit: number,
): Promise<readonly (OwnedDomain & { readonly org_id: string })[]> {
  return db.all(DUE, before.proved, before.missing, after.orgId, after.domain, limit);
}

/** The domains of an organization, for a member. */
export const domainsIn = (scope: Scope) =>
  bound([scope], { domains: domainsFor, addDomain, noteProof, noteNoProof, removeDomain });
