import type { Locale } from "../../core/locale.ts";

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Writes a table as CSV (RFC 4180): a separator between cells, CRLF behind each line, quotation marks where a cell
 * needs them. A cell that a spreadsheet would run as a formula gets an apostrophe in front.
 * @param separator what spreadsheets expect: a semicolon where the comma is the decimal sign
 */
export function writeCsv(rows: readonly (readonly string[])[], separator: "," | ";" = ","): string {
  return rows.map((row) => `${row.map((text) => cell(text, separator)).join(separator)}\r\n`).join("");
}

/**
 * A table for a spreadsheet program of this language: with the mark of UTF-8, and with the semicolon between cells that
 * Slovak and Czech programs expect.
 */
export function writeSpreadsheetCsv(rows: readonly (readonly string[])[], locale: Locale): string {
  return `\u{feff}${writeCsv(rows, locale === "en" ? "," : ";")}`;
}

function cell(text: string, separator: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
