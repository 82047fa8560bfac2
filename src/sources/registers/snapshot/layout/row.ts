import type { Company } from "../../../../core/company.ts";
import type { Country } from "../../../../core/country.ts";
import type { Ico } from "../../../../core/ico.ts";
import type { Outcome } from "../told/told.ts";
import { decodeNace } from "./nace-text.ts";
import { dayText, formText } from "./number-texts.ts";
import type { Origin } from "./origins.ts";

/** One row of the `company` table. `undefined` never occurs: SQLite knows `null` only. */
export interface Row {
  id: number;
  ico: number;
  name: string | null;
  address: string | null;
  nace: string | null;
  legalForm: number | null;
  size: number | null;
  employeesMin: number | null;
  employeesMax: number | null;
  founded: number | null;
  /** `null` = active, 0 = ceased on an unknown day. */
  ceased: number | null;
  verdict: number | null;
  verdictDay: number | null;
  entity: number | null;
  origin: number;
  /** Id of the outcome that the rules gave at import. */
  class: number;
}

/** The columns in the order of `Row`; `country` follows `id` and is derived from it. */
export const COLUMNS =
  "id, country, ico, name, addr, nace, form, size, emin, emax, dfrom, dto, verdict, vday, entity, origin, class";

export const COLUMN_COUNT = 17;

/** Ids are dealt in ranges of this size, one per country and kind of source, so that one can grow without the others. */
export const RANGE = 1 << 24;

/** The first Slovak id. All Czech ids are smaller: without a country filter Czech firms come first, as elsewhere. */
export const FIRST_SK = RANGE;

/** The country a row belongs to, told by its id. */
export function countryOf(id: number): Country {
  return id < FIRST_SK ? "CZ" : "SK";
}

/** The ids of one country (or of both): from, and up to but not with. */
export function idsOf(country: Country | undefined): readonly [number, number] {
  if (country === "CZ") return [0, FIRST_SK];
  if (country === "SK") return [FIRST_SK, 8 * RANGE];
  return [0, 8 * RANGE];
}

/**
 * The range in which a firm's id is dealt: Slovak firms that the country's own register does not name come after
 * all those that it does, by the best source that knows them. `rank` is the highest rank among its sources.
 */
export function rangeOf(country: Country, rank: number): number {
  return country === "CZ" ? 0 : 4 - rank;
}

/** Fills the values of one row into an array of bindings, `COLUMN_COUNT` of them. */
export function bindRow(row: Row, bindings: (string | number | null)[], at: number): void {
  bindings[at] = row.id;
  bindings[at + 1] = row.id < FIRST_SK ? 0 : 1;
  bindings[at + 2] = row.ico;
  bindings[at + 3] = row.name;
  bindings[at + 4] = row.address;
  bindings[at + 5] = row.nace;
  bindings[at + 6] = row.legalForm;
  bindings[at + 7] = row.size;
  bindings[at + 8] = row.employeesMin;
  bindings[at + 9] = row.employeesMax;
  bindings[at + 10] = row.founded;
  bindings[at + 11] = row.ceased;
  bindings[at + 12] = row.verdict;
  bindings[at + 13] = row.verdictDay;
  bindings[at + 14] = row.entity;
  bindings[at + 15] = row.origin;
  bindings[at + 16] = row.class;
}

/** A row as SQLite hands it over when asked for arrays, in the order of `COLUMNS`. */
export type RowArray = [
  number,
  number,
  number,
  string | null,
  string | null,
  string | null,
  number | null,
  number | null,
  number | null,
  number | null,
  number | null,
  number | null,
  number | null,
  number | null,
  number | null,
  number,
  number,
];

/** Gives the values of a row their names. */
export function rowOf(values: RowArray): Row {
  return {
    id: values[0],
    ico: values[2],
    name: values[3],
    address: values[4],
    nace: values[5],
    legalForm: values[6],
    size: values[7],
    employeesMin: values[8],
    employeesMax: values[9],
    founded: values[10],
    ceased: values[11],
    verdict: values[12],
    verdictDay: values[13],
    entity: values[14],
    origin: values[15],
    class: values[16],
  };
}

const NO_ACTIVITIES = Object.freeze({ nace: Object.freeze([]) });

/** The firm that a row tells. `outcomes` is the whole dictionary, `origin` the row's entry of the other. */
export function companyOf(row: Row, ico: Ico, outcomes: readonly (Outcome | undefined)[], origin: Origin): Company {
  const country: Country = row.id < FIRST_SK ? "CZ" : "SK";
  const verdict = row.verdict === null ? undefined : outcomes[row.verdict];
  return {
    country,
    ico,
    name: row.name,
    address: row.address,
    status: row.ceased === null ? "active" : "ceased",
    foundedOn: row.founded === null ? null : dayText(row.founded),
    ceasedOn: row.ceased === null || row.ceased === 0 ? null : dayText(row.ceased),
    legalForm: row.legalForm === null ? null : formText(row.legalForm),
    ...(row.nace === null ? NO_ACTIVITIES : decodeNace(row.nace)),
    sizeCode: row.size === null ? null : String(row.size).padStart(country === "CZ" ? 3 : 2, "0"),
    headcount:
      row.employeesMin === null || !origin.headcountStands ? null : { min: row.employeesMin, max: row.employeesMax },
    registerVerdict:
      verdict === undefined || row.verdictDay === null
        ? null
        : {
            category: verdict.category,
            sector: verdict.sector,
            reason: verdict.reason,
            updatedAt: dayText(row.verdictDay),
          },
    provenance: origin.provenance,
  };
}
