import { fold } from "../../../../core/fold.ts";
import { prepareKeyBlocks } from "../keys/key-blocks.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import { icoText } from "../layout/number-texts.ts";
import { KIND } from "../layout/schema.ts";
import { countryOf, RANGE } from "../layout/slots.ts";
import { RegisterFileError } from "../records/failure.ts";
import { openReadOnly, openSnapshot } from "../serving/open.ts";
import { removeBuild } from "./files.ts";
import type { BuildOptions } from "./import-options.ts";

/** Firms looked up and searched for before a file is published. */
const SAMPLES = 200;

/**
 * Tries a finished file as a reader would: all rows have their keys, and firms from all over it are found by number
 * and among the keys of their name, of which a search shows only the first. @throws RegisterFileError when one is not; the file is removed then.
 */
export function checkBuild(file: string, options: BuildOptions): void {
  options.onProgress?.({ phase: "check", done: 0, total: 1, rows: 0 });
  try {
    check(file);
  } catch (cause) {
    removeBuild(file);
    if (cause instanceof RegisterFileError) throw cause;
    throw new RegisterFileError(file, undefined, "the new register file did not pass its check.", { cause });
  }
  options.onProgress?.({ phase: "check", done: 1, total: 1, rows: 0 });
}

function check(file: string): void {
  const db = openReadOnly(file);
  const snapshot = openSnapshot(file);
  const keys = prepareKeyBlocks(db);
  try {
    const rows = count(db, "SELECT count(*) FROM company");
    const indexed = count(db, "SELECT count(*) FROM company INDEXED BY company_ico");
    const held = snapshot.holdings().reduce((sum, { companies }) => sum + companies, 0);
    if (rows !== held || indexed !== rows) fail(file, `${rows} rows, ${indexed} in the index, ${held} counted`);
    const row = new ArrayStatement<[number, number, string | null]>(
      db,
      "SELECT id, ico, name FROM company WHERE id >= ? ORDER BY id LIMIT 1",
    );
    for (const id of samplePoints(db)) {
      const found = row.get(id);
      if (found === undefined) continue;
      const [rowId, ico, name] = found;
      const country = countryOf(rowId);
      if (snapshot.find(icoText(ico), country)?.name !== name) fail(file, `firm ${icoText(ico)} is not found`);
      const folded = fold(name ?? "");
      if (folded === "") continue;
      const [own] = keys.equal(KIND.name, folded, rowId, rowId + 1, 1);
      if (own !== rowId || snapshot.search(folded, country, 1).length === 0) {
        fail(file, `firm ${icoText(ico)} is not found by its name`);
      }
    }
  } finally {
    snapshot.close();
    db.close();
  }
}

/** Ids spread evenly over each range of the file. */
function samplePoints(db: ReturnType<typeof openReadOnly>): number[] {
  const ranges = new ArrayStatement<[number, number]>(
    db,
    `SELECT min(id), max(id) FROM company GROUP BY id / ${RANGE}`,
  ).all();
  return ranges.flatMap(([low, high]) =>
    Array.from({ length: SAMPLES }, (_, index) => low + Math.floor(((high - low) * index) / SAMPLES)),
  );
}

function count(db: ReturnType<typeof openReadOnly>, sql: string): number {
  return new ArrayStatement<[number]>(db, sql).get()?.[0] ?? 0;
}

function fail(file: string, reason: string): never {
  throw new RegisterFileError(file, undefined, `the new register file is not sound: ${reason}.`);
}
