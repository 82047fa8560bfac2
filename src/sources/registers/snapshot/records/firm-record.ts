import type { Category, UnknownReason } from "../../../../core/company.ts";
import type { Day } from "../../../../core/day.ts";

/**
 * What one source says of one firm, as a reader gives it to the importer. Numbers stand for codes and days so that
 * millions of them cost little: a day is `20261121`, a code its digits as a number.
 */
export interface FirmRecord {
  readonly ico: number;
  readonly name: string | null;
  readonly address: string | null;
  readonly legalForm: number | null;
  /** Days, see `dayNumber`. `ceased`: `null` = active, 0 = ceased on a day the source does not give, `UNREADABLE_END`. */
  readonly founded: number | null;
  readonly ceased: number | null;
  /** Activity codes of NACE Rev. 2 and Rev. 2.1, the main one of each first, or `MAIN_UNKNOWN` in its place. */
  readonly nace2: readonly string[];
  readonly nace21: readonly string[];
  readonly size: number | null;
  readonly employeesMin: number | null;
  readonly employeesMax: number | null;
  /** Yearly turnover and balance sheet total of the latest accounts, whole euro. */
  readonly turnoverEur: number | null;
  readonly balanceSheetEur: number | null;
  readonly outcome: Outcome | null;
  /** `null`: the day of publication. */
  readonly outcomeDay: number | null;
  /** Town of the seat, with its part where the source states one, for the search. */
  readonly town?: string | null;
  /** Former names of a legal person, newest first. */
  readonly former?: readonly FormerName[];
  /** Slovak tax number of a legal person. */
  readonly taxNumber?: number | null;
  /** The source's own number of the record, where one firm may have several (RPO). */
  readonly entity: number | null;
}

/** A name that a firm had, and its last day, see `dayNumber`; 0: the source does not give it. */
export interface FormerName {
  readonly name: string;
  readonly until: number;
}

/** A category with its sector and reason, as a register or the rules decide it. */
export interface Outcome {
  readonly category: Category;
  readonly sector: string | null;
  readonly reason: UnknownReason | null;
}

/** What a reader makes of one line. `odd` counts what was read but is strange. */
export type Reading =
  | { readonly kind: "record"; readonly record: FirmRecord; readonly odd: readonly OddKind[] }
  /** A header, a closing bracket, an empty line, a record that is not to be shown. */
  | { readonly kind: "nothing"; readonly odd?: OddKind }
  | { readonly kind: "bad"; readonly reason: string };

/** Strange but usable records, counted in the report of an import. */
const ODD_KINDS = [
  "wrong_check_digit",
  "impossible_date",
  "unreadable_end",
  "without_number",
  "not_public",
  "repeated_number",
  "older_than_known",
  "lost_letters",
] as const;

export type OddKind = (typeof ODD_KINDS)[number];

/** Reads the lines of one opened file. Made anew for each file; `line` is called in the order of the file. */
export interface LineReader {
  /** `number` is 1-based. */
  line(text: string, number: number): Reading | readonly Reading[];
  /** The day of publication that the file itself states, known from its first lines on. */
  publishedOn(): Day | undefined;
  /** What the reader must know to go on in the middle of the file; given to the next one after an interruption. */
  memory(): string;
  /** Called after the last line. @throws RegisterFileError when the file is not whole. */
  end(lines: number, firms: number): void;
}

/** Nothing to say of a line. */
export const NOTHING: Reading = { kind: "nothing" };

/** Names longer than this are cut: no firm has one, and a damaged row must not fill the index. */
const LONGEST_NAME = 1_000;

/** The mark of a letter that was lost before the text came. */
export const LOST_LETTER = "\ufffd";

/**
 * A foreign text as it is stored: trimmed, control characters and runs of blanks made one blank, `null` when empty. A
 * text that has lost letters is not stated: another source may have it whole.
 */
