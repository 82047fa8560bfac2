import { DatabaseSync } from "node:sqlite";
import { ArrayStatement } from "./array-statement.ts";
import type { RowArray } from "./columns.ts";
import { readRow } from "./row.ts";
import { checksumOf } from "./row-checksum.ts";
import { SELECT_ROW } from "./schema.ts";
import { sealTables } from "./seal.ts";

/** Gives a register file the layout before (4): without towns, former names, tax numbers and lists. */
export function asFormerLayout(file: string): void {
  const db = new DatabaseSync(file);
  const rows = new ArrayStatement<RowArray>(db, SELECT_ROW).all().map((values) => readRow(values).row);
  const update = db.prepare("UPDATE company SET checksum = ? WHERE id = ?");
  for (const row of rows) update.run(checksumOf({ ...row, town: null, former: null, taxNumber: null }), row.id);
  db.exec(`DROP TABLE list; DROP TABLE chunk; DROP TABLE town; DELETE FROM key_block WHERE number >= ${3 * 2 ** 27};
    ALTER TABLE company DROP COLUMN town; ALTER TABLE company DROP COLUMN former;
    ALTER TABLE company DROP COLUMN dic; PRAGMA user_version = 4`);
  sealTables(db);
  db.close();
}
