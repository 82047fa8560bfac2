import { CATEGORIES, UNKNOWN_REASONS } from "../../../core/company.ts";
import type { Country } from "../../../core/country.ts";
import { type Day, isDay } from "../../../core/day.ts";
import { RegisterFileError } from "../snapshot/records/failure.ts";
import {
  cleanText,
  icoNumber,
  isCheckDigitRight,
  type LineReader,
  NOTHING,
  type OddKind,
  type Outcome,
  type Reading,
  readDay,
} from "../snapshot/records/firm-record.ts";
import { isRecord, type JsonRecord, textOf } from "../snapshot/records/json-record.ts";
import { readNace } from "../snapshot/records/read-nace.ts";

/**
 * Reads the open-data register's NDJSON, see README: a header line with the number of firms, then a firm a line.
 * A file with another number of firms than its header says is rejected: half a publication would take verdicts away.
 * `memory` is what an interrupted reader knew.
 */
export function nis2RegisterReader(file: string, country: Country, memory = ""): LineReader {
  let header: { readonly count: number; readonly version: Day | undefined } | undefined;
  let firms = 0;
  if (memory !== "") {
    const [count, version = "", read] = memory.split(" ");
    header = { count: Number(count), version: isDay(version) ? version : undefined };
    firms = Number(read);
  }

  return {
    line(text, number) {
      if (text.trim() === "") return NOTHING;
      const record = parse(text);
      if (header === undefined) {
        header = readHeader(file, number, country, record);
        return NOTHING;
      }
      if (record === undefined) {
        firms++;
        return { kind: "bad", reason: "no JSON record" };
      }
      if (record.type !== "company") return NOTHING;
      firms++;
      return readFirm(record, country);
    },
    publishedOn: () => header?.version,
    memory: () => (header === undefined ? "" : `${header.count} ${header.version ?? "-"} ${firms}`),
    end(lines) {
      if (header === undefined) throw new RegisterFileError(file, 1, "the file is empty.");
      if (firms !== header.count) {
        throw new RegisterFileError(
          file,
          lines,
          `the file holds ${firms} firms, its header says ${header.count}: it is not whole.`,
        );
      }
    },
  };
}

function readHeader(file: string, line: number, country: Country, record: JsonRecord | undefined) {
  const count = record?.count;
  if (record?.type !== "header" || typeof count !== "number" || !Number.isSafeInteger(count) || count < 0) {
    throw new RegisterFileError(file, line, 'the first line must be {"type":"header", "count": …}.');
  }
  if (record.country !== undefined && record.country !== country) {
    throw new RegisterFileError(file, line, `the file is of another country than ${country}.`);
  }
  const version = textOf(record, "registerVersion")?.slice(0, 10);
  return { count, version: version !== undefined && isDay(version) ? version : undefined };
}

function readFirm(record: JsonRecord, country: Country): Reading {
  if (record.country !== undefined && record.country !== country) return { kind: "bad", reason: "another country" };
  const ico = icoNumber((textOf(record, "ico") ?? "").replace(/\s+/g, ""));
  if (ico === undefined) return { kind: "bad", reason: "no usable ico" };
  const odd: OddKind[] = [];
  if (!isCheckDigitRight(ico)) odd.push("wrong_check_digit");
  const code = readNace(textOf(record, "nace"));
  const revision = textOf(record, "naceRevision");
  const min = wholeNumber(record.employeesMin);
  const max = wholeNumber(record.employeesMax);
  return {
    kind: "record",
    odd,
    record: {
      ico,
      name: cleanText(textOf(record, "name")),
      address: null,
      legalForm: null,
      founded: null,
      ceased: record.status === "terminated" ? 0 : null,
      nace2: code !== "" && revision === "2" ? [code] : [],
      nace21: code !== "" && revision === "2.1" ? [code] : [],
      size: null,
      employeesMin: min ?? (max === null ? null : 0),
      employeesMax: max === null || (min !== null && max < min) ? null : max,
      turnoverEur: null,
      balanceSheetEur: null,
      outcome: readOutcome(record),
      outcomeDay: readDay(textOf(record, "updatedAt"), odd),
      entity: null,
    },
  };
}

/** Values that are not in the contract count as `unknown` or as nothing; the register may grow. */
function readOutcome(record: JsonRecord): Outcome {
  const category = CATEGORIES.find((one) => one === record.category) ?? "unknown";
  // The register writes `waste_management`, our sectors are `waste-management`.
  const sector = textOf(record, "sector")?.toLowerCase().replaceAll("_", "-");
  return {
    category,
    sector: sector !== undefined && /^[a-z][a-z0-9-]{1,63}$/.test(sector) ? sector : null,
    reason: category === "unknown" ? (UNKNOWN_REASONS.find((one) => one === record.reason) ?? null) : null,
  };
}

function wholeNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function parse(text: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
