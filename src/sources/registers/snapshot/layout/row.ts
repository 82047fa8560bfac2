import type { Company } from "../../../../core/company.ts";
import type { Country } from "../../../../core/country.ts";
import type { Ico } from "../../../../core/ico.ts";
import type { Activities } from "../../../../core/nace.ts";
import { DamagedRow } from "../records/failure.ts";
import { type Outcome, UNREADABLE_END } from "../records/firm-record.ts";
import { decodeAccounts } from "./accounts.ts";
import type { Row, RowArray } from "./columns.ts";
import { decodeNace } from "./nace-text.ts";
import { dayText, endText, formText, sizeText } from "./number-texts.ts";
import type { Origin } from "./origins.ts";
import { checksumOf } from "./row-checksum.ts";
import { FIRST_SK } from "./slots.ts";

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
  bindings[at + 15] = row.accounts;
  bindings[at + 16] = row.origin;
  bindings[at + 17] = row.class;
  bindings[at + 18] = checksumOf(row);
  bindings[at + 19] = row.town;
  bindings[at + 20] = row.former;
  bindings[at + 21] = row.taxNumber;
}

/**
 * Gives the values of a row their names, and says whether they fit the checksum of the row: as a whole, and what a search
 * shows of them.
 */
export function readRow(values: RowArray): { row: Row; isIntact: boolean; isShownIntact: boolean } {
  const row: Row = {
    id: values[0],
    ico: values[1],
    name: values[2],
    address: values[3],
    nace: values[4],
    legalForm: values[5],
    size: values[6],
    employeesMin: values[7],
    employeesMax: values[8],
    founded: values[9],
    ceased: values[10],
    verdict: values[11],
    verdictDay: values[12],
    entity: values[13],
    accounts: values[14],
    origin: values[15],
    class: values[16],
    town: values[18],
    former: values[19],
    taxNumber: values[20],
  };
  const checksum = checksumOf(row);
  return { row, isIntact: checksum === values[17], isShownIntact: checksum >>> 16 === values[17] >>> 16 };
}

/**
 * Gives the values of a row their names.
 * @throws DamagedRow when they do not fit the checksum of the row.
 */
export function rowOf(values: RowArray): Row {
  const { row, isIntact } = readRow(values);
  if (!isIntact) throw new DamagedRow(row.id);
  return row;
}

const NO_ACTIVITIES: Activities = Object.freeze({ nace: Object.freeze([]) });

/** The firm of a row. `outcomes` is the whole dictionary, `origin` the row's entry of the other. */
export function companyOf(row: Row, ico: Ico, outcomes: readonly (Outcome | undefined)[], origin: Origin): Company {
  const country: Country = row.id < FIRST_SK ? "CZ" : "SK";
  const verdict = row.verdict === null ? undefined : outcomes[row.verdict];
  const activities = row.nace === null ? NO_ACTIVITIES : decodeNace(row.nace);
  const company: Company = {
    country,
    ico,
    name: row.name,
    address: row.address,
    status: row.ceased === null ? "active" : row.ceased === UNREADABLE_END ? "unreadable" : "ceased",
    foundedOn: row.founded === null ? null : dayText(row.founded),
    ceasedOn: endText(row.ceased) ?? null,
    legalForm: row.legalForm === null ? null : formText(row.legalForm),
    nace: activities.nace,
    sizeCode: row.size === null ? null : sizeText(row.size, country),
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
  // Few rows have these. Spreading them into every firm would cost more than the rest of this function.
  if (activities.mainUnknown === undefined && row.accounts === null) return company;
  const { mainUnknown } = activities;
  return {
    ...company,
    ...(mainUnknown === undefined ? {} : { mainUnknown }),
    ...(row.accounts === null ? {} : decodeAccounts(row.accounts)),
  };
}
