import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { ArrayStatement } from "../../src/sources/registers/snapshot/layout/array-statement.ts";
import { COLUMN_COUNT, type RowArray } from "../../src/sources/registers/snapshot/layout/columns.ts";
import { bindRow, rowOf } from "../../src/sources/registers/snapshot/layout/row.ts";
import { createTables, insertSql, SELECT_ROW } from "../../src/sources/registers/snapshot/layout/schema.ts";
import { openReadOnly } from "../../src/sources/registers/snapshot/serving/open.ts";
import { percentile, timed } from "./timing.ts";

/** R and B: the same rows into `company` alone, no index, no parsing; the seconds, rows a second, bytes of the file. */
export function insertAlone(file: string, target: string): { rowsPerSecond: number; bytes: number; seconds: number } {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(target + suffix, { force: true });
  const from = openReadOnly(file);
  const db = new DatabaseSync(target);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -32768");
  createTables(db);
  const page = new ArrayStatement<RowArray>(from, `${SELECT_ROW} WHERE id > ? ORDER BY id LIMIT 40000`);
  const many = db.prepare(insertSql("company", COLUMN_COUNT, 8));
  let rows = 0;
  let spent = 0;
  for (let last = -1; ; ) {
    const found = page.all(last);
    const end = found.at(-1);
    if (end === undefined) break;
    last = end[0];
    const named = found.map(rowOf);
    const bindings: (string | number | null)[] = [];
    const started = performance.now();
    db.exec("BEGIN");
    for (const row of named) {
      bindRow(row, bindings, bindings.length);
      if (bindings.length === 8 * COLUMN_COUNT) {
        many.run(...bindings);
        bindings.length = 0;
        rows += 8;
      }
    }
    db.exec("COMMIT");
    spent += performance.now() - started;
  }
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const bytes = Number(db.prepare("PRAGMA page_count").get()?.page_count) * 4_096;
  db.close();
  from.close();
  rmSync(target, { force: true });
  return { rowsPerSecond: (rows / spent) * 1_000, bytes, seconds: spent / 1_000 };
}

/** U: the median of one prepared look-up by number and country with all columns, in milliseconds. */
export function bareLookup(file: string, icos: readonly number[]): { median: number; p99: number } {
  const db = openReadOnly(file);
  const statement = new ArrayStatement<RowArray>(db, `${SELECT_ROW} WHERE ico = ? AND country = ?`);
  const look = (ico: number) => statement.get(ico, 0) ?? statement.get(ico, 1);
  const known = icos.filter((ico) => statement.get(ico, 0) !== undefined);
  const spent = timed(known, look, 4);
  db.close();
  return { median: percentile(spent, 0.5), p99: percentile(spent, 0.99) };
}
