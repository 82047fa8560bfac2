import { type OtherNumber, readCompanyNumber, readListedNumber } from "../../core/company-number.ts";
import type { Country } from "../../core/country.ts";
import { fold } from "../../core/fold.ts";
import type { Ico } from "../../core/ico.ts";
import type { Problem } from "../../core/problem.ts";
import { SEPARATORS, type Separator, separatorOf } from "../../core/separator.ts";
import { wrongNumber } from "../calling/company-number-problems.ts";
import { LONGEST_QUERY } from "../companies/company-search.ts";

/** One firm of a pasted list or table. */
export interface ReadRow {
  /** The line of the text, from 1. */
  readonly line: number;
  /** The line as it was typed. */
  readonly typed: string;
  readonly country?: Country;
  /** The number decides; a name beside it is never searched for. */
  readonly ico?: Ico;
  readonly name?: string;
  readonly areZerosAdded?: boolean;
  /** Why the row names no firm. */
  readonly problem?: Problem;
}

/** The arguments of `firm_row` for a row that names a firm. */
export function firmAsked({ ico, name = "", country }: ReadRow): { entry: string; country?: Country } {
  return { entry: ico ?? name.slice(0, LONGEST_QUERY), ...(country === undefined ? {} : { country }) };
}

type Column = "ico" | "country" | "name";

/** Words of a header, folded. */
const HEADERS: Readonly<Record<string, Column>> = {
  ico: "ico",
  ic: "ico",
  "identifikacne cislo": "ico",
  "identifikacni cislo": "ico",
  "company number": "ico",
  country: "country",
  krajina: "country",
  stat: "country",
  zem: "country",
  zeme: "country",
  name: "name",
  nazov: "name",
  nazev: "name",
  "obchodne meno": "name",
  "obchodni jmeno": "name",
  firma: "name",
};

const COUNTRY_WORDS: Readonly<Record<string, Country>> = {
  sk: "SK",
  slovensko: "SK",
  slovakia: "SK",
  cz: "CZ",
  cesko: "CZ",
  "ceska republika": "CZ",
  czechia: "CZ",
};

/**
 * Reads a list or a table of firms: a line is a row and gives one firm, unless it holds nothing but numbers. Columns are
 * known by the words of a header in three languages, else by the numbers in them. A header is never a firm.
 */
export function readFirmRows(text: string): readonly ReadRow[] {
  const lines = text.split(/\r\n|\r|\n/).map((typed, at) => ({ typed: typed.trim(), line: at + 1 }));
  const filled = lines.filter(({ typed }) => typed !== "");
  const [first] = filled;
  if (first === undefined) return [];
  const separator = separatorOf(first.typed);
  const header = headerOf(cellsOf(first.typed, separator));
  const separated = header === undefined ? undefined : separator;
  const tables = filled.map((line) => ({ ...line, cells: rowCells(line.typed, separated) }));
  const columns = header ?? columnsByContent(tables.map(({ cells }) => cells));
  const isTable = columns.ico !== undefined && tables.some(({ cells }) => cells.length > 1);
  return tables.flatMap((table, at): readonly ReadRow[] => {
    if (at === 0 && (header !== undefined || (isTable && table.cells.length > 1 && !hasNumber(table.cells)))) return [];
    const several = header === undefined ? numbersOf(table.typed) : [];
    if (several.length > 1) return several.map((typed) => rowOf({ ...table, typed, cells: [typed] }, {}));
    return [rowOf(table, columns)];
  });
}

type Columns = Readonly<Partial<Record<Column, number>>>;

/** The columns of a header; `undefined` for a line that is none: it has a number, or no known word. */
function headerOf(cells: readonly string[]): Columns | undefined {
  if (hasNumber(cells)) return undefined;
  const columns: Partial<Record<Column, number>> = {};
  for (const [at, cell] of cells.entries()) {
    const column = Object.hasOwn(HEADERS, fold(cell)) ? HEADERS[fold(cell)] : undefined;
    if (column !== undefined) columns[column] ??= at;
  }
  return Object.keys(columns).length === 0 ? undefined : columns;
}

