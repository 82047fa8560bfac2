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
  /** Id of the town of the seat, see `Dictionaries`. */
  town: number | null;
  /** Names that a legal person had before, see `former-names.ts`. */
  former: string | null;
  /** Slovak tax number of a legal person, ten digits; only searched for, never shown. */
  taxNumber: number | null;
}

/** The columns of layout 4; `country` follows `id` and is derived from it, `checksum` is that of all others. */
export const COLUMNS_OF_4 =
  "id, country, ico, name, addr, nace, form, size, emin, emax, dfrom, dto, verdict, vday, entity, accounts, origin, class, checksum";

/** The columns in the order in which they stand in the table: those of layout 5 are added behind. */
export const COLUMNS = `${COLUMNS_OF_4}, town, former, dic`;

export const COLUMN_COUNT = 22;

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
  number | null,
  string | null,
  number | null,
];
