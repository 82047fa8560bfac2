import { type Day, isDay } from "../../../core/day.ts";
import { MAIN_UNKNOWN } from "../snapshot/layout/nace-text.ts";
import { RegisterFileError } from "../snapshot/records/failure.ts";
import {
  cleanText,
  codeNumber,
  icoNumber,
  isCheckDigitRight,
  type LineReader,
  NOTHING,
  type OddKind,
  type Reading,
  readDay,
  readEnd,
} from "../snapshot/records/firm-record.ts";
import { isNaturalPerson } from "../snapshot/records/natural-person.ts";
import { readNace } from "../snapshot/records/read-nace.ts";
import type { ActivityIndex } from "./activity-index.ts";
import { splitRecord } from "./split-record.ts";

/** The columns we read, by the names in the header row: columns were added over time. */
const COLUMNS = ["ICO", "DDATVZN", "DDATZAN", "FORMA", "KATPO", "NACE", "NACE2025", "FIRMA", "TEXTADR"] as const;

/** Columns that older publications may lack. */
const OPTIONAL = ["PSC", "OBEC_TEXT", "COBCE_TEXT", "ULICE_TEXT", "CDOM", "COR", "DATPLAT"] as const;

type Column = (typeof COLUMNS)[number] | (typeof OPTIONAL)[number];

/**
 * Reads `res_data.csv` of the Czech statistical office, see README. Of a sole trader only name and town are kept, of
 * one who has ceased only number and days, as the office itself publishes most of them.
 * `activities` is the index of `res_pf_nace.csv`, if that file is there; `memory` what an interrupted reader knew.
 */
export function resReader(file: string, activities?: ActivityIndex, memory = ""): LineReader {
  const cells: string[] = [];
  let header = "";
  let at: Record<Column, number> | undefined;
  let width = 0;
  let validOn: Day | undefined;
  if (memory !== "") {
    const [line = "", day = ""] = memory.split("\n");
    readHeaderLine(line, 1);
    if (isDay(day)) validOn = day;
  }

  return {
    line(text, number) {
      if (at === undefined) {
        readHeaderLine(text, number);
        return NOTHING;
      }
      return text === "" ? NOTHING : readRow(text, at);
    },
    publishedOn: () => validOn,
    memory: () => `${header}\n${validOn ?? ""}`,
    end() {
      if (at === undefined) throw new RegisterFileError(file, 1, "the file is empty.");
    },
  };

  function readHeaderLine(text: string, number: number): void {
    const count = splitRecord(text, cells);
    at = readHeader(file, number, cells.slice(0, Math.max(0, count)));
    width = count;
    header = text;
  }

  function readRow(text: string, at: Record<Column, number>): Reading {
    const count = splitRecord(text, cells);
    if (count === -1) return { kind: "bad", reason: "a quote is not closed" };
    if (count !== width) return { kind: "bad", reason: `${count} columns instead of ${width}` };
    const ico = icoNumber(cell(at.ICO));
    if (ico === undefined) return { kind: "bad", reason: "no usable ICO" };
    if (validOn === undefined && at.DATPLAT !== -1 && isDay(cell(at.DATPLAT))) validOn = cell(at.DATPLAT);
    const odd: OddKind[] = [];
    if (!isCheckDigitRight(ico)) odd.push("wrong_check_digit");
    const founded = readDay(cell(at.DDATVZN), odd);
    const ceased = readEnd(cell(at.DDATZAN), founded, odd);
    const legalForm = codeNumber(cell(at.FORMA), 3);
    const isPerson = isNaturalPerson("CZ", legalForm);
    const isHidden = isPerson && ceased !== null;
    const own = activities?.of(ico);
    return {
      kind: "record",
      odd,
      record: {
        ico,
        name: isHidden ? null : cleanText(cell(at.FIRMA)),
        address: isHidden ? null : readAddress(at, isPerson),
        town: isHidden ? null : cleanText(`${cell(at.OBEC_TEXT)} ${isPerson ? "" : cell(at.COBCE_TEXT)}`),
        legalForm,
        founded,
        ceased,
        nace2: withMain(readNace(cell(at.NACE)), own?.nace2),
        nace21: withMain(readNace(cell(at.NACE2025)), own?.nace21),
        size: codeNumber(cell(at.KATPO), 3),
        employeesMin: null,
        employeesMax: null,
        turnoverEur: null,
        balanceSheetEur: null,
        outcome: null,
        outcomeDay: null,
        entity: null,
      },
    };
  }

  function cell(index: number): string {
    return index === -1 ? "" : (cells[index] ?? "");
  }

  function readAddress(at: Record<Column, number>, isPerson: boolean): string | null {
    const town = `${cell(at.PSC)} ${cell(at.OBEC_TEXT)}`.trim();
    if (isPerson) return cleanText(town);
    const whole = cleanText(cell(at.TEXTADR));
    if (whole !== null) return whole;
    const house = [cell(at.CDOM), cell(at.COR)].filter((part) => part !== "").join("/");
    const street = `${cell(at.ULICE_TEXT)} ${house}`.trim();
    return cleanText([street, town].filter((part) => part !== "").join(", "));
  }
}

function readHeader(file: string, line: number, names: readonly string[]): Record<Column, number> {
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new RegisterFileError(file, line, `this is no res_data.csv, columns are missing: ${missing.join(", ")}.`);
  }
  const index = (name: Column) => names.indexOf(name);
  return {
    ICO: index("ICO"),
    DDATVZN: index("DDATVZN"),
    DDATZAN: index("DDATZAN"),
    FORMA: index("FORMA"),
    KATPO: index("KATPO"),
    NACE: index("NACE"),
    NACE2025: index("NACE2025"),
    FIRMA: index("FIRMA"),
    TEXTADR: index("TEXTADR"),
    PSC: index("PSC"),
    OBEC_TEXT: index("OBEC_TEXT"),
    COBCE_TEXT: index("COBCE_TEXT"),
    ULICE_TEXT: index("ULICE_TEXT"),
    CDOM: index("CDOM"),
    COR: index("COR"),
    DATPLAT: index("DATPLAT"),
  };
}

const NO_CODES: readonly string[] = [];

/** The main code first, or that it is not known; the others after it in the order of the file, none twice. */
function withMain(main: string, others: readonly string[] | undefined): readonly string[] {
  if (others === undefined || others.length === 0) return main === "" ? NO_CODES : [main];
  const codes = [main === "" ? MAIN_UNKNOWN : main];
  for (const code of others) if (!codes.includes(code)) codes.push(code);
  return codes;
}