/** Without a header the column in which most numbers stand is that of the numbers. */
function columnsByContent(rows: readonly (readonly string[])[]): Columns {
  const counts = new Map<number, number>();
  for (const cells of rows) {
    const at = cells.findIndex((cell) => readCompanyNumber(cell)?.kind === "ico");
    if (at >= 0) counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most === undefined ? {} : { ico: most[0] };
}

function hasNumber(cells: readonly string[]): boolean {
  return cells.some((cell) => readCompanyNumber(cell) !== undefined);
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

/** The cells of a row; a comma separates only beside a number or between quotes: names have commas (`ČEZ, a. s.`). */
function rowCells(line: string, separator: Separator | undefined): readonly string[] {
  if (separator !== undefined) return cellsOf(line, separator);
  const own = SEPARATORS.find((each) => line.includes(each));
  const cells = cellsOf(line, own);
  const isTable = own !== "," || line.includes('"') || hasNumber(cells);
  return isTable ? cells : [line];
}

/** Splits a line into cells, with quotes as in RFC 4180. */
function cellsOf(line: string, separator: Separator | undefined): readonly string[] {
  if (separator === undefined) return [line];
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let isBlank = true;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at];
    if (isQuoted && letter === '"' && line[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (letter === '"' && (isQuoted || isBlank)) isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
      isBlank = true;
    } else {
      cell += letter;
      isBlank &&= letter === " ";
    }
  }
  return [...cells, cell.trim()];
}

function rowOf(
  { line, typed, cells }: { line: number; typed: string; cells: readonly string[] },
  columns: Columns,
): ReadRow {
  const base = { line, typed };
  const at = numberAt(cells, columns);
  const number = at === undefined ? undefined : readListedNumber(cells[at] ?? "");
  const country = countryOf(cells, columns);
  if (country === null) return { ...base, problem: invalidCountry };
  if (number !== undefined && number.kind !== "ico")
    return { ...base, typed: hidden(number, typed), problem: wrongNumber(number) };
  if (number !== undefined) {
    if (number.country !== undefined && country !== undefined && number.country !== country) {
      return { ...base, problem: conflict };
    }
    const where = number.country ?? country;
    return {
      ...base,
      ico: number.ico,
      ...(where === undefined ? {} : { country: where }),
      ...(number.areZerosAdded ? { areZerosAdded: true } : {}),
    };
  }
  const stated = columns.ico === undefined ? cells.join("") : (cells[columns.ico] ?? "");
  if (EXCEL_NUMBER.test(stated)) return { ...base, problem: excelNumber };
  const name = [columns.name === undefined ? undefined : cells[columns.name], ...cells].find(
    (cell) => cell !== undefined && isName(cell),
  );
  if (name === undefined) return { ...base, problem: /\d/.test(stated) ? invalidIco : noFirm };
  return { ...base, name, ...(country === undefined ? {} : { country }) };
}

/** Index of the cell with the number: its column, else the first whole number, else a short number alone. */
function numberAt(cells: readonly string[], { ico }: Columns): number | undefined {
  if (ico !== undefined && readListedNumber(cells[ico] ?? "") !== undefined) return ico;
  const whole = cells.findIndex((cell) => readCompanyNumber(cell) !== undefined);
  if (whole >= 0) return whole;
  return cells.length === 1 && readListedNumber(cells[0] ?? "") !== undefined ? 0 : undefined;
}

/** The country of a row; `null` for a cell of its column that names none of ours. */
function countryOf(cells: readonly string[], columns: Columns): Country | undefined | null {
  const named = (cell: string) => (Object.hasOwn(COUNTRY_WORDS, fold(cell)) ? COUNTRY_WORDS[fold(cell)] : undefined);
  if (columns.country === undefined) return cells.length === 1 ? undefined : cells.map(named).find((each) => each);
  const cell = cells[columns.country] ?? "";
  return cell === "" ? undefined : (named(cell) ?? null);
}

function isName(cell: string): boolean {
  return /\p{L}/u.test(cell) && !Object.hasOwn(COUNTRY_WORDS, fold(cell));
}

/** A tax number of a person may hold a birth number: it is not shown again. */
function hidden({ kind }: OtherNumber, typed: string): string {
  return kind === "tax_cz_person" ? "…" : typed;
}

const EXCEL_NUMBER = /^\d(?:[.,]\d+)?E\+?\d+$|^\d{6,8}[.,]\d+$/i;

const invalid = { code: "invalid_arguments", field: "entry" } as const;

const noFirm: Problem = {
  ...invalid,
  message: {
    sk: "V riadku nie je IČO ani názov.",
    cs: "Na řádku není IČO ani název.",
    en: "There is no number and no name in this line.",
  },
  nextStep: { sk: "Doplňte IČO alebo názov.", cs: "Doplňte IČO nebo název.", en: "Add the number or the name." },
};

const invalidIco: Problem = {
  ...invalid,
  message: {
    sk: "IČO má 6 až 8 číslic.",
    cs: "IČO má 6 až 8 číslic.",
    en: "A number has 6 to 8 digits.",
  },
  nextStep: { sk: "Opravte IČO v riadku.", cs: "Opravte IČO na řádku.", en: "Correct the number of the line." },
};

const excelNumber: Problem = {
  ...invalid,
  message: {
    sk: "Tabuľkový program IČO zmenil.",
    cs: "Tabulkový program IČO změnil.",
    en: "The spreadsheet changed this number.",
  },
  nextStep: { sk: "Nastavte stĺpec ako text.", cs: "Nastavte sloupec jako text.", en: "Make the column text." },
};

const invalidCountry: Problem = {
  ...invalid,
  field: "country",
  message: {
    sk: "Krajina má byť SK alebo CZ.",
    cs: "Země má být SK nebo CZ.",
    en: "The country must be SK or CZ.",
  },
  nextStep: { sk: "Opravte krajinu v riadku.", cs: "Opravte zemi na řádku.", en: "Correct the country of the line." },
};

const conflict: Problem = {
  ...invalid,
  field: "country",
  message: {
    sk: "Krajina a predpona IČO si odporujú.",
    cs: "Země a předpona IČO si odporují.",
    en: "Country and prefix of the number disagree.",
  },
  nextStep: { sk: "Nechajte jedno z nich.", cs: "Ponechte jedno z nich.", en: "Keep one of the two." },
};
