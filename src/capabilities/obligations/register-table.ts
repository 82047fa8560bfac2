import type { z } from "zod";
import type { Locale } from "../../core/locale.ts";
import { writeSpreadsheetCsv } from "../opendata/csv.ts";
import type { registerItem } from "./register-items.ts";
import { STATUS_TEXTS } from "./status-texts.ts";

/** An entry with how often the catalog recommends a review. */
export type RegisterTableRow = z.output<typeof registerItem> & { readonly reviewIntervalMonths: number };

/** The columns of a register in a spreadsheet, with these headers in every language. */
const COLUMNS: Readonly<Record<string, (item: RegisterTableRow, locale: Locale) => string>> = {
  code: ({ code }) => code,
  name: ({ name }) => name ?? "",
  status: ({ status }) => status ?? "",
  statusText: ({ status }, locale) => STATUS_TEXTS[status ?? "untracked"][locale],
  statusSource: ({ statusSource }) => statusSource ?? "",
  scanId: ({ scanId }) => scanId ?? "",
  lastReviewedAt: ({ lastReviewedAt }) => lastReviewedAt ?? "",
  nextReviewAt: ({ nextReviewAt }) => nextReviewAt ?? "",
  reviewIntervalMonths: ({ reviewIntervalMonths }) => String(reviewIntervalMonths),
  overdue: ({ overdue }) => String(overdue),
  legalBasisSK: ({ legalBasis: { SK } }) => joined(SK),
  legalBasisCZ: ({ legalBasis: { CZ } }) => joined(CZ),
  legalBasisEU: ({ legalBasis: { EU } }) => joined(EU),
  evidenceNote: ({ untrusted: { evidenceNote } }) => evidenceNote ?? "",
  responsiblePerson: ({ untrusted: { responsiblePerson } }) => responsiblePerson ?? "",
};

/**
 * A register as a table, the header first and then one row an obligation in the order of the catalog; what every
 * format of a spreadsheet is written from. Cells are plain text, also those that people wrote.
 */
export function registerTable(items: readonly RegisterTableRow[], locale: Locale): readonly (readonly string[])[] {
  const rows = items.map((item) => Object.values(COLUMNS).map((cell) => cell(item, locale)));
  return [Object.keys(COLUMNS), ...rows];
}

/** Writes a register as CSV, in the form that spreadsheets of the language expect. */
export function writeRegisterCsv(items: readonly RegisterTableRow[], locale: Locale): string {
  return writeSpreadsheetCsv(registerTable(items, locale), locale);
}

function joined(citations: readonly (string | null)[]): string {
  return citations.filter((citation) => citation !== null).join("; ");
}