export function cleanText(text: string | undefined): string | null {
  if (text === undefined || text === "") return null;
  const isUsual = isClean(text);
  if (!isUsual && text.includes(LOST_LETTER)) return null;
  const clean = isUsual ? text : text.replace(UNWANTED, " ").trim();
  if (clean === "") return null;
  return clean.length > LONGEST_NAME ? cutName(clean) : clean;
}

/** Cuts between two characters, never inside one. */
function cutName(text: string): string {
  return text
    .slice(0, LONGEST_NAME)
    .replace(/\p{Cs}$/u, "")
    .trimEnd();
}

const UNWANTED = /[\s\p{Cc}\p{Cs}]+/gu;

/** True for nearly every name: printable, no two blanks in a row, none at the ends. Looked at without a pattern. */
function isClean(text: string): boolean {
  let before = 32;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || (code >= 127 && code <= 160) || code >= 0x1680 || (code === 32 && before === 32)) return false;
    before = code;
  }
  return before !== 32;
}

/** `2026-11-21` as 20261121; `undefined` for a day that is not in the calendar. */
export function dayNumber(text: string): number | undefined {
  if (text.length !== 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return undefined;
  const year = digitsAt(text, 0, 4);
  const month = digitsAt(text, 5, 7);
  const day = digitsAt(text, 8, 10);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  return year * 10_000 + month * 100 + day;
}

/**
 * The day at the start of a source's text (`2026-11-21`, also with a time after it); `null` for none. One that is not
 * in the calendar is noted as odd.
 */
export function readDay(text: string | undefined, odd: OddKind[]): number | null {
  if (text === undefined || text === "") return null;
  const day = dayNumber(text.length > 10 ? text.slice(0, 10) : text);
  if (day === undefined) odd.push("impossible_date");
  return day ?? null;
}

/** In the place of a day of end: the source states an end that is no date. */
export const UNREADABLE_END = -1;

/**
 * The day of end in a source's text, `null` for none. An end that cannot be read is noted as odd: it must be known of,
 * because nobody can say of the firm whether it has ceased.
 * @param founded the day of foundation in the same record, where it states one
 */
export function readEnd(text: string | undefined, founded: number | null, odd: OddKind[]): number | null {
  if (text === undefined || text === "") return null;
  const end = endNumber(text, founded);
  if (end === UNREADABLE_END) odd.push("unreadable_end");
  return end;
}

/**
 * As `readEnd`, for a text that states an end: a day, a time may follow. A day before the foundation, or before the
 * numbers by which firms are kept were given out, is what a system writes in place of none (`0001-01-01`, `1900-01-01`).
 */
export function endNumber(text: string, founded: number | null): number {
  if (text.length > 10 && !/[T +Z]/.test(text.charAt(10))) return UNREADABLE_END;
  const day = dayNumber(text.length > 10 ? text.slice(0, 10) : text);
  return day === undefined || day < EARLIEST_END || (founded !== null && day < founded) ? UNREADABLE_END : day;
}

/** Czechoslovakia numbered its firms in the second half of the twentieth century. */
const EARLIEST_END = 19500101;

function digitsAt(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The number behind 6-8 digits of an IČO; `undefined` for anything else and for all zeros. */
export function icoNumber(text: string): number | undefined {
  const length = text.length;
  if (length < 6 || length > 8) return undefined;
  const value = digitsAt(text, 0, length);
  return value <= 0 ? undefined : value;
}

/** True when the mod-11 check digit of the number is right; the same rule as `hasValidCheckDigit` of core. */
export function isCheckDigitRight(ico: number): boolean {
  let rest = Math.trunc(ico / 10);
  let sum = 0;
  for (let weight = 2; weight <= 8; weight++) {
    sum += (rest % 10) * weight;
    rest = Math.trunc(rest / 10);
  }
  return (11 - (sum % 11)) % 10 === ico % 10;
}

/** A code of digits as a number; `null` when it is empty or no such code. */
export function codeNumber(text: string | undefined, digits: number): number | null {
  if (text === undefined || text.length === 0 || text.length > digits) return null;
  const value = digitsAt(text, 0, text.length);
  return value < 0 ? null : value;
}
