import type { DatabaseSync } from "node:sqlite";
import type { Day } from "../../../../core/day.ts";
import { CREATE_ICO_INDEX, DENSE_IDS, insertSql, KIND, recreateSearchTables } from "../layout/schema.ts";
import { DenseIcos } from "./dense-icos.ts";
import { DensePrefixes, sharedLength } from "./dense-prefixes.ts";
import { type KeyTexts, NameCollector, nameStarts, ownerOf, wordStarts } from "./key-texts.ts";
import { type FirmCounts, scanRows } from "./scan-rows.ts";
import { sortKeys } from "./sort-keys.ts";

/** Keys per transaction, and keys bound at once. */
const TRANSACTION = 200_000;
const AT_ONCE = 32;

/** Lets other work of the process run between two pieces of this, and tells how far it is. */
export type Tick = (done: number, total: number) => Promise<void>;

/**
 * Makes everything search needs from the rows: the index by IČO, the keys of names and of word starts, sorted in
 * typed arrays and written in key order, and the prepared first ids of frequent prefixes.
 * `denseAbove` is K of the design, `today` the day to count by. Returns what was counted on the way.
 */
export async function writeKeys(db: DatabaseSync, denseAbove: number, today: Day, tick: Tick): Promise<FirmCounts> {
  recreateSearchTables(db);
  db.exec(CREATE_ICO_INDEX);
  await tick(1, 4);
  const rows = Number(db.prepare("SELECT count(*) AS n FROM company").get()?.n ?? 0);
  const names = new NameCollector(rows);
  const icos = new DenseIcos(denseAbove);
  const counts = await scanRows(
    db,
    today,
    () => tick(1, 4),
    (id, ico, name) => {
      icos.add(id, ico);
      if (name !== null) names.add(id, name);
    },
  );
  db.exec("BEGIN");
  icos.write(db);
  db.exec("COMMIT");
  const texts = names.texts();
  // One buffer for both sorts: what a finished sort held would stay in memory until it is collected.
  const buffer = new Uint32Array(2 * Math.max(texts.names, texts.words));
  const keys = { db, texts, denseAbove, buffer };
  await writeSorted({ ...keys, table: "name_key", kind: KIND.name, keep: DENSE_IDS.name }, () => tick(2, 4));
  await writeSorted({ ...keys, table: "token_key", kind: KIND.word, keep: DENSE_IDS.word }, () => tick(3, 4));
  await tick(4, 4);
  return counts;
}

interface SortedTable {
  readonly db: DatabaseSync;
  readonly table: "name_key" | "token_key";
  readonly kind: (typeof KIND)["name" | "word"];
  readonly texts: KeyTexts;
  readonly denseAbove: number;
  /** How many ids a frequent prefix keeps. */
  readonly keep: number;
  /** Two numbers for each key. */
  readonly buffer: Uint32Array;
}

async function writeSorted(
  { db, table, kind, texts, denseAbove, keep, buffer }: SortedTable,
  tick: () => Promise<void>,
) {
  const { bytes } = texts;
  const count = kind === KIND.name ? texts.names : texts.words;
  const positions = buffer.subarray(0, count);
  const ids = buffer.subarray(count, 2 * count);
  if (kind === KIND.name) nameStarts(texts, positions);
  else wordStarts(texts, positions);
  // Sorting works in the buffer that holds whose each key is from then on.
  sortKeys(bytes, positions, ids);
  await tick();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const dense = new DensePrefixes(db, { bytes, positions, ids, kind, above: denseAbove, keep });
  const many = db.prepare(insertSql(table, 2, AT_ONCE));
  const one = db.prepare(insertSql(table, 2, 1));
  const bindings: (string | number)[] = [];
  let before = 0;
  db.exec("BEGIN");
  // All that is done with a key is done at once: going to its text is what costs.
  for (let index = 0; index < count; index++) {
    const position = positions[index] ?? 0;
    const id = ownerOf(bytes, position);
    ids[index] = id;
    if (index > 0) dense.next(index, sharedLength(bytes, before, position));
    before = position;
    bindings.push(keyAt(text, position), id);
    if (bindings.length === AT_ONCE * 2) {
      many.run(...bindings);
      bindings.length = 0;
    }
    if (index % TRANSACTION === TRANSACTION - 1) {
      db.exec("COMMIT");
      await tick();
      db.exec("BEGIN");
    }
  }
  for (let at = 0; at < bindings.length; at += 2) one.run(bindings[at] ?? "", bindings[at + 1] ?? 0);
  if (count > 0) dense.next(count, 0);
  db.exec("COMMIT");
}

/** The key that starts at a position. Nearly all are ASCII, which is read four times as fast. */
function keyAt(text: Buffer, start: number): string {
  let end = start;
  let bits = 0;
  for (let byte = text[end] ?? 0; byte !== 0; byte = text[++end] ?? 0) bits |= byte;
  return bits < 0x80 ? text.toString("latin1", start, end) : text.toString("utf8", start, end);
}
