import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { FORMER_SCHEMA, schemaOf } from "./schema.ts";

/**
 * The small tables, read once when a file is opened: all that rows refer to, and what is counted. `NOT INDEXED`: the
 * index of a key has copies of its columns, and it is the rows that are served.
 */
const TABLES = [
  "SELECT id, category, sector, reason FROM outcome ORDER BY id",
  "SELECT id, sources FROM origin ORDER BY id",
  "SELECT country, source, slot, rank, as_of, imported_at, rows FROM source NOT INDEXED ORDER BY country, source",
  "SELECT country, companies, active FROM holding NOT INDEXED ORDER BY country",
  "SELECT country, category, sector, n FROM stat ORDER BY country, category, sector, n",
  "SELECT k, v FROM import_state WHERE k <> 'seal' ORDER BY k",
] as const;

const TOWNS = "SELECT id, text FROM town ORDER BY id";

/** Writes the checksum of the small tables into a finished file; rows have their own, see `row-checksum.ts`. */
export function sealTables(db: DatabaseSync): void {
  db.prepare("REPLACE INTO import_state VALUES ('seal', ?)").run(sealOf(db));
}

/** True when the small tables of a file are as they were sealed. */
export function isSealIntact(db: DatabaseSync): boolean {
  return db.prepare("SELECT v FROM import_state WHERE k = 'seal'").get()?.v === sealOf(db);
}

function sealOf(db: DatabaseSync): string {
  const hash = createHash("sha256");
  const tables = schemaOf(db) === FORMER_SCHEMA ? TABLES : [...TABLES, TOWNS];
  for (const sql of tables) hash.update(JSON.stringify(db.prepare(sql).all()));
  return hash.digest("hex");
}
