import type { Country } from "../core/country.ts";
import type { Ico } from "../core/ico.ts";
import type { Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** What an organization thinks of a supplier (Article 21(3)). */
export const JUDGEMENTS = ["suitable", "conditions", "unsuitable"] as const;

export type Judgement = (typeof JUDGEMENTS)[number];

/** How much depends on a supplier, most first. */
export const CRITICALITIES = ["critical", "high", "medium", "low"] as const;

export type Criticality = (typeof CRITICALITIES)[number];

/** What an organization plans with a supplier. Name and address of the contact are foreign text; days are ISO 8601. */
export interface SupplierPlan {
  readonly criticality: Criticality | null;
  readonly contact_name: string | null;
  readonly contact_email: string | null;
  /** A member, by account. */
  readonly responsible_id: string | null;
  readonly next_review_at: string | null;
  readonly contract_until: string | null;
}

/** What an organization notes about a supplier; the note is foreign text. */
export interface SupplierNote extends SupplierPlan {
  readonly note: string;
  readonly judgement: Judgement | null;
}

/** The columns of a plan. */
export const PLAN_COLUMNS = [
  "criticality",
  "contact_name",
  "contact_email",
  "responsible_id",
  "next_review_at",
  "contract_until",
] as const satisfies readonly (keyof SupplierPlan)[];

const NO_PLAN: SupplierPlan = {
  criticality: null,
  contact_name: null,
  contact_email: null,
  responsible_id: null,
  next_review_at: null,
  contract_until: null,
};

/** One save of what an organization thinks of a supplier. Before and after are JSON; they hold foreign text. */
export interface SupplierChange {
  readonly country: Country;
  readonly ico: Ico;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: string;
  readonly before: string;
  readonly after: string;
}

type Firm = Pick<SupplierChange, "country" | "ico">;

const COLUMNS = 'c.country, c.ico, c.version, c.at, c."by", c.before, c.after';

const ADD = sql(
  'INSERT INTO supplier_change (org_id, country, ico, version, at, "by", before, after) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
);
const FOR_MEMBER = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN supplier_change c ON c.org_id = m.org_id ` +
    "WHERE m.account_id = ? AND c.org_id = ? AND c.country = ? AND c.ico = ? ORDER BY c.version DESC LIMIT ?",
);
const BY_PERSON = sql(
  `SELECT c.org_id, ${COLUMNS} FROM membership m JOIN supplier_change c ON c.org_id = m.org_id ` +
    'WHERE m.account_id = ? AND c."by" = m.account_id ORDER BY c.at, c.country, c.ico',
);

/** Adds a save to the history of a supplier. */
export async function addSupplierChange(
  tx: StateDatabase,
  orgId: string,
  { country, ico }: Firm,
  change: Pick<SupplierChange, "version" | "at" | "by"> & {
    readonly before: SupplierNote;
    readonly after: SupplierNote;
  },
): Promise<void> {
  const { version, at, by, before, after } = change;
  await tx.run(ADD, orgId, country, ico, version, at, by, written(before), written(after));
}

/** The saves of one supplier, newest first, for a member of the organization. */
export function supplierChangesFor(
  { db, accountId, orgId }: Scope,
  { country, ico }: Firm,
  limit: number,
): Promise<readonly SupplierChange[]> {
  return db.all<SupplierChange>(FOR_MEMBER, accountId, orgId, country, ico, limit);
}

/** A save with the organization that it happened in. */
export interface OwnSupplierChange extends SupplierChange {
  readonly org_id: string;
}

/** The saves that a person made in the organizations where he is a member, for his own export. */
export function supplierChangesBy(db: StateDatabase, accountId: string): Promise<readonly OwnSupplierChange[]> {
  return db.all<OwnSupplierChange>(BY_PERSON, accountId);
}

/** What the history holds: of the plan what there is. */
function written({ note, judgement, ...plan }: SupplierNote): string {
  const planned = PLAN_COLUMNS.flatMap((column) => (plan[column] === null ? [] : [[column, plan[column]]]));
  return JSON.stringify({ note, judgement, ...Object.fromEntries(planned) });
}

/** Reads what the history holds, also that of before there was a plan. */
export function readSupplierNote(text: string): SupplierNote {
  return { ...NO_PLAN, ...(JSON.parse(text) as Pick<SupplierNote, "note" | "judgement"> & Partial<SupplierPlan>) };
}
