import type { DatabaseSync } from "node:sqlite";
import type { Day } from "../../../../core/day.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import { decodeFormer } from "../layout/former-names.ts";
import { icoText } from "../layout/number-texts.ts";
import { CREATE_ICO_INDEX, DENSE_IDS, KIND, LIST_ABOVE, recreateSearchTables } from "../layout/schema.ts";
import { DenseIcos } from "./dense-icos.ts";
import { DensePrefixes, sharedLength } from "./dense-prefixes.ts";
import { storingPrefixes } from "./frequent.ts";
import { KeyBlockWriter } from "./key-blocks.ts";
import { type KeyTexts, NameCollector, nameStarts, ownerOf, wordStarts } from "./key-texts.ts";
import { ListWriter } from "./lists.ts";
import { type FirmCounts, scanRows } from "./scan-rows.ts";
import { sortKeys } from "./sort-keys.ts";
import { TownCollector, writeTowns } from "./town-keys.ts";

/** Keys per transaction. */
const TRANSACTION = 200_000;

/** Few firms have former names. */
const USUAL_FORMER = 1_000;

/** Lets other work of the process run between two pieces of this, and tells how far it is. */
export type Tick = (done: number, total: number) => Promise<void>;

/**
 * Makes everything look-ups and search need from the rows: the index by IČO; the keys of numbers, towns, names, word starts
 * and former names, sorted and written in blocks; the prepared first ids of frequent prefixes; the lists of words that
 * many firms have. `denseAbove` is K of the design, `today` the day to count by. Returns what was counted on the way.
 */
export async function writeKeys(db: DatabaseSync, denseAbove: number, today: Day, tick: Tick): Promise<FirmCounts> {
  recreateSearchTables(db);
  db.exec(CREATE_ICO_INDEX);
  await tick(1, 5);
  const rows = Number(db.prepare("SELECT count(*) AS n FROM company").get()?.n ?? 0);
  const names = new NameCollector(rows);
  const former = new NameCollector(USUAL_FORMER);
  const towns = new TownCollector(rows);
  const taxNumbers: (readonly [taxNumber: number, id: number])[] = [];
  const icos = new DenseIcos(denseAbove);
  const counts = await scanRows(
    db,
    today,
    () => tick(1, 5),
    ([id, , , , ico, name, town, formerNames, taxNumber]) => {
      icos.add(id, ico);
      if (name !== null) names.add(id, name);
      if (town !== null) towns.add(id, town);
      for (const each of decodeFormer(formerNames)) former.add(id, each.name);
      if (taxNumber !== null) taxNumbers.push([taxNumber, id]);
    },
  );
  const lists = new ListWriter(db);
  db.exec("BEGIN");
  icos.write(db);
  writeNumbers(db);
  writeTaxNumbers(db, taxNumbers);
  writeTowns(db, towns, lists);
  db.exec("COMMIT");
  await tick(2, 5);
  const texts = names.texts();
  const formerTexts = former.texts();
  // One buffer for all sorts: what a finished sort held would stay in memory until it is collected.
  const buffer = new Uint32Array(2 * Math.max(texts.names, texts.words, formerTexts.names + formerTexts.words));
  const keys = { db, texts, denseAbove, buffer, lists };
  await writeSorted({ ...keys, kind: KIND.name, keep: DENSE_IDS.name }, () => tick(3, 5));
  await writeSorted({ ...keys, kind: KIND.word, keep: DENSE_IDS.word }, () => tick(4, 5));
  await writeSorted({ ...keys, kind: KIND.former, keep: 0, texts: formerTexts }, () => tick(5, 5));
  await tick(5, 5);
  return counts;
}

interface SortedTable {
  readonly db: DatabaseSync;
  readonly kind: (typeof KIND)["name" | "word" | "former"];
  readonly texts: KeyTexts;
  readonly denseAbove: number;
  /** How many ids a frequent prefix keeps; 0: none are prepared. */
  readonly keep: number;
  /** Two numbers for each key. */
  readonly buffer: Uint32Array;
  readonly lists: ListWriter;
}

async function writeSorted(
  { db, kind, texts, denseAbove, keep, buffer, lists }: SortedTable,
  tick: () => Promise<void>,
): Promise<void> {
  const { bytes } = texts;
  const names = kind === KIND.word ? 0 : texts.names;
  const count = names + (kind === KIND.name ? 0 : texts.words);
  const positions = buffer.subarray(0, count);
  const ids = buffer.subarray(count, 2 * count);
  if (names > 0) nameStarts(texts, positions);
  if (count > names) wordStarts(texts, positions.subarray(names));
  // Sorting works in the buffer that holds whose each key is from then on.
  sortKeys(bytes, positions, ids);
  await tick();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const dense = new DensePrefixes({
    bytes,
    positions,
    ids,
    kind,
    whole: { lists, above: LIST_ABOVE },
    ...(keep === 0 ? {} : { first: { store: storingPrefixes(db), above: denseAbove, keep } }),
  });
  const blocks = new KeyBlockWriter(db, kind);
  let before = 0;
  db.exec("BEGIN");
  // All that is done with a key is done at once: going to its text is what costs.
  for (let index = 0; index < count; index++) {
    const position = positions[index] ?? 0;
    const id = ownerOf(bytes, position);
    ids[index] = id;
    if (index > 0) dense.next(index, sharedLength(bytes, before, position));
    before = position;
    blocks.add(text, position, id);
    if (index % TRANSACTION === TRANSACTION - 1) {
      db.exec("COMMIT");
      await tick();
      db.exec("BEGIN");
    }
  }
  blocks.finish();
  if (count > 0) dense.next(count, 0);
  db.exec("COMMIT");
}

/** Writes the numbers of all firms as keys, in the order that their index has already. */
function writeNumbers(db: DatabaseSync): void {
  const page = new ArrayStatement<[number, number, number]>(
    db,
    "SELECT ico, country, id FROM company INDEXED BY company_ico WHERE (ico, country) > (?, ?) ORDER BY ico, country LIMIT 20000",
  );
  const blocks = new KeyBlockWriter(db, KIND.ico);
  let last: readonly [number, number] = [-1, 0];
  for (;;) {
    const rows = page.all(...last);
    for (const [ico, country, id] of rows) {
      blocks.add(Buffer.from(icoText(ico)), 0, id);
      last = [ico, country];
    }
    if (rows.length === 0) break;
  }
  blocks.finish();
}

function writeTaxNumbers(db: DatabaseSync, numbers: (readonly [taxNumber: number, id: number])[]): void {
  const blocks = new KeyBlockWriter(db, KIND.tax);
  // All have ten digits: as texts they stand in the same order.
  for (const [number, id] of numbers.sort(([a, one], [b, other]) => a - b || one - other)) {
    blocks.add(Buffer.from(String(number)), 0, id);
  }
  blocks.finish();
}
