import type { DatabaseSync } from "node:sqlite";
import { COLUMNS, COLUMNS_OF_4 } from "./columns.ts";

/** `dosr`: marks a register file of ours in SQLite's header. */
export const APPLICATION_ID = 0x646f7372;

/** Raised whenever an older Dosah could not read the file, or would misread it. */
export const SCHEMA_VERSION = 5;

/** Layout 5 only adds to it: such a file is served without what is searched by lists, and the next import goes on from it. */
export const FORMER_SCHEMA = 4;

/** From how many entries on a prefix gets its first ids prepared (K of the design). */
export const DENSE_ABOVE = 500;

/** How many ids a dense prefix keeps per country: ten answers, and for word starts nine that were shown already. */
export const DENSE_IDS = { name: 10, word: 20, ico: 10 } as const;

/** From how many keys of one kind on the beginning of a word has its firms in a list. A word is asked for in two kinds. */
export const LIST_ABOVE = 1_000;

/**
 * What a search key, a frequent prefix of it, and a list is taken from: the name, its later words and joined initials, the
 * number, the words of the town (each with a blank behind), former names and their later words, the Slovak tax number.
 */
export const KIND = { name: 0, word: 1, ico: 2, town: 3, former: 4, tax: 5 } as const;

/** In the place of the firms of a town word that has a list: the key says that there is one. */
export const IN_LIST = 0xffff_ffff;

/** The tables that hold the facts. Search tables are made after the rows, in key order. */
const TABLES = `
  CREATE TABLE company (
    id INTEGER PRIMARY KEY, country INTEGER NOT NULL, ico INTEGER NOT NULL, name TEXT, addr TEXT, nace TEXT,
    form INTEGER, size INTEGER, emin INTEGER, emax INTEGER, dfrom INTEGER, dto INTEGER,
    verdict INTEGER, vday INTEGER, entity INTEGER, accounts TEXT, origin INTEGER NOT NULL, class INTEGER NOT NULL,
    checksum INTEGER NOT NULL, town INTEGER, former TEXT, dic INTEGER
  );
  CREATE TABLE town (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
  CREATE TABLE outcome (id INTEGER PRIMARY KEY, category TEXT NOT NULL, sector TEXT, reason TEXT);
  CREATE TABLE origin (id INTEGER PRIMARY KEY, sources TEXT NOT NULL);
  CREATE TABLE source (
    country TEXT NOT NULL, source TEXT NOT NULL, slot INTEGER NOT NULL, rank INTEGER NOT NULL, as_of TEXT NOT NULL,
    imported_at TEXT NOT NULL, rows INTEGER NOT NULL, PRIMARY KEY (country, source)
  );
  CREATE TABLE holding (country TEXT PRIMARY KEY, companies INTEGER NOT NULL, active INTEGER NOT NULL);
  CREATE TABLE stat (country TEXT NOT NULL, category TEXT NOT NULL, sector TEXT, n INTEGER NOT NULL);
  CREATE TABLE import_state (k TEXT PRIMARY KEY, v TEXT NOT NULL) WITHOUT ROWID;
`;

const SEARCH_TABLES = `
  CREATE TABLE key_block (number INTEGER PRIMARY KEY, keys BLOB NOT NULL, checksum INTEGER NOT NULL);
  CREATE TABLE key_start (
    kind INTEGER NOT NULL, t TEXT NOT NULL, id INTEGER NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (kind, t, id)
  ) WITHOUT ROWID;
  CREATE TABLE dense (
    kind INTEGER NOT NULL, p TEXT NOT NULL, n INTEGER NOT NULL, ids_cz BLOB, ids_sk BLOB,
    checksum INTEGER NOT NULL, PRIMARY KEY (kind, p)
  ) WITHOUT ROWID;
  CREATE TABLE list (
    kind INTEGER NOT NULL, p TEXT NOT NULL, n INTEGER NOT NULL, number INTEGER NOT NULL, checksum INTEGER NOT NULL,
    PRIMARY KEY (kind, p)
  ) WITHOUT ROWID;
  CREATE TABLE chunk (number INTEGER PRIMARY KEY, ids BLOB NOT NULL, checksum INTEGER NOT NULL);
`;

/** Lays an empty register file out. */
export function createTables(db: DatabaseSync): void {
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; ${TABLES}`);
}

/** Empties what is derived from the rows, so that it can be made anew. */
export function recreateSearchTables(db: DatabaseSync): void {
  db.exec(`
    DROP INDEX IF EXISTS company_ico; DROP TABLE IF EXISTS key_block; DROP TABLE IF EXISTS key_start;
    DROP TABLE IF EXISTS dense; DROP TABLE IF EXISTS list; DROP TABLE IF EXISTS chunk; ${SEARCH_TABLES}
  `);
}

export const CREATE_ICO_INDEX = "CREATE UNIQUE INDEX company_ico ON company (ico, country)";

/** An insert of several rows at once: binding them together costs half of binding them one by one. */
export function insertSql(table: string, columns: number, rows: number): string {
  const row = `(${new Array<string>(columns).fill("?").join(",")})`;
  return `INSERT INTO ${table} VALUES ${new Array<string>(rows).fill(row).join(",")}`;
}

/** Writes a row in place, with the same bindings as an insert of one row. */
export const UPDATE_ROW = `UPDATE company SET ${COLUMNS.split(", ")
  .map((column, index) => `${column} = ?${index + 1}`)
  .slice(2)
  .join(", ")} WHERE id = ?1 AND country = ?2`;

/** Reads rows of the present layout; the country is in the id. */
export const SELECT_ROW = `SELECT ${COLUMNS.replace("country, ", "")} FROM company`;

/** The same of an open file, which may be of the former layout. */
export function selectRow(db: DatabaseSync): string {
  if (schemaOf(db) !== FORMER_SCHEMA) return SELECT_ROW;
  return `SELECT ${COLUMNS_OF_4.replace("country, ", "")}, NULL, NULL, NULL FROM company`;
}

/** Gives a copy of a file of the former layout the present one; its search tables are to be made anew. */
export function upgrade(db: DatabaseSync): void {
  if (schemaOf(db) !== FORMER_SCHEMA) return;
  db.exec(`
    ALTER TABLE company ADD COLUMN town INTEGER; ALTER TABLE company ADD COLUMN former TEXT;
    ALTER TABLE company ADD COLUMN dic INTEGER; CREATE TABLE town (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
    PRAGMA user_version = ${SCHEMA_VERSION}
  `);
}

/** True for a layout that is read. */
export function isReadable(schema: number | undefined): boolean {
  return schema === SCHEMA_VERSION || schema === FORMER_SCHEMA;
}

/** The layout of an open database; `undefined` when it is no register file at all. */
export function schemaOf(db: DatabaseSync): number | undefined {
  const id = db.prepare("PRAGMA application_id").get()?.application_id;
  const version = db.prepare("PRAGMA user_version").get()?.user_version;
  return id === APPLICATION_ID ? Number(version) : undefined;
}
