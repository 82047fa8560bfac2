import { readCompanyNumber, readListedNumber } from "../../core/company-number.ts";
import type { Country } from "../../core/country.ts";
import { fold } from "../../core/fold.ts";
import type { Ico } from "../../core/ico.ts";
import { readQuery } from "../../sources/registers/query.ts";
import { LONGEST_QUERY } from "../companies/company-search.ts";
import { type FirmColumn, type HeaderWords, headerWords } from "./columns.ts";
import { readTable, type Table, type TableLine } from "./read-table.ts";
import { type RowProblem, rowProblem, taxNumber } from "./row-problems.ts";

/** What is to be said of a row that has a firm all the same. */
export const ROW_WARNINGS = [
  "zeros_added",
  "found_by_tax_number",
  "found_by_name",
  "name_differs",
  "also_in_other_country",
  "facts_ignored",
] as const;

export type RowWarning = (typeof ROW_WARNINGS)[number];

/** One firm of a pasted list or table, before any register is asked. */
export interface ReadRow<Column extends string = FirmColumn> {
  /** The line of the text, from 1. */
  readonly line: number;
  /** The line as it was typed; a tax number of a person, which may hold a birth number, is left out. */
  readonly typed: string;
  readonly country?: Country;
  /** The number decides; a name beside it is never searched for. */
  readonly ico?: Ico;
  /** A Slovak tax number, ten digits: the register may know whose it is. */
  readonly taxNumber?: string;
  /** A name to search for, where the row has no number. */
  readonly name?: string;
  /** The name that was typed beside a number. */
  readonly nameBeside?: string;
  /** The filled cells of the other columns of the header, as typed, without blanks at the ends. */
  readonly cells: Readonly<Partial<Record<Exclude<Column, "ico" | "country" | "name">, string>>>;
  readonly warnings: readonly RowWarning[];
  /** Why the row names no firm. */
  readonly problem?: RowProblem;
}

/** A pasted list or table as it was read: rows in the order given, one for each firm. */
export interface ReadRows<Column extends string = FirmColumn> {
  readonly rows: readonly ReadRow<Column>[];
  /** Heads that are no known column, as typed: foreign text. */
  readonly ignoredColumns: readonly string[];
}

/** The arguments of `firm_row` for a row that names a firm. */
export function firmAsked({ ico, taxNumber: tax, name = "", country }: ReadRow): { entry: string; country?: Country } {
  return { entry: ico ?? tax ?? name.slice(0, LONGEST_QUERY), ...(country === undefined ? {} : { country }) };
}

/** Reads a list or a table of firms with the columns that every list has. */
export function readFirmRows(text: string): readonly ReadRow[] {
  return readRows(text, headerWords()).rows;
}

/**
 * Reads a list or a table of firms: a line is a row and gives one firm, unless it holds nothing but numbers. Columns are
 * known by the words of a header in three languages, else by their cells. A header is never a firm.
 * @param words the words of the header, `headerWords`
 */
export function readRows<Column extends string>(
  text: string,
  words: HeaderWords<Column | FirmColumn>,
): ReadRows<Column | FirmColumn> {
  const table = readTable(text, words);
  const places = placesOf(table);
  const rows = table.lines.flatMap((line, at): readonly ReadRow<Column | FirmColumn>[] => {
    if (at === 0 && isHeaderOfOtherWords(table, places)) return [];
    const several = table.header === undefined ? numbersOf(line.typed) : [];
    if (several.length > 1) {
      return several.map((typed) => rowOf({ ...line, typed, cells: [typed], isUnreadable: false }, table, {}));
    }
    return [rowOf(line, table, places)];
  });
  return { rows, ignoredColumns: table.unknown.map(({ head }) => head) };
}

/**
 * Reads rows that came as objects, by the rules of a table whose columns are the names of their fields.
 * @param rows as they came; what is no object, or has a field that no column is, is unreadable
 */
export function readObjectRows<Column extends string>(
  rows: readonly unknown[],
  words: HeaderWords<Column | FirmColumn>,
): ReadRows<Column | FirmColumn> {
  const columns = [...new Set(Object.values<Column | FirmColumn>(words))];
  const header = Object.fromEntries(columns.map((column, at) => [column, at])) as Record<Column | FirmColumn, number>;
  const table: Table<Column | FirmColumn> = {
    header,
    unknown: [],
    lines: rows.map((row, at) => lineOf(row, at + 1, columns)),
  };
  const places = placesOf(table);
  return { rows: table.lines.map((line) => rowOf(line, table, places)), ignoredColumns: [] };
}

