import type { Country } from "../core/country.ts";
import type { Ico } from "../core/ico.ts";
import type { Locale } from "../core/locale.ts";
import type { OrganizationScope, Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** Why an addressee declines a request. */
export const DECLINE_REASONS = ["unknown", "not_supplier", "other"] as const;

export type DeclineReason = (typeof DECLINE_REASONS)[number];

/**
 * A request that went out to a supplier, and what became of it. The address is foreign text. Instants in milliseconds since
 * 1970. What a request of an earlier program does not have is `null`.
 */
export interface SupplierAsk {
  readonly country: Country;
  readonly ico: Ico;
  readonly id: string | null;
  readonly email_key: string;
  readonly locale: Locale | null;
  readonly at: number;
  readonly by: string;
  readonly expires_at: number | null;
  readonly opened_at: number | null;
  /** The organization with which its addressee went on. */
  readonly started_org: string | null;
  /** The address of the profile that this organization has published. */
  readonly started_slug: string | null;
  /** The address of a profile that the addressee named. */
  readonly stated_slug: string | null;
  readonly declined_at: number | null;
  readonly declined_why: DeclineReason | null;
  /** They want no further ones from this organization. */
  readonly refused_at: number | null;
  readonly remind: number;
  readonly reminded_at: number | null;
}

/** A request that an address leads to, with who asks. Names are foreign text. */
export interface OpenAsk extends SupplierAsk {
  readonly org_id: string;
  readonly firm_country: Country | null;
  readonly firm_ico: string | null;
  readonly firm_name: string | null;
  readonly firm_seat: string | null;
  /** Who approved it, while they are a member; else the page names the firm alone. */
  readonly by_email: string | null;
}

/** A request of which a reminder is due. */
export type DueAsk = Pick<SupplierAsk, "country" | "ico" | "email_key" | "at"> & {
  /** Of who asked, who is still a member: foreign text. */
  readonly by_email: string;
  readonly org_id: string;
  readonly id: string;
  readonly locale: Locale;
};

const COLUMNS =
  'a.country, a.ico, a.id, a.email_key, a.locale, a.at, a."by", a.expires_at, a.opened_at, a.started_org, a.stated_slug, ' +
  "a.declined_at, a.declined_why, a.refused_at, a.remind, a.reminded_at, " +
  "(SELECT p.slug FROM trust_profile p WHERE p.org_id = a.started_org AND p.state = 'published') AS started_slug";
const ADD = sql(
  'INSERT INTO supplier_ask (org_id, country, ico, email_key, at, "by", id, token_hash, locale, expires_at, remind) ' +
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
);
const SINCE = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN supplier_ask a ` +
    "ON a.org_id = m.org_id WHERE m.account_id = ? AND a.org_id = ? " +
    "AND (a.at > ? OR a.reminded_at > ? OR a.refused_at IS NOT NULL) " +
    "ORDER BY a.at DESC, a.email_key",
);
const OF_SUPPLIER = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN supplier_ask a ` +
    "ON a.org_id = m.org_id WHERE m.account_id = ? AND a.org_id = ? AND a.country = ? AND a.ico = ? " +
    "ORDER BY a.at DESC, a.email_key LIMIT ?",
);
const NEWEST = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN supplier_ask a ON a.org_id = m.org_id ` +
    "WHERE m.account_id = ? AND a.org_id = ? AND NOT EXISTS (SELECT 1 FROM supplier_ask n WHERE n.org_id = a.org_id " +
    "AND n.country = a.country AND n.ico = a.ico AND (n.at > a.at OR (n.at = a.at AND n.email_key > a.email_key)))",
);
const REFUSE = sql("UPDATE supplier_ask SET refused_at = ? WHERE org_id = ? AND email_key = ? AND refused_at IS NULL");
/** Of a firm that is still a supplier; one that wants no further ones has nothing to look at any more. */
const LISTED =
  "EXISTS (SELECT 1 FROM supplier_entry s WHERE s.org_id = a.org_id AND s.country = a.country AND s.ico = a.ico)";
const BY_TOKEN = sql(
  `SELECT ${COLUMNS}, a.org_id, o.country AS firm_country, o.ico AS firm_ico, o.firm_name, o.firm_seat, p.email AS by_email ` +
    'FROM supplier_ask a JOIN organization o ON o.id = a.org_id LEFT JOIN membership m ON m.org_id = a.org_id AND m.account_id = a."by" ' +
    `LEFT JOIN account p ON p.id = m.account_id WHERE a.token_hash = ? AND a.expires_at > ? AND a.refused_at IS NULL AND ${LISTED}`,
);
const SET = {
  opened_at: sql("UPDATE supplier_ask SET opened_at = ? WHERE org_id = ? AND id = ? AND opened_at IS NULL"),
  started_org: sql("UPDATE supplier_ask SET started_org = ? WHERE org_id = ? AND id = ?"),
  stated_slug: sql("UPDATE supplier_ask SET stated_slug = ? WHERE org_id = ? AND id = ?"),
} as const;
const DECLINE = sql(
  "UPDATE supplier_ask SET declined_at = ?, declined_why = ? WHERE org_id = ? AND id = ? AND declined_at IS NULL",
);
const DUE = sql(
  "SELECT a.org_id, a.id, a.country, a.ico, a.email_key, a.at, a.locale, p.email AS by_email FROM supplier_ask a " +
    'JOIN membership m ON m.org_id = a.org_id AND m.account_id = a."by" JOIN account p ON p.id = m.account_id ' +
    "WHERE a.id > ? AND a.remind = 1 AND a.reminded_at IS NULL AND a.at <= ? AND a.expires_at > ? AND a.opened_at IS NULL " +
    "AND a.declined_at IS NULL AND a.refused_at IS NULL AND a.stated_slug IS NULL AND p.disabled_at IS NULL " +
    `AND m.role IN ('owner', 'admin', 'member') AND ${LISTED} ` +
    "AND NOT EXISTS (SELECT 1 FROM trust_profile t WHERE t.country = a.country AND t.ico = a.ico AND t.state = 'published') " +
    "AND NOT EXISTS (SELECT 1 FROM supplier_ask r WHERE r.org_id = a.org_id AND r.email_key = a.email_key AND r.refused_at IS NOT NULL) " +
    "ORDER BY a.id LIMIT ?",
);
const COUNT_SINCE = sql(
  "SELECT COUNT(*) AS n FROM supplier_ask a WHERE a.org_id = ? AND (a.at > ? OR a.reminded_at > ?)",
);
const REMINDED = sql(
  "UPDATE supplier_ask SET reminded_at = ?, token_hash = ? WHERE org_id = ? AND id = ? AND reminded_at IS NULL",
);

type Firm = Pick<SupplierAsk, "country" | "ico">;

/** A request that is sent. Its token is in the link alone. */
export interface NewAsk extends Firm {
  readonly id: string;
  readonly email_key: string;
  readonly tokenHash: string;
  readonly locale: Locale;
  readonly at: number;
  readonly expires_at: number;
  readonly remind: boolean;
}

export async function addSupplierAsk({ db: tx, accountId, orgId }: Scope, ask: NewAsk): Promise<void> {
  const { country, ico, id, email_key, tokenHash, locale, at, expires_at, remind } = ask;
  const link = [id, tokenHash, locale, expires_at, remind ? 1 : 0] as const;
  await tx.run(ADD, orgId, country, ico, email_key, at, accountId, ...link);
}

/** The requests and reminders of an organization since an instant, and every one that was refused, for a member. */
export function supplierAsks({ db, accountId, orgId }: Scope, since: number): Promise<readonly SupplierAsk[]> {
  return db.all<SupplierAsk>(SINCE, accountId, orgId, since, since);
}

/** The requests that went out to one supplier, newest first, for a member of the organization. */
export function asksOfSupplier(
  { db, accountId, orgId }: Scope,
  { country, ico }: Firm,
  limit: number,
): Promise<readonly SupplierAsk[]> {
  return db.all<SupplierAsk>(OF_SUPPLIER, accountId, orgId, country, ico, limit);
}

/** The newest request to each supplier, for a member of the organization. */
export function newestAsks({ db, accountId, orgId }: Scope): Promise<readonly SupplierAsk[]> {
  return db.all<SupplierAsk>(NEWEST, accountId, orgId);
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

/**
 * The request of a token. `undefined`: unknown, too old, ended by its addressee, or of a firm that is no supplier any more,
 * which cost the same.
 */
export function askByToken(db: StateDatabase, tokenHash: string, now: number): Promise<OpenAsk | undefined> {
  return db.get<OpenAsk>(BY_TOKEN, tokenHash, now);
}

/** Notes that somebody opened it. @returns false where that is known already */
export async function askOpened({ db, orgId }: OrganizationScope, id: string, at: number): Promise<boolean> {
  return (await db.run(SET.opened_at, at, orgId, id)) === 1;
}

/** Notes with which organization its addressee goes on. */
export async function askStarted({ db, orgId }: OrganizationScope, id: string, startedOrg: string): Promise<void> {
  await db.run(SET.started_org, startedOrg, orgId, id);
}

/** Notes the address of a profile that its addressee has already. */
export async function askAnswered({ db, orgId }: OrganizationScope, id: string, slug: string): Promise<void> {
  await db.run(SET.stated_slug, slug, orgId, id);
}

/** @returns false where it was declined before */
export async function declineAsk(
  { db, orgId }: OrganizationScope,
  id: string,
  why: DeclineReason,
  at: number,
): Promise<boolean> {
  return (await db.run(DECLINE, at, why, orgId, id)) === 1;
}

/**
 * Requests of which a reminder is due, a page at a time: who asked wanted one, is still a member who may ask, and nothing
 * came of it.
 */
export function dueAsks(
  db: StateDatabase,
  after: string,
  { sentBefore, now, limit }: { readonly sentBefore: number; readonly now: number; readonly limit: number },
): Promise<readonly DueAsk[]> {
  return db.all<DueAsk>(DUE, after, sentBefore, now, limit);
}

/** How many requests and reminders an organization has sent since an instant. */
export async function countAsksSince(tx: StateDatabase, orgId: string, since: number): Promise<number> {
  return Number((await tx.get<{ n: number }>(COUNT_SINCE, orgId, since, since))?.n ?? 0);
}

/** Notes that it was reminded of, and its token. @returns false where it was before */
export async function askReminded(
  { db, orgId }: OrganizationScope,
  id: string,
  tokenHash: string,
  at: number,
): Promise<boolean> {
  return (await db.run(REMINDED, at, tokenHash, orgId, id)) === 1;
}
