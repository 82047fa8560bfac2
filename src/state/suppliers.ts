import type { Country } from "../core/country.ts";
import type { Ico } from "../core/ico.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";
import { addSupplierAsk, asksOfSupplier, newestAsks, supplierAsks } from "./supplier-asks.ts";
import { addSupplierChange, PLAN_COLUMNS, type SupplierNote, supplierChangesFor } from "./supplier-changes.ts";

/** A supplier in the list of an organization. Instants in milliseconds since 1970. */
export interface SupplierEntry extends SupplierNote {
  readonly country: Country;
  readonly ico: Ico;
  readonly version: number;
  /** The revision of its profile that was looked at last. */
  readonly seen_revision: number | null;
  /** The last notice of its profile that the organization was sent; `null`: it never had one while it stood in the list. */
  readonly last_notice: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly updated_by: string;
  /** The address of its published profile with the revision and its validity; `null` where there is none. */
  readonly slug: string | null;
  readonly revision: number | null;
  readonly valid_until: string | null;
  readonly profile_org_id: string | null;
  readonly profile_id: string | null;
  /** When that revision was published. */
  readonly revised_at: number | null;
  /** First publication of the series that is shown. */
  readonly profile_published_at: number | null;
}

const COLUMNS =
  "s.country, s.ico, s.note, s.judgement, s.criticality, s.contact_name, s.contact_email, s.responsible_id, " +
  "s.next_review_at, s.contract_until, s.version, s.seen_revision, COALESCE(s.last_notice, s.told) AS last_notice, s.created_at, s.updated_at, s.updated_by, " +
  "p.slug, r.revision, r.valid_until, r.published_at AS revised_at, p.org_id AS profile_org_id, " +
  "p.id AS profile_id, p.published_at AS profile_published_at";
const JOINED =
  "LEFT JOIN trust_profile p ON p.ico = s.ico AND p.country = s.country AND p.state = 'published' " +
  "LEFT JOIN trust_revision r ON r.org_id = p.org_id AND r.revision = p.published_revision";

const FOR_MEMBER = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN supplier_entry s ON s.org_id = m.org_id ${JOINED} ` +
    "WHERE m.account_id = ? AND s.org_id = ? ORDER BY s.created_at, s.country, s.ico",
);
const ONE_FOR_MEMBER = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN supplier_entry s ON s.org_id = m.org_id ${JOINED} ` +
    "WHERE m.account_id = ? AND s.org_id = ? AND s.country = ? AND s.ico = ?",
);
const SHOWN_REVISION =
  "(SELECT CAST(p.published_revision AS text) FROM trust_profile p WHERE p.ico = ? AND p.country = ? AND p.state = 'published')";
const ADD = sql(
  "INSERT INTO supplier_entry (org_id, country, ico, note, version, last_notice, told, created_at, created_by, updated_at, " +
    `updated_by) VALUES (?, ?, ?, '', 1, ${SHOWN_REVISION}, ${SHOWN_REVISION}, ?, ?, ?, ?) ` +
    "ON CONFLICT (org_id, country, ico) DO NOTHING",
);
const LOCK = sql(
  `SELECT note, judgement, ${PLAN_COLUMNS.join(", ")}, version FROM supplier_entry ` +
    "WHERE org_id = ? AND country = ? AND ico = ? {FOR UPDATE}",
);
const SAVE = sql(
  `UPDATE supplier_entry SET note = ?, judgement = ?, ${PLAN_COLUMNS.map((column) => `${column} = ?`).join(", ")}, ` +
    "version = version + 1, updated_at = ?, updated_by = ? " +
    "WHERE org_id = ? AND country = ? AND ico = ? AND version = ?",
);
const SEEN = sql("UPDATE supplier_entry SET seen_revision = ? WHERE org_id = ? AND country = ? AND ico = ?");
const REMOVE = sql("DELETE FROM supplier_entry WHERE org_id = ? AND country = ? AND ico = ?");
const CUSTOMERS_AFTER = sql("SELECT DISTINCT org_id FROM supplier_entry WHERE org_id > ? ORDER BY org_id LIMIT ?");
const NOTICES = sql(
  `SELECT s.country, s.ico, COALESCE(s.last_notice, s.told) AS last_notice, r.revision, r.valid_until FROM supplier_entry s ${JOINED} WHERE s.org_id = ?`,
);
const SET_NOTICE = sql(
  "UPDATE supplier_entry SET last_notice = ?, told = ? WHERE org_id = ? AND country = ? AND ico = ? " +
    "AND COALESCE(last_notice, told, '') = ?",
);

/** The suppliers of an organization with what they publish, for one of its members: one statement. */
export function suppliersFor({ db, accountId, orgId }: Scope): Promise<readonly SupplierEntry[]> {
  return db.all<SupplierEntry>(FOR_MEMBER, accountId, orgId);
}

