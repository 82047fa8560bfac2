import type { BudgetName, HeldStock } from "./budget.ts";

/** By whom a row of the limits counts. `share`: whoever holds a token; `shared`: all callers together. */
export type RowSubject =
  | "address"
  | "person"
  | "organization"
  | "share"
  | "connection"
  | "browser"
  | "recipient"
  | "shared";

/** Every row of `limits.yaml`, and by whom it counts. */
export const ROW_SUBJECTS = {
  mcp_endpoint: "address",
  mcp_account: "connection",
  oauth_authorize: "address",
  oauth_document: "address",
  oauth_document_shared: "shared",
  oauth_register: "address",
  oauth_token: "connection",
  oauth_token_failed: "address",
  nis2_scope_check: "address",
  company_search: "address",
  regulatory_feed: "address",
  nis2_stats: "address",
  supplier_trust_profile: "address",
  external_sources: "address",
  external_sources_shared: "shared",
  rest_scope_check: "address",
  rest_company_search: "address",
  rest_company_detail: "address",
  rest_nis2_stats: "address",
  rest_nis2_radar: "address",
  rest_opendata_files: "address",
  scope_evaluate: "address",
  incident_clock: "address",
  notification: "address",
  activity_search: "address",
  citation_check: "address",
  web_lookup: "address",
  web_page: "address",
  person_read: "person",
  person_write: "person",
  person_file: "person",
  upload: "person",
  share_use: "share",
  feed_use: "share",
  evidence_file: "address",
  organization_create: "person",
  scan_order: "person",
  key_failed: "address",
  sign_in_address: "address",
  sign_in_account: "person",
  sign_in_known: "browser",
  sign_up: "address",
  mail_to: "recipient",
  reset_mail: "recipient",
  second_factor: "person",
  invitation: "organization",
  domain_quick_check: "address",
  trust_report: "address",
  trust_access_request: "address",
  trust_verify: "address",
  firm_look: "organization",
  domain_verify: "address",
  batch_calls: "person",
  batch_rows: "person",
  batch_rows_shared: "shared",
} as const satisfies Readonly<Record<string, RowSubject>>;

export type Row = keyof typeof ROW_SUBJECTS;

export type Rows = readonly [Row, ...Row[]];

type Stock = BudgetName | HeldStock;

/**
 * What a call costs, and who is charged (docs/limits.md): rows of limits, or bytes that are made once for each version of
 * the rules, day (UTC), revision of a profile or file.
 */
export type Cost =
  | { readonly constant: "version" | "day" | "revision" | "file" }
  | { readonly rows: Rows; readonly stock?: readonly [Stock, ...Stock[]] };

/** These rows count each request before its work, refused or not; the others count what was let through. */
const FIRST: readonly string[] = ["web_page", "person_read", "person_write", "share_use"] satisfies Row[];

/** Counts a form with a file once its sender is known, before its body is read. */
export const UPLOAD: Rows = ["upload"];

/** A part of the rows that count a call. */
export interface RowParts {
  readonly first: readonly string[];
  readonly further: readonly string[];
}

const NONE: readonly Row[] = [];

/** The rows that a call counts in. */
export function rowsOf(cost: Cost): readonly Row[] {
  return "rows" in cost ? cost.rows : NONE;
}

const parts = new WeakMap<readonly string[], RowParts>();

/** Rows that count before the work of a call, and rows that count what was let through. */
export function partsOf(rows: readonly string[]): RowParts {
  const known = parts.get(rows);
  if (known !== undefined) return known;
  const made = {
    first: rows.filter((row) => FIRST.includes(row)),
    further: rows.filter((row) => !FIRST.includes(row) && row !== UPLOAD[0]),
  };
  parts.set(rows, made);
  return made;
}

/** By whom a row counts; a row that nobody knows counts by address. */
export function subjectOf(row: string): RowSubject {
  return Object.hasOwn(ROW_SUBJECTS, row) ? ROW_SUBJECTS[row as Row] : "address";
}
