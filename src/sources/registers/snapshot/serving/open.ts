import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { COUNTRIES, type Country } from "../../../../core/country.ts";
import type { RegisterHolding, RegisterSnapshot, SnapshotOrigin, StatRow } from "../../register.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import { readOrigins, readOutcomes } from "../layout/dictionaries.ts";
import { companyOf, type RowArray, rowOf } from "../layout/row.ts";
import { isRegisterFile, SELECT_ROW } from "../layout/schema.ts";
import { RegisterFileError } from "../told/failure.ts";
import { SAMPLE_RANK } from "../told/formats.ts";
import { prepareSearch, type Scan } from "./search.ts";

/** SQLite's page cache of one open file. Serving stays well under 100 MB with it. */
const CACHE_KIB = 32_768;

export interface OpenOptions {
  /** Is told every stretch of an index that a search reads, for tests of the bound. */
  readonly onScan?: (scan: Scan) => void;
}

/**
 * Opens a published register file for reading. It never changes under the reader (a new one is renamed over it), so
 * it is opened as immutable: no lock calls and no look at its date for each read.
 * @throws RegisterFileError when it is missing, damaged, or no register file of this version.
 */
export function openSnapshot(file: string, options: OpenOptions = {}): RegisterSnapshot {
  const db = openReadOnly(file);
  try {
    return prepare(db, options);
  } catch (cause) {
    db.close();
    throw new RegisterFileError(file, undefined, "the register file is damaged.", { cause });
  }
}

/**
 * Opens the database of a register file, read-only.
 * @throws RegisterFileError as `openSnapshot`.
 */
export function openReadOnly(file: string): DatabaseSync {
  const address = pathToFileURL(file);
  address.searchParams.set("immutable", "1");
  let db: DatabaseSync | undefined;
  let isOurs = false;
  try {
    db = new DatabaseSync(address, { readOnly: true });
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    isOurs = isRegisterFile(db);
  } catch (cause) {
    db?.close();
    throw new RegisterFileError(file, undefined, "the register file cannot be read.", { cause });
  }
  if (!isOurs) {
    db.close();
    throw new RegisterFileError(file, undefined, "this is no register file of this version of Dosah.");
  }
  return db;
}

/** Reads what the file says of itself: version of the rules, K, day of publication and so on. */
export function readState(db: DatabaseSync): Map<string, string> {
  return new Map(
    db
      .prepare("SELECT k, v FROM import_state")
      .all()
      .map(({ k, v }) => [String(k), String(v)]),
  );
}

/**
 * Where a published file is from, without opening it for reading; `undefined` when there is none that can be used.
 */
export function readOrigin(file: string): SnapshotOrigin | undefined {
  let db: DatabaseSync;
  try {
    db = openReadOnly(file);
  } catch {
    return undefined;
  }
  try {
    return originOf(readState(db));
  } catch {
    return undefined;
  } finally {
    db.close();
  }
}

function originOf(state: ReadonlyMap<string, string>): SnapshotOrigin {
  return {
    builtAt: state.get("builtAt") ?? "",
    fetchedAt: state.get("fetchedAt") ?? null,
    fetchedSha256: state.get("fetchedSha256") ?? null,
  };
}

function prepare(db: DatabaseSync, { onScan }: OpenOptions): RegisterSnapshot {
  const state = readState(db);
  const version = state.get("version");
  if (version === undefined) throw new Error("the file has no version: it was never finished");
  const outcomes = readOutcomes(db);
  const origins = readOrigins(db);
  const stats = readStats(db);
  const holdings = readHoldings(db);
  const origin = originOf(state);
  const byIco = new ArrayStatement<RowArray>(db, `${SELECT_ROW} WHERE ico = ? AND country = ?`);
  const search = prepareSearch(db, onScan);
  return {
    version,
    find(ico, country) {
      const values = byIco.get(Number(ico), country === "CZ" ? 0 : 1);
      if (values === undefined) return undefined;
      const row = rowOf(values);
      const tellers = origins[row.origin];
      if (tellers === undefined) throw new Error(`origin ${row.origin} is missing`);
      return companyOf(row, ico, outcomes, tellers);
    },
    search,
    stats: () => stats,
    holdings: () => holdings,
    origin: () => origin,
    close: () => db.close(),
  };
}

function readStats(db: DatabaseSync): readonly StatRow[] {
  const known = readOutcomes(db).filter((outcome) => outcome !== undefined);
  const rows = db.prepare("SELECT country, category, sector, n FROM stat ORDER BY country, category, sector").all();
  return Object.freeze(
    rows.map((row) => ({
      country: countryNamed(row.country),
      category: known.find((outcome) => outcome.category === row.category)?.category ?? "unknown",
      sector: typeof row.sector === "string" ? row.sector : null,
      count: Number(row.n),
    })),
  );
}

function readHoldings(db: DatabaseSync): readonly RegisterHolding[] {
  const sources = db
    .prepare("SELECT country, source, rank, as_of, imported_at, rows FROM source ORDER BY rank DESC")
    .all();
  const holdings = db.prepare("SELECT country, companies, active FROM holding").all();
  return Object.freeze(
    holdings.flatMap((holding) => {
      const own = sources.filter((source) => source.country === holding.country);
      const real = own.filter((source) => Number(source.rank) !== SAMPLE_RANK);
      const dated = (real.length > 0 ? real : own).map((source) => String(source.as_of)).sort();
      const dataAsOf = dated[0];
      if (dataAsOf === undefined) return [];
      return {
        country: countryNamed(holding.country),
        sources: own.map((source) => ({
          id: String(source.source),
          asOf: String(source.as_of),
          importedAt: String(source.imported_at),
          rows: Number(source.rows),
        })),
        companies: Number(holding.companies),
        active: Number(holding.active),
        isSample: real.length < own.length,
        dataAsOf,
      };
    }),
  );
}

function countryNamed(text: unknown): Country {
  const country = COUNTRIES.find((one) => one === text);
  if (country === undefined) throw new Error("a country of the file is unknown");
  return country;
}
