import { type Day, isDay } from "../../../core/day.ts";
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
import {
  type JsonRecord,
  parseRecords,
  recordOf,
  recordsOf,
  statedText,
  textOf,
} from "../snapshot/records/json-record.ts";
import { isNaturalPerson } from "../snapshot/records/natural-person.ts";
import { readNace } from "../snapshot/records/read-nace.ts";
import { entryOn, formerNames } from "./history.ts";

/** From this day on the register states main activities in NACE Rev. 2.1; before it, in Rev. 2. */
const REVISION_2_1_FROM = "2026-01-01";

/** Where no day is known, an entry that begins later cannot be recognized. */
const ANY_DAY = "9999-12-31";

/** The opening of a batch file; records may follow on the same line. */
const BATCH_OPENING = /^\s*\{[^[{]*"results"\s*:\s*\[/;
const EXPORT_DATE = /"exportDate"\s*:\s*"(\d{4}-\d{2}-\d{2})/;

/**
 * Reads an RPO batch (`{"exportDate":…,"results":[`, then a record a line) or one entity a line, see README. The
 * persons in an entity (statutory bodies, stakeholders) are not looked at. Of a sole trader only name and town are
 * kept, of one who has ceased only number and days. `publishedOn` is the day where the file states none; `memory` what
 * an interrupted reader knew.
 */
export function rpoReader(file: string, publishedOn?: Day, memory = ""): LineReader {
  let exportDate: Day | undefined = isDay(memory) ? memory : undefined;
  let isBatch = memory !== "";

  return {
    line(text) {
      let records = text;
      if (!isBatch) {
        const opening = BATCH_OPENING.exec(text.slice(0, 10_000));
        if (opening !== null) {
          isBatch = true;
          const day = EXPORT_DATE.exec(opening[0])?.[1];
          if (day !== undefined && isDay(day)) exportDate = day;
          records = text.slice(opening[0].length);
        }
      }
      const entities = parseRecords(records);
      if (entities === undefined) return { kind: "bad", reason: "no JSON record" };
      const readings = entities.flatMap(read);
      const [only] = readings;
      return only !== undefined && readings.length === 1 ? only : readings;
    },
    publishedOn: () => exportDate,
    memory: () => (isBatch ? (exportDate ?? "batch") : ""),
    end(lines, firms) {
      if (firms === 0 && !isBatch) {
        throw new RegisterFileError(file, Math.max(1, lines), "there is no RPO entity in the file.");
      }
    },
  };

  function read(entity: JsonRecord): readonly Reading[] {
    const day = exportDate ?? publishedOn ?? ANY_DAY;
    const [number, ...others] = numbersOf(entity, day);
    if (number === undefined) return [{ kind: "nothing", odd: "without_number" }];
    const ico = icoNumber(number);
    if (ico === undefined) return [{ kind: "bad", reason: "no usable identifier" }];
    const former = others.flatMap((other) => icoNumber(other) ?? []).filter((each) => each !== ico);
    return [ico, ...former].map((each) => readAs(each, entity, day));
  }

  function readAs(ico: number, entity: JsonRecord, day: Day): Reading {
    const odd: OddKind[] = [];
    if (!isCheckDigitRight(ico)) odd.push("wrong_check_digit");
    const founded = readDay(textOf(entity, "establishment"), odd);
    const ceased = readEnd(statedText(entity, "termination"), founded, odd);
    const form = recordOf(current(recordsOf(entity, "legalForms"), day), "value");
    const legalForm = codeNumber(textOf(form, "code"), 3);
    const isPerson = isNaturalPerson("SK", legalForm);
    const isHidden = isPerson && ceased !== null;
    const main = recordOf(recordOf(entity, "statisticalCodes"), "mainActivity");
    const code = readNace(textOf(main, "code"));
    const isRevision2 = code.length === 5 || (exportDate ?? publishedOn ?? REVISION_2_1_FROM) < REVISION_2_1_FROM;
    const id = entity.id;
    return {
      kind: "record",
      odd,
      record: {
        ico,
        name: isHidden ? null : cleanText(textOf(current(recordsOf(entity, "fullNames"), day), "value")),
        address: isHidden ? null : readAddress(current(recordsOf(entity, "addresses"), day), isPerson),
        town: isHidden ? null : townIn(current(recordsOf(entity, "addresses"), day)),
        former: isPerson ? [] : formerNames(namesOf(entity), day),
        legalForm,
        founded,
        ceased,
        nace2: code !== "" && isRevision2 ? [code] : [],
        nace21: code !== "" && !isRevision2 ? [code] : [],
        size: null,
        employeesMin: null,
        employeesMax: null,
        turnoverEur: null,
        balanceSheetEur: null,
        outcome: null,
        outcomeDay: null,
        entity: typeof id === "number" && Number.isSafeInteger(id) ? id : null,
      },
    };
  }
}

/** An entity has one or two numbers; each is a record of its own, so a hostile row must not make thousands. */
const MOST_NUMBERS = 10;

/** The numbers of an entity, that of the day first: a former one leads to it as well. */
function numbersOf(entity: JsonRecord, day: Day): readonly string[] {
  const history = recordsOf(entity, "identifiers");
  const entries = [current(history, day), ...history].map((entry) =>
    entry === undefined ? undefined : textOf(entry, "value")?.replace(/\s+/g, ""),
  );
  return [...new Set(entries.filter((number) => number !== undefined))].slice(0, MOST_NUMBERS);
}

function current(history: readonly JsonRecord[], day: Day): JsonRecord | undefined {
  return entryOn(history, day, (entry) => ({
    validFrom: textOf(entry, "validFrom"),
    validTo: textOf(entry, "validTo"),
  }));
}

/** The history of the name. */
function namesOf(entity: JsonRecord) {
  return recordsOf(entity, "fullNames").map((entry) => ({
    value: textOf(entry, "value"),
    validFrom: textOf(entry, "validFrom"),
    validTo: textOf(entry, "validTo"),
  }));
}

function townIn(address: JsonRecord | undefined): string | null {
  return address === undefined ? null : cleanText(textOf(recordOf(address, "municipality"), "value"));
}

function readAddress(address: JsonRecord | undefined, isPerson: boolean): string | null {
  if (address === undefined) return null;
  const codes = address.postalCodes;
  const postalCode = Array.isArray(codes) && typeof codes[0] === "string" ? codes[0] : "";
  const town = `${postalCode} ${textOf(recordOf(address, "municipality"), "value") ?? ""}`.trim();
  if (isPerson) return cleanText(town);
  const numbers = [textOf(address, "regNumber"), textOf(address, "buildingNumber")];
  const house = numbers.filter((number) => number !== undefined && number !== "0").join("/");
  const street = `${textOf(address, "street") ?? ""} ${house}`.trim();
  const country = recordOf(address, "country");
  const abroad = textOf(country, "code") === SLOVAKIA ? "" : (textOf(country, "value") ?? "");
  return cleanText([street, town, abroad].filter((part) => part !== "").join(", "));
}

/** Slovakia in the list of countries that RPO uses. */
const SLOVAKIA = "703";