/** One of them. `undefined`: not in the list, or whoever asks is no member. */
export function supplierFor(
  { db, accountId, orgId }: Scope,
  { country, ico }: Pick<SupplierEntry, "country" | "ico">,
): Promise<SupplierEntry | undefined> {
  return db.get<SupplierEntry>(ONE_FOR_MEMBER, accountId, orgId, country, ico);
}

/** @returns false where it is listed already. */
export async function addSupplier(
  { db: tx, accountId: by, orgId }: Scope,
  { country, ico }: Pick<SupplierEntry, "country" | "ico">,
  at: number,
): Promise<boolean> {
  return (await tx.run(ADD, orgId, country, ico, ico, country, ico, country, at, by, at, by)) === 1;
}

/** What is saved of a supplier, and the version that was read. */
export type SavedSupplier = Pick<SupplierEntry, "country" | "ico" | "version" | "updated_at"> & Partial<SupplierNote>;

/** What is noted about a supplier, which nobody else changes until the transaction ends. */
export function lockSupplier(
  tx: StateDatabase,
  orgId: string,
  { country, ico }: Pick<SupplierEntry, "country" | "ico">,
): Promise<(SupplierNote & Pick<SupplierEntry, "version">) | undefined> {
  return tx.get(LOCK, orgId, country, ico);
}

/**
 * Saves what an organization notes about a supplier, and in the history what was before and after. What is not given stays.
 * @returns what was before; `undefined` when somebody else saved it meanwhile: then nothing is changed.
 */
export async function saveSupplier(
  { db: tx, accountId: by, orgId }: Scope,
  { country, ico, version, updated_at, ...given }: SavedSupplier,
): Promise<SupplierNote | undefined> {
  const stored = await lockSupplier(tx, orgId, { country, ico });
  if (stored === undefined || stored.version !== version) return undefined;
  const { version: _version, ...before } = stored;
  const after: SupplierNote = { ...before, ...given };
  const plan = PLAN_COLUMNS.map((column) => after[column]);
  const { note, judgement } = after;
  if ((await tx.run(SAVE, note, judgement, ...plan, updated_at, by, orgId, country, ico, version)) !== 1) {
    return undefined;
  }
  await addSupplierChange(tx, orgId, { country, ico }, { version: version + 1, at: updated_at, by, before, after });
  return before;
}

/** Somebody looked at a revision of its profile. */
export async function supplierSeen(
  { db, orgId }: OrganizationScope,
  { country, ico }: Pick<SupplierEntry, "country" | "ico">,
  revision: number,
): Promise<void> {
  await db.run(SEEN, revision, orgId, country, ico);
}

export async function removeSupplier(
  { db: tx, orgId }: OrganizationScope,
  { country, ico }: Pick<SupplierEntry, "country" | "ico">,
): Promise<boolean> {
  return (await tx.run(REMOVE, orgId, country, ico)) === 1;
}

/** Organizations that list suppliers, a page at a time, for the nightly check. */
export async function customersAfter(db: StateDatabase, orgId: string, limit: number): Promise<readonly string[]> {
  return (await db.all<{ org_id: string }>(CUSTOMERS_AFTER, orgId, limit)).map(({ org_id }) => org_id);
}

/** A supplier of an organization with the last notice of it, and what it publishes now. */
export interface CustomerNotice extends Pick<SupplierEntry, "country" | "ico" | "revision" | "valid_until"> {
  /** The revision, `/stale` behind it once it was stale, or `withdrawn`; `null`: it has never published anything. */
  readonly last_notice: string | null;
}

/** For the nightly check: the last notice of each supplier of an organization. */
export function customerNotices(db: StateDatabase, orgId: string): Promise<readonly CustomerNotice[]> {
  return db.all<CustomerNotice>(NOTICES, orgId);
}

/** Remembers the notice of a supplier that is sent. @returns false where another was sent meanwhile. */
export async function saveNotice(
  tx: StateDatabase,
  orgId: string,
  { country, ico, last_notice: before }: Pick<CustomerNotice, "country" | "ico" | "last_notice">,
  notice: string,
): Promise<boolean> {
  return (await tx.run(SET_NOTICE, notice, notice, orgId, country, ico, before ?? "")) === 1;
}

/** The suppliers of an organization and the requests to them, for a member. */
export const suppliersIn = (scope: Scope) =>
  bound([scope], {
    suppliers: suppliersFor,
    supplier: supplierFor,
    addSupplier,
    saveSupplier,
    supplierChanges: supplierChangesFor,
    supplierSeen,
    removeSupplier,
    asksOf: asksOfSupplier,
    asks: supplierAsks,
    newestAsks,
    addAsk: addSupplierAsk,
  });
