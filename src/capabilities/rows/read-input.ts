import type { Problem } from "../../core/problem.ts";
import { ServiceError } from "../../core/problem.ts";
import { type Encoding, NotText, typedTextOf } from "../../core/text-of.ts";
import type { FirmColumn, HeaderWords } from "./columns.ts";
import { type ReadRows, readObjectRows, readRows } from "./read-rows.ts";

/** The most rows and bytes that one input may have. */
export const MOST_ROWS = 5_000;
export const MOST_ROW_BYTES = 1024 * 1024;

/** Rows as they came: a text, or objects of JSON. */
export interface RowsInput {
  readonly text?: Uint8Array | string | undefined;
  readonly rows?: readonly unknown[] | undefined;
}

/** What was read, and in which encoding; `null` for what came as text or objects already. */
export interface RowsRead<Column extends string> extends ReadRows<Column> {
  readonly encoding: Encoding | null;
}

/**
 * Reads rows whichever way they came.
 * @param most rows that are taken
 * @throws ServiceError `not_text`, `too_many_rows`, `invalid_arguments` without any row
 */
export function readRowsInput<Column extends string>(
  { text, rows }: RowsInput,
  words: HeaderWords<Column | FirmColumn>,
  most: number = MOST_ROWS,
): RowsRead<Column | FirmColumn> {
  const read = readEither(text, rows, words);
  if (read.rows.length > most) throw new ServiceError(tooManyRows(most));
  if (read.rows.length === 0) throw new ServiceError(noRows);
  return read;
}

function readEither<Column extends string>(
  text: RowsInput["text"],
  rows: RowsInput["rows"],
  words: HeaderWords<Column | FirmColumn>,
): RowsRead<Column | FirmColumn> {
  if (text === undefined) return { ...readObjectRows(rows ?? [], words), encoding: null };
  const decoded = typeof text === "string" ? { text, encoding: null } : decode(text);
  // A paste may have lost letters, or carry bytes of a file.
  if (/[\0\ufffd]/.test(decoded.text)) throw new ServiceError(notText);
  return { ...readRows(decoded.text, words), encoding: decoded.encoding };
}

function decode(bytes: Uint8Array) {
  try {
    return typedTextOf(bytes);
  } catch (error) {
    if (error instanceof NotText) throw new ServiceError(notText);
    throw error;
  }
}

const notText: Problem = {
  code: "not_text",
  field: "rows",
  standsFor: "data",
  message: {
    sk: "Toto nie je čitateľný text.",
    cs: "Toto není čitelný text.",
    en: "This is no readable text.",
  },
  nextStep: {
    sk: "V tabuľkovom programe zvoľte Uložiť ako, CSV UTF-8, alebo bunky skopírujte a vložte.",
    cs: "V tabulkovém programu zvolte Uložit jako, CSV UTF-8, nebo buňky zkopírujte a vložte.",
    en: "Choose Save as, CSV UTF-8 in the spreadsheet program, or copy the cells and paste them.",
  },
};

const noRows: Problem = {
  code: "invalid_arguments",
  field: "rows",
  standsFor: "data",
  message: { sk: "Nie je tu žiadny riadok.", cs: "Není tu žádný řádek.", en: "There are no rows." },
  nextStep: {
    sk: "Pošlite aspoň jedno IČO alebo názov.",
    cs: "Pošlete alespoň jedno IČO nebo název.",
    en: "Send at least one number or name.",
  },
};

function tooManyRows(most: number): Problem {
  return {
    code: "too_many_rows",
    field: "rows",
    standsFor: "data",
    message: {
      sk: `Naraz sa dá poslať najviac ${most} riadkov.`,
      cs: `Najednou lze poslat nejvýše ${most} řádků.`,
      en: `At most ${most} rows can be sent at once.`,
    },
    nextStep: { sk: "Rozdeľte ich na viac častí.", cs: "Rozdělte je na více částí.", en: "Split them into parts." },
  };
}
