import type { Country } from "../core/country.ts";
import type { Ico } from "../core/ico.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";
import { addSupplierChange, type SupplierNote, supplierChangesFor } from "./supplier-changes.ts";

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
  /** First publication of the series that is shown. */
  readonly profile_published_at: number | null;
}

const COLUMNS =
  "s.country, s.ico, s.note, s.judgement, s.version, s.seen_revision, s.told AS last_notice, s.created_at, s.updated_at, s.updated_by, " +
  "p.slug, r.revision, r.valid_until, p.org_id AS profile_org_id, " +
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
const ADD = sql(
  "INSERT INTO supplier_entry (org_id, country, ico, note, version, told, created_at, created_by, updated_at, updated_by) " +
    "VALUES (?, ?, ?, '', 1, (SELECT CAST(p.published_revision AS text) FROM trust_profile p WHERE p.ico = ? " +
    "AND p.country = ? AND p.state = 'published'), ?, ?, ?, ?) ON CONFLICT (org_id, country, ico) DO NOTHING",
);
const LOCK = sql(
  "SELECT note, judgement, version FROM supplier_entry WHERE org_id = ? AND country = ? AND ico = ? {FOR UPDATE}",
);
const SAVE = sql(
  "UPDATE supplier_entry SET note = ?, judgement = ?, version = version + 1, updated_at = ?, updated_by = ? " +
    "WHERE org_id = ? AND country = ? AND ico = ? AND version = ?",
);
const SEEN = sql("UPDATE supplier_entry SET seen_revision = ? WHERE org_id = ? AND country = ? AND ico = ?");
const REMOVE = sql("DELETE FROM supplier_entry WHERE org_id = ? AND country = ? AND ico = ?");
const CUSTOMERS_AFTER = sql("SELECT DISTINCT org_id FROM supplier_entry WHERE org_id > ? ORDER BY org_id LIMIT ?");
const NOTICES = sql(
  `SELECT s.country, s.ico, s.told AS last_notice, r.revision, r.valid_until FROM supplier_entry s ${JOINED} WHERE s.org_id = ?`,
);
const SET_NOTICE = sql(
  "UPDATE supplier_entry SET told = ? WHERE org_id = ? AND country = ? AND ico = ? AND COALESCE(told, '') = ?",
);
const ADD_ASK = sql('INSERT INTO supplier_ask (org_id, country, ico, email_key, at, "by") VALUES (?, ?, ?, ?, ?, ?)');
const ASKS = sql(
  'SELECT a.country, a.ico, a.email_key, a.at, a."by", a.refused_at FROM membership m JOIN supplier_ask a ' +
    "ON a.org_id = m.org_id WHERE m.account_id = ? AND a.org_id = ? AND (a.at > ? OR a.refused_at IS NOT NULL) " +
    "ORDER BY a.at DESC, a.email_key",
);
const ASKS_OF = sql(
  'SELECT a.country, a.ico, a.email_key, a.at, a."by", a.refused_at FROM membership m JOIN supplier_ask a ' +
    "ON a.org_id = m.org_id WHERE m.account_id = ? AND a.org_id = ? AND a.country = ? AND a.ico = ? " +
    "ORDER BY a.at DESC, a.email_key LIMIT ?",
);
const REFUSE = sql("UPDATE supplier_ask SET refused_at = ? WHERE org_id = ? AND email_key = ? AND refused_at IS NULL");

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
  return (await tx.run(ADD, orgId, country, ico, ico, country, at, by, at, by)) === 1;
}

/** What is noted about a supplier, which nobody else changes until the transaction ends. */
export function lockSupplier(
  tx: StateDatabase,
  orgId: string,
  { country, ico }: Pick<SupplierEntry, "country" | "ico">,
): Promise<(SupplierNote & Pick<SupplierEntry, "version">) | undefined> {
  return tx.get(LOCK, orgId, country, ico);
}

/**
 * Saves what an organization thinks of a supplier, and notes in the history what was before and after.
 * @returns what was before; `undefined` when somebody else saved it meanwhile: then nothing is changed.
 */
export async function saveSupplier(
  { db: tx, accountId: by, orgId }: Scope,
  saved: Pick<SupplierEntry, "country" | "ico" | "note" | "judgement" | "version" | "updated_at">,
): Promise<SupplierNote | undefined> {
  const { country, ico, note, judgement, version, updated_at } = saved;
  const before = await lockSupplier(tx, orgId, saved);
  if (before === undefined || before.version !== version) return undefined;
  if ((await tx.run(SAVE, note, judgement, updated_at, by, orgId, country, ico, version)) !== 1) {
    return undefined;
  }
  const was: SupplierNote = { note: before.note, judgement: before.judgement };
  const change = { version: version + 1, at: updated_at, by, before: was, after: { note, judgement } };
  await addSupplierChange(tx, orgId, saved, change);
  return was;
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
  return (await tx.run(SET_NOTICE, notice, orgId, country, ico, before ?? "")) === 1;
}

/** A request that went out to a supplier. The address is foreign text. */
export interface SupplierAsk extends Pick<SupplierEntry, "country" | "ico"> {
  readonly email_key: string;
  readonly at: number;
  readonly by: string;
  readonly refused_at: number | null;
}

export async function addSupplierAsk(
  { db: tx, accountId, orgId }: Scope,
  { country, ico }: Pick<SupplierEntry, "country" | "ico">,
  emailKey: string,
  at: number,
): Promise<void> {
  await tx.run(ADD_ASK, orgId, country, ico, emailKey, at, accountId);
}

/** The requests of an organization since an instant, and every one that was refused, for one of its members. */
export function supplierAsks({ db, accountId, orgId }: Scope, since: number): Promise<readonly SupplierAsk[]> {
  return db.all<SupplierAsk>(ASKS, accountId, orgId, since);
}

/** The requests that went out to one supplier, newest first, for a member of the organization. */
export function asksOfSupplier(
  { db, accountId, orgId }: Scope,
  { country, ico }: Pick<SupplierEntry, "country" | "ico">,
  limit: number,
): Promise<readonly SupplierAsk[]> {
  return db.all<SupplierAsk>(ASKS_OF, accountId, orgId, country, ico, limit);
}

/** The addressee wants no further ones from this organization. */
export async function refuseSupplierAsks(
  tx: StateDatabase,
  orgId: string,
  emailKey: string,
  at: number,
): Promise<boolean> {
  return (await tx.run(REFUSE, at, orgId, emailKey)) > 0;
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
    addAsk: addSupplierAsk,
  });