function lineOf(row: unknown, line: number, columns: readonly string[]): TableLine {
  const isObject = typeof row === "object" && row !== null && !Array.isArray(row);
  if (!isObject) return { line, typed: cellOf(row) ?? "", cells: [], isUnreadable: true };
  const cells = columns.map((column) => cellOf(Object.hasOwn(row, column) ? Reflect.get(row, column) : ""));
  const isUnreadable = cells.includes(undefined) || Object.keys(row).some((name) => !columns.includes(name));
  const texts = cells.map((cell) => cell ?? "");
  return {
    line,
    typed: texts[columns.indexOf("ico")] || (texts[columns.indexOf("name")] ?? ""),
    cells: texts,
    isUnreadable,
  };
}

/** A field as a table would have it; `undefined` for what no cell can hold. */
function cellOf(value: unknown): string | undefined {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number") return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value.join(", ");
  return value === null || value === undefined ? "" : undefined;
}

/** Where number, country and name stand; `undefined` where no column is theirs. */
interface Places {
  readonly ico?: number | undefined;
  readonly country?: number | undefined;
  readonly name?: number | undefined;
}

function placesOf<Column extends string>({ header, lines, unknown }: Table<Column | FirmColumn>): Places {
  if (header === undefined) return { ico: mostNumbers(lines) };
  const { ico, country, name }: { readonly [column in FirmColumn]?: number | undefined } = header;
  // A column of numbers under a head that nobody knows is still one.
  return { country, name, ico: ico ?? mostNumbers(lines, new Set(unknown.map(({ at }) => at))) };
}

/** The column in which most numbers stand. @param among the columns that may be it; default: all */
function mostNumbers(lines: readonly TableLine[], among?: ReadonlySet<number>): number | undefined {
  const counts = new Map<number, number>();
  for (const { cells } of lines) {
    const at = cells.findIndex((cell, place) => (among?.has(place) ?? true) && readCompanyNumber(cell)?.kind === "ico");
    if (at >= 0) counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0];
}

/** True where the first line heads columns by words that nobody knows: the others have numbers, it has none. */
function isHeaderOfOtherWords<Column extends string>({ header, lines }: Table<Column>, { ico }: Places): boolean {
  const [first] = lines;
  if (header !== undefined || ico === undefined || first === undefined || first.cells.length < 2) return false;
  return !first.cells.some((cell) => /\d/.test(cell));
}

/** The numbers of a line that holds nothing else. */
function numbersOf(line: string): readonly string[] {
  if (readCompanyNumber(line) !== undefined) return [];
  for (const between of [/[,;\t]/, /[\s,;]+/]) {
    const parts = line.split(between).filter((part) => part.trim() !== "");
    if (parts.every((part) => readCompanyNumber(part)?.kind === "ico")) return parts.map((part) => part.trim());
  }
  return [];
}

function rowOf<Column extends string>(
  { line, typed: raw, cells, isUnreadable }: TableLine,
  { header, unknown }: Table<Column | FirmColumn>,
  places: Places,
): ReadRow<Column | FirmColumn> {
  // A personal tax number may hold a birth number: no column shows it again.
  const typed = cells.some(isOfPerson) ? "…" : raw.trim();
  const base = { line, typed, cells: otherCells(cells, header), warnings: [] };
  if (isUnreadable) return { ...base, problem: rowProblem("unreadable_row") };
  const country = countryOf(cells, places);
  if (country === null) return { ...base, problem: rowProblem("invalid_country") };
  const where = country === undefined ? {} : { country };
  const at = numberAt(cells, places, header === undefined);
  const number = at === undefined ? undefined : readListedNumber(cells[at] ?? "");
  if (number !== undefined && number.kind === "tax_sk") {
    return { ...base, ...where, taxNumber: (cells[at ?? 0] ?? "").replace(/\D/g, "") };
  }
  if (number !== undefined && number.kind !== "ico") {
    return { ...base, problem: taxNumber(number) };
  }
  const others = new Set(unknown.map((each) => each.at));
  const named = nameOf(cells, places, at, header === undefined ? undefined : others);
  if (number !== undefined) {
    if (number.country !== undefined && country !== undefined && number.country !== country) {
      return { ...base, problem: rowProblem("country_conflict") };
    }
    return {
      ...base,
      ...where,
      ...(number.country === undefined ? {} : { country: number.country }),
      ico: number.ico,
      ...(named === undefined ? {} : { nameBeside: named }),
      warnings: number.areZerosAdded ? ["zeros_added"] : [],
    };
  }
  const stated = (places.ico === undefined ? (cells.length === 1 ? cells[0] : undefined) : cells[places.ico]) ?? "";
  if (EXCEL_NUMBER.test(stated.replace(/\s/g, ""))) return { ...base, problem: rowProblem("excel_number") };
  if (isWrongNumber(stated)) return { ...base, problem: rowProblem("invalid_ico") };
  if (named === undefined) {
    const isOther = header !== undefined && stated !== "";
    return { ...base, problem: rowProblem(isOther ? "invalid_ico" : "no_firm") };
  }
  return { ...base, ...where, ...beside(named, country) };
}

