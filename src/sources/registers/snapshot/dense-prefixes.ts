import type { DatabaseSync } from "node:sqlite";
import { FIRST_SK } from "./row.ts";

/** Keys in sorted order: where each stands in the buffer, and whose it is. */
export interface SortedKeys {
  readonly bytes: Uint8Array;
  readonly positions: Uint32Array;
  readonly ids: Uint32Array;
}

/** A stretch of sorted keys that share `length` bytes, from key `from` on. */
interface Interval {
  from: number;
  length: number;
}

/**
 * Finds every prefix that more than `above` keys share and stores its first ids in register order, per country. One
 * pass over the sorted keys with a stack of open intervals: a prefix is shared by neighbours only.
 */
export function writeDensePrefixes(
  db: DatabaseSync,
  keys: SortedKeys,
  kind: number,
  above: number,
  keep: number,
): number {
  const insert = db.prepare("INSERT INTO dense VALUES (?, ?, ?, ?, ?)");
  const { bytes, positions, ids } = keys;
  const open: Interval[] = [{ from: 0, length: 0 }];
  let written = 0;
  for (let index = 1; index <= positions.length; index++) {
    const shared = index === positions.length ? 0 : sharedLength(bytes, positions, index);
    let from = index - 1;
    for (;;) {
      const top = open.at(-1);
      if (top === undefined || top.length <= shared) break;
      open.pop();
      from = top.from;
      const parent = Math.max(shared, open.at(-1)?.length ?? 0);
      if (index - from > above) written += writeInterval(from, index, parent, top.length);
    }
    if ((open.at(-1)?.length ?? -1) < shared) open.push({ from, length: shared });
  }
  return written;

  /** All prefixes longer than the surrounding interval's, up to this one's, have the same keys. */
  function writeInterval(from: number, to: number, longerThan: number, length: number): number {
    const czech = new FirstIds(keep);
    const slovak = new FirstIds(keep);
    for (let index = from; index < to; index++) {
      const id = ids[index] ?? 0;
      (id < FIRST_SK ? czech : slovak).add(id);
    }
    const start = positions[from] ?? 0;
    let count = 0;
    for (let end = start + longerThan + 1; end <= start + length; end++) {
      // No prefix ends inside a character, and none ends with a blank: queries do not.
      if (((bytes[end] ?? 0) & 0xc0) === 0x80 || bytes[end - 1] === 32) continue;
      const prefix = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
      insert.run(kind, prefix, to - from, czech.bytes(), slovak.bytes());
      count++;
    }
    return count;
  }
}

function sharedLength(bytes: Uint8Array, positions: Uint32Array, index: number): number {
  const a = positions[index - 1] ?? 0;
  const b = positions[index] ?? 0;
  let length = 0;
  while (bytes[a + length] === bytes[b + length] && bytes[a + length] !== 0) length++;
  return length;
}

/** The smallest few of many ids, each once. */
export class FirstIds {
  readonly #ids: number[] = [];
  readonly #keep: number;

  constructor(keep: number) {
    this.#keep = keep;
  }

  add(id: number): void {
    const ids = this.#ids;
    const last = ids.at(-1);
    if (ids.length === this.#keep && last !== undefined && id >= last) return;
    let at = ids.length;
    while (at > 0 && (ids[at - 1] ?? 0) >= id) at--;
    if (ids[at] === id) return;
    ids.splice(at, 0, id);
    if (ids.length > this.#keep) ids.pop();
  }

  /** The ids as stored: four bytes each, smallest first; `null` for none. */
  bytes(): Uint8Array | null {
    return encodeIds(this.#ids);
  }
}

/** Ids as stored in `dense`: four bytes each, little-endian on every machine. */
export function encodeIds(ids: readonly number[]): Uint8Array | null {
  if (ids.length === 0) return null;
  const view = new DataView(new ArrayBuffer(ids.length * 4));
  ids.forEach((id, index) => {
    view.setUint32(index * 4, id, true);
  });
  return new Uint8Array(view.buffer);
}

/** The ids behind stored bytes. */
export function decodeIds(bytes: Uint8Array | null): number[] {
  if (bytes === null) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ids: number[] = [];
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) ids.push(view.getUint32(at, true));
  return ids;
}
