import type { Day } from "../core/day.ts";
import type { Locale } from "../core/locale.ts";

/** The content of a file. */
export type FileBytes = Uint8Array<ArrayBuffer>;

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Its share of the width, in any unit; the shares of a table are added up. */
  readonly width: number;
  /** In a spreadsheet: the words of a first row above the titles, which are then codes. */
  readonly heading?: string;
  /** In a spreadsheet: cells of the form `YYYY-MM-DD` are days. */
  readonly isDay?: boolean;
  /** In a spreadsheet: what is offered to choose from. */
  readonly choices?: readonly string[];
}

/** A table with one head row; every row has a cell for each column. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

/** A part of a document. Every text is plain text: what looks like a formula, a link or markup stays a text. */
export type Block =
  | { readonly kind: "heading"; readonly level: 2 | 3; readonly text: string }
  /** `quiet`: a note in small letters; `strong`: the sentence that matters. Line breaks stay. */
  | { readonly kind: "paragraph"; readonly text: string; readonly tone?: "quiet" | "strong" }
  | { readonly kind: "list"; readonly items: readonly string[] }
  /** Names with what stands beside them. */
  | { readonly kind: "facts"; readonly rows: readonly (readonly [name: string, value: string])[] }
  | ({ readonly kind: "table" } & Table);

/** A report, whichever file it becomes. The same document always gives the same bytes. */
export interface ReportDocument {
  readonly locale: Locale;
  readonly title: string;
  /** One line below the title. */
  readonly subtitle: string;
  /** The day that the content is of: the only date that the file carries. */
  readonly day: Day;
  /** Stands at the foot of every page, before the page number. */
  readonly foot: string;
  readonly blocks: readonly Block[];
}

/** The languages as files name them. */
export const LANGUAGE_TAGS: Readonly<Record<Locale, string>> = { sk: "sk-SK", cs: "cs-CZ", en: "en-GB" };
