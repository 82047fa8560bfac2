import { RegisterFileError } from "../snapshot/records/failure.ts";
import {
  cleanText,
  codeNumber,
  icoNumber,
  isCheckDigitRight,
  type LineReader,
  type OddKind,
  type Reading,
  readDay,
  readEnd,
} from "../snapshot/records/firm-record.ts";
import { type JsonRecord, parseRecords, statedText, textOf } from "../snapshot/records/json-record.ts";
import { isNaturalPerson } from "../snapshot/records/natural-person.ts";
import { readNace } from "../snapshot/records/read-nace.ts";

/** Units in these states are not to be shown; the register leaves hardly more than the id of them. */
const NOT_PUBLIC: readonly string[] = ["ZMAZANÉ", "NEVEREJNÁ"];

/**
 * Reads RÚZ accounting units, one a line, see README: the size code, the activity in NACE Rev. 2 and, where RPO does
 * not know the firm, everything else. The file states no day of publication.
 * `memory` is what an interrupted reader knew.
 */
export function ruzReader(file: string, memory = ""): LineReader {
  let units = Number(memory);

  return {
    line(text) {
      const records = parseRecords(text);
      if (records === undefined) return { kind: "bad", reason: "no JSON record" };
      const only = records.length === 1 ? records[0] : undefined;
      return only === undefined ? records.map(read) : read(only);
    },
    publishedOn: () => undefined,
    memory: () => String(units),
    end(lines) {
      if (units === 0) {
        throw new RegisterFileError(file, Math.max(1, lines), "there is no RÚZ accounting unit in the file.");
      }
    },
  };

  function read(unit: JsonRecord): Reading {
    const state = textOf(unit, "stav");
    if (state !== undefined && NOT_PUBLIC.includes(state)) {
      units++;
      return { kind: "nothing", odd: "not_public" };
    }
    const number = textOf(unit, "ico");
    if (number === undefined) return { kind: "nothing", odd: "without_number" };
    units++;
    const ico = icoNumber(number.replace(/\s+/g, ""));
    if (ico === undefined) return { kind: "bad", reason: "no usable ico" };
    const odd: OddKind[] = [];
    if (!isCheckDigitRight(ico)) odd.push("wrong_check_digit");
    const founded = readDay(textOf(unit, "datumZalozenia"), odd);
    const ceased = readEnd(statedText(unit, "datumZrusenia"), founded, odd);
    const legalForm = codeNumber(textOf(unit, "pravnaForma"), 3);
    const isPerson = isNaturalPerson("SK", legalForm);
    const isHidden = isPerson && ceased !== null;
    const code = readNace(textOf(unit, "skNace"));
    return {
      kind: "record",
      odd,
      record: {
        ico,
        name: isHidden ? null : cleanText(textOf(unit, "nazovUJ")),
        address: isHidden ? null : readAddress(unit, isPerson),
        town: isHidden ? null : cleanText(textOf(unit, "mesto")),
        taxNumber: isPerson ? null : readTaxNumber(textOf(unit, "dic")),
        legalForm,
        founded,
        ceased,
        nace2: code === "" ? [] : [code],
        nace21: [],
        size: codeNumber(textOf(unit, "velkostOrganizacie"), 2),
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
}

/** Ten digits as a number; anything else is no Slovak tax number. */
function readTaxNumber(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{9}$/.test(text) ? Number(text) : null;
}

function readAddress(unit: JsonRecord, isPerson: boolean): string | null {
  const town = `${textOf(unit, "psc") ?? ""} ${textOf(unit, "mesto") ?? ""}`.trim();
  const street = isPerson ? "" : (textOf(unit, "ulica") ?? "");
  return cleanText([street, town].filter((part) => part !== "").join(", "));
}