/** Splits a cell with both name and number: `SLOVNAFT (IČO 31322832)`. */
function beside(
  named: string,
  country: Country | undefined,
): Pick<ReadRow, "ico" | "country" | "name" | "nameBeside" | "problem"> {
  const asked = readQuery(named);
  if (asked.kind !== "ico_name" || asked.ico === undefined) return { name: named };
  if (asked.country !== undefined && country !== undefined && asked.country !== country) {
    return { problem: rowProblem("country_conflict") };
  }
  const [, rest] = asked.instead ?? [];
  return {
    ico: asked.ico,
    ...(asked.country === undefined ? {} : { country: asked.country }),
    ...(rest === undefined ? {} : { nameBeside: rest }),
  };
}

/** The filled cells of the columns that hold neither number, country nor name. */
function otherCells<Column extends string>(
  cells: readonly string[],
  header: Table<Column | FirmColumn>["header"],
): ReadRow<Column | FirmColumn>["cells"] {
  const filled: Partial<Record<string, string>> = {};
  for (const [column, at] of Object.entries<number | undefined>(header ?? {})) {
    const cell = at === undefined ? "" : (cells[at] ?? "");
    if (cell !== "" && !["ico", "country", "name"].includes(column)) filled[column] = cell;
  }
  return filled as ReadRow<Column | FirmColumn>["cells"];
}

/**
 * Index of the cell with the number: its column, else the column of names. Without a header the first whole number counts
 * before a shorter one: tables often begin with 1, 2, 3.
 */
function numberAt(cells: readonly string[], { ico, name }: Places, isFree: boolean): number | undefined {
  if (ico !== undefined && readListedNumber(cells[ico] ?? "") !== undefined) return ico;
  if (!isFree) {
    const isEmpty = ico === undefined || (cells[ico] ?? "") === "";
    return isEmpty && name !== undefined && readCompanyNumber(cells[name] ?? "") !== undefined ? name : undefined;
  }
  const whole = cells.findIndex((cell) => readCompanyNumber(cell) !== undefined);
  if (whole >= 0) return whole;
  return cells.length === 1 && readListedNumber(cells[0] ?? "") !== undefined ? 0 : undefined;
}

/** The name of a row: the cell of its column, else the first that is one and heads no other column. */
function nameOf(
  cells: readonly string[],
  { ico, name }: Places,
  number: number | undefined,
  unknown: ReadonlySet<number> | undefined,
): string | undefined {
  const own = name === undefined ? "" : (cells[name] ?? "");
  if (isName(own)) return own;
  if (name !== undefined) return undefined;
  const mayBe = (at: number) => at !== number && (unknown === undefined || (at !== ico && unknown.has(at)));
  return cells.find((cell, at) => mayBe(at) && isName(cell));
}

/** Names of our two countries as people write them in a table, folded. */
const COUNTRY_WORDS: Readonly<Record<string, Country>> = {
  sk: "SK",
  svk: "SK",
  slovensko: "SK",
  "slovenska republika": "SK",
  slovakia: "SK",
  cz: "CZ",
  cze: "CZ",
  cesko: "CZ",
  "ceska republika": "CZ",
  czechia: "CZ",
};

/** The country of a row; `null` for a cell of its column that names none of ours. */
function countryOf(cells: readonly string[], { country: at }: Places): Country | undefined | null {
  const named = (cell: string) => {
    const word = fold(cell.slice(0, LONGEST_COUNTRY));
    return Object.hasOwn(COUNTRY_WORDS, word) ? COUNTRY_WORDS[word] : undefined;
  };
  if (at === undefined) return cells.length === 1 ? undefined : cells.map(named).find((each) => each !== undefined);
  const cell = cells[at] ?? "";
  return cell === "" ? undefined : (named(cell) ?? null);
}

const LONGEST_COUNTRY = 60;

function isName(cell: string): boolean {
  return /\p{L}/u.test(cell) && !Object.hasOwn(COUNTRY_WORDS, fold(cell.slice(0, LONGEST_COUNTRY)));
}

/** True for a cell of the number column with digits but no word: a wrong number. */
function isWrongNumber(stated: string): boolean {
  return /\d/.test(stated) && !/\p{L}{2}/u.test(stated);
}

function isOfPerson(cell: string): boolean {
  return readCompanyNumber(cell)?.kind === "tax_cz_person";
}

const EXCEL_NUMBER = /^\d(?:[.,]\d+)?E\+?\d+$|^\d{6,8}[.,]\d+$/i;
