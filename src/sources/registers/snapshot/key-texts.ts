import type { DatabaseSync } from "node:sqlite";
import { ArrayStatement } from "./array-statement.ts";
import { foldInto, foldRoom } from "./fold-bytes.ts";

/** Rows asked of the database at once. */
const PAGE = 20_000;

/** Room for the usual name; the buffer grows when names are longer. Pages that stay untouched cost no memory. */
const USUAL_NAME = 40;

/** Where a key stands: its owner's id is found by walking back to the start of the name. */
export interface KeyTexts {
  /** For each name: its id in four bytes, a zero, the folded name, a zero. */
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly names: number;
  /** Words that are not the first of their name. */
  readonly words: number;
}

/** Folds the names of all firms into one buffer, in the order of ids. `tick` is called between pages. */
export async function collectNames(db: DatabaseSync, tick: (done: number) => Promise<void>): Promise<KeyTexts> {
  const page = new ArrayStatement<[number, string]>(
    db,
    "SELECT id, name FROM company WHERE id > ? AND name IS NOT NULL ORDER BY id LIMIT ?",
  );
  const rows = Number(db.prepare("SELECT count(*) AS n FROM company").get()?.n ?? 0);
  let bytes = new Uint8Array(rows * USUAL_NAME + (1 << 16));
  let length = 0;
  let names = 0;
  let words = 0;
  let last = -1;
  let done = 0;
  for (;;) {
    const found = page.all(last, PAGE);
    for (const [id, name] of found) {
      const needed = length + foldRoom(name) + 6;
      if (needed > bytes.length) bytes = grown(bytes, Math.max(needed, bytes.length * 2));
      const end = foldInto(name, bytes, length + 5);
      // A name without a letter or digit cannot be searched for.
      if (end === length + 5) continue;
      bytes[length] = id & 0xff;
      bytes[length + 1] = (id >>> 8) & 0xff;
      bytes[length + 2] = (id >>> 16) & 0xff;
      bytes[length + 3] = id >>> 24;
      bytes[length + 4] = 0;
      bytes[end] = 0;
      for (let at = length + 5; at < end; at++) if (bytes[at] === BLANK) words++;
      length = end + 1;
      names++;
    }
    done += found.length;
    await tick(done);
    const end = found.at(-1);
    if (end === undefined) return { bytes, length, names, words };
    last = end[0];
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size);
  larger.set(bytes);
  return larger;
}

/** Lists the positions at which whole names start: as many as there are names. */
export function nameStarts({ bytes, length }: KeyTexts, positions: Uint32Array): void {
  let count = 0;
  for (let at = 5; at < length; at += 6) {
    positions[count++] = at;
    while (bytes[at] !== 0) at++;
  }
}

/** Lists the positions at which the second and every later word of a name starts: as many as there are words. */
export function wordStarts({ bytes, length }: KeyTexts, positions: Uint32Array): void {
  let count = 0;
  for (let at = 5; at < length; at += 6) {
    for (; bytes[at] !== 0; at++) if (bytes[at] === BLANK) positions[count++] = at + 1;
  }
}

const BLANK = 32;

/** The id of the firm in whose name a position lies. */
export function ownerOf(bytes: Uint8Array, position: number): number {
  let at = position - 1;
  while (bytes[at] !== 0) at--;
  return (
    ((bytes[at - 4] ?? 0) |
      ((bytes[at - 3] ?? 0) << 8) |
      ((bytes[at - 2] ?? 0) << 16) |
      ((bytes[at - 1] ?? 0) << 24)) >>>
    0
  );
}
