import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type { Company } from "../../../../core/company.ts";
import { COUNTRIES, type Country } from "../../../../core/country.ts";
import { MOST_HITS } from "../../query.ts";
import type { RegisterHolding, RegisterSnapshot, SizeRow, SnapshotOrigin, StatRow } from "../../register.ts";
import { prepareKeyBlocks } from "../keys/key-blocks.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import type { RowArray } from "../layout/columns.ts";
import { readOrigins, readOutcomes, readTowns } from "../layout/dictionaries.ts";
import { companyOf, rowOf } from "../layout/row.ts";
import { isReadable, KIND, SCHEMA_VERSION, schemaOf, selectRow } from "../layout/schema.ts";
import { isSealIntact } from "../layout/seal.ts";
import { countryOf, idsOf } from "../layout/slots.ts";
import { DamagedKeys, DamagedRow, isMachineFailure, RegisterFileError, SnapshotDamage } from "../records/failure.ts";
import { SAMPLE_SLOT } from "../records/file-register.ts";
import { KnownRows } from "./known-rows.ts";
import { type Found, prepareSearch, type Scan } from "./search.ts";

/** SQLite's page cache of one open file. Serving stays well under 100 MB with it. */
const CACHE_KIB = 32_768;

export interface OpenOptions {
  /** Is called with every stretch of an index that a search reads, for tests of the bound. */
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
    return prepare(file, db, options);
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
  let schema: number | undefined;
  try {
    db = new DatabaseSync(address, { readOnly: true });
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    schema = schemaOf(db);
  } catch (cause) {
    db?.close();
    throw new RegisterFileError(file, undefined, "the register file cannot be read.", { cause });
  }
  if (isReadable(schema)) return db;
  db.close();
  const reason =
    schema === undefined
      ? "this is no register file of Dosah."
      : `this is no register file of this version of Dosah: its layout is ${schema}, not ${SCHEMA_VERSION}; import or fetch the registers anew.`;
  throw new RegisterFileError(file, undefined, reason);
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
 * What the file says of itself, after a look at the checksum of all that is read when it is opened.
 * @throws Error when that does not fit: the file is damaged.
 */
export function readSealed(db: DatabaseSync): Map<string, string> {
  if (!isSealIntact(db)) throw new Error("the tables of the file do not fit their checksum");
  return readState(db);
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
    return originOf(readState(db), db);
  } catch {
    return undefined;
  } finally {
    db.close();
  }
}

function originOf(state: ReadonlyMap<string, string>, db: DatabaseSync): SnapshotOrigin {
  return {
    builtAt: state.get("builtAt") ?? "",
    fetchedAt: state.get("fetchedAt") ?? null,
    fetchedSha256: state.get("fetchedSha256") ?? null,
    isReplacement: state.has("replacement"),
    hasWordIndex: schemaOf(db) === SCHEMA_VERSION,
  };
}

function prepare(file: string, db: DatabaseSync, { onScan }: OpenOptions): RegisterSnapshot {
  const state = readSealed(db);
  const version = state.get("version");
  if (version === undefined) throw new Error("the file has no version: it was never finished");
  const outcomes = readOutcomes(db);
  const origins = readOrigins(db);
  const stats = readStats(db);
  const sizes = readSizes(state.get("sizes"));
  const holdings = readHoldings(db);
  const origin = originOf(state, db);
  const byIco = new ArrayStatement<RowArray>(db, `${selectRow(db)} WHERE ico = ? AND country = ?`);
  const keys = prepareKeyBlocks(db);
  const search = prepareSearch(db, Number(state.get("dense")), outcomes, readTowns(db), onScan);
  const firms = new KnownRows<Company>();
  return {
    version,
    find(ico, country) {
      try {
        const number = Number(ico);
        const values = byIco.get(number, country === "CZ" ? 0 : 1);
        if (values === undefined) {
          // The index may be what is damaged: only the keys of numbers, which have a checksum, can say "no such firm".
          const [from, to] = idsOf(country);
          if (keys.equal(KIND.ico, ico, from, to, 1).length > 0) throw new DamagedKeys();
          return undefined;
        }
        // An index that leads to the row of another firm is as damaged as a row.
        if (values[1] !== number || countryOf(values[0]) !== country) throw new DamagedRow(values[0]);
        const known = firms.get(values);
        if (known !== undefined) return known;
        const row = rowOf(values);
        const sources = origins[row.origin];
        if (sources === undefined) throw new DamagedRow(row.id);
        const company = Object.freeze(companyOf(row, ico, outcomes, sources));
        firms.keep(values, company);
        return company;
      } catch (cause) {
        throw damageOf(cause, file);
      }
    },
    searchWhole,
    search: (query, country, limit) => searchWhole(query, country, Math.min(limit, MOST_HITS)).hits,
    stats: () => stats,
    sizes: () => sizes,
    holdings: () => holdings,
    origin: () => origin,
    close: () => db.close(),
  };

  function searchWhole(...[query, country, limit]: Parameters<typeof search>): Found {
    try {
      return search(query, country, limit);
    } catch (cause) {
      throw damageOf(cause, file);
    }
  }
}

/**
 * What a failed read of the file means, whatever it threw: what the file holds there is not known. A damaged value may
 * be of a type that cannot be decoded, and a disk that fails gives an I/O error. Only a closed file is a mistake of ours.
 */
function damageOf(cause: unknown, file: string): unknown {
  if (cause instanceof Error && "code" in cause && cause.code === "ERR_INVALID_STATE") return cause;
  const what = isMachineFailure(cause) ? "cannot be read" : "is damaged";
  return new SnapshotDamage(file, undefined, `a part of the register file ${what}.`, { cause });
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

/** The counts by size that the file says of itself; they are sealed with it. */
function readSizes(text: string | undefined): readonly SizeRow[] | null {
  return text === undefined ? null : Object.freeze(JSON.parse(text) as SizeRow[]);
}

/** True for a file, of whatever layout, that says of itself that it holds the shipped sample and nothing else. */
export function isSampleAlone(file: string): boolean {
  let db: DatabaseSync | undefined;
  try {
    db = openReadOnly(file);
    const slots = db.prepare("SELECT DISTINCT slot FROM source").all();
    const isReplacement = readState(db).get("replacement") === "yes";
    return !isReplacement && slots.length > 0 && slots.every(({ slot }) => Number(slot) === SAMPLE_SLOT);
  } catch {
    return false;
  } finally {
    db?.close();
  }
}

function readHoldings(db: DatabaseSync): readonly RegisterHolding[] {
  const sources = db
    .prepare("SELECT country, source, slot, as_of, imported_at, rows FROM source ORDER BY rank DESC")
    .all();
  const holdings = db.prepare("SELECT country, companies, active FROM holding").all();
  return Object.freeze(
    holdings.flatMap((holding) => {
      const own = sources.filter((source) => source.country === holding.country);
      const real = own.filter((source) => Number(source.slot) !== SAMPLE_SLOT);
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
