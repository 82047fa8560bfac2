import { readCompanyNumber } from "../../core/company-number.ts";
import { fold } from "../../core/fold.ts";
import { SEPARATORS, type Separator, separatorOf } from "../../core/separator.ts";
import type { HeaderWords } from "./columns.ts";

/** One line of a pasted table. */
export interface TableLine {
  /** From 1, blank lines counted. */
  readonly line: number;
  readonly typed: string;
  readonly cells: readonly string[];
  /** Quotes stay open, or it has more cells than the header has columns. */
  readonly isUnreadable: boolean;
}

/** A pasted list or table, before anything in it is read as a firm. */
export interface Table<Column extends string> {
  /** Index of each known column of the header; `undefined` without a header. */
  readonly header: Readonly<Partial<Record<Column, number>>> | undefined;
  /** Heads that are no known column, as typed, with their index. */
  readonly unknown: readonly { readonly at: number; readonly head: string }[];
  /** The lines without the header and without blank ones. */
  readonly lines: readonly TableLine[];
}

/** Splits a list or table into lines and cells; quotes as in RFC 4180, within a line. */
export function readTable<Column extends string>(text: string, words: HeaderWords<Column>): Table<Column> {
  const lines = text.split(/\r\n|\r|\n/).map((typed, at) => ({ typed, line: at + 1 }));
  const [first, ...others] = lines.filter(({ typed }) => /\S/.test(typed));
  if (first === undefined) return { header: undefined, unknown: [], lines: [] };
  const separator = separatorOf(first.typed);
  const heads = cellsOf(first.typed, separator).cells;
  const header = headerOf(heads, words);
  if (header === undefined) {
    return { header, unknown: [], lines: [first, ...others].map((each) => ({ ...each, ...freeCells(each.typed) })) };
  }
  const known = new Set<number | undefined>(Object.values(header));
  const read = others.map((each) => {
    const { cells, isOpen } = cellsOf(each.typed, separator);
    const isLonger = cells.slice(heads.length).some((cell) => cell !== "");
    return { ...each, cells, isUnreadable: isOpen || isLonger };
  });
  return {
    header,
    unknown: heads.flatMap((head, at) => (known.has(at) || head === "" ? [] : [{ at, head }])),
    lines: read,
  };
}

/** The columns of a header; `undefined` for a line that is none: it has a number, or no known word. */
function headerOf<Column extends string>(
  cells: readonly string[],
  words: HeaderWords<Column>,
): Partial<Record<Column, number>> | undefined {
  if (cells.some((cell) => readCompanyNumber(cell) !== undefined)) return undefined;
  const columns: Partial<Record<Column, number>> = {};
  for (const [at, cell] of cells.entries()) {
    const word = fold(cell.slice(0, LONGEST_HEAD));
    const column = Object.hasOwn(words, word) ? words[word] : undefined;
    if (column !== undefined) columns[column] ??= at;
  }
  return Object.keys(columns).length === 0 ? undefined : columns;
}

const LONGEST_HEAD = 100;

/**
 * The cells of a line without a header. A comma separates only beside a whole number or between quotes: names have commas
 * (`ČEZ, a. s.`), and so has a number that a spreadsheet made a fraction.
 */
function freeCells(line: string): Pick<TableLine, "cells" | "isUnreadable"> {
  const own = SEPARATORS.find((each) => line.includes(each));
  const { cells, isOpen } = cellsOf(line, own);
  const isTable = own !== "," || line.includes('"') || cells.some((cell) => readCompanyNumber(cell) !== undefined);
  const isCut = isTable && !FRACTION.test(line.trim());
  return { cells: isCut ? cells : [line.trim()], isUnreadable: isCut && isOpen };
}

const FRACTION = /^\d{6,8},\d{1,5}$/;

/** Splits a line into cells, with quotes as in RFC 4180. */
function cellsOf(
  line: string,
  separator: Separator | undefined,
): { readonly cells: string[]; readonly isOpen: boolean } {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let isBlank = true;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at];
    if (isQuoted && letter === '"' && line[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (letter === '"' && (isQuoted || isBlank)) {
      isQuoted = !isQuoted;
      isBlank = false;
    } else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = "";
      isBlank = true;
    } else {
      cell += letter;
      isBlank &&= letter === " ";
    }
  }
  return { cells: [...cells, cell.trim()], isOpen: isQuoted };
}
