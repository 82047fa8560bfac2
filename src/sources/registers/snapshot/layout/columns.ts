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
  /** `null` = active, 0 = ceased on an unknown day, -1 = the stated end cannot be read (`UNREADABLE_END`). */
  ceased: number | null;
  verdict: number | null;
  verdictDay: number | null;
  entity: number | null;
  /** Turnover and balance sheet total, see `accounts.ts`. */
  accounts: string | null;
  origin: number;
  /** Id of the outcome that the rules gave at import. */
  class: number;
}

/** The columns in the order of `Row`; `country` follows `id` and is derived from it, `checksum` is that of all others. */
export const COLUMNS =
  "id, country, ico, name, addr, nace, form, size, emin, emax, dfrom, dto, verdict, vday, entity, accounts, origin, class, checksum";

export const COLUMN_COUNT = 19;

/** The columns that are read: the country is in the id. */
export const READ_COLUMNS = COLUMNS.replace("country, ", "");

/** A row as SQLite returns it when asked for arrays, in the order of `READ_COLUMNS`. */
export type RowArray = [
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
  string | null,
  number,
  number,
  number,
];
