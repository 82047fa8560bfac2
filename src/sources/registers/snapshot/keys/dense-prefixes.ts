import type { DatabaseSync } from "node:sqlite";
import { FIRST_SK } from "../layout/slots.ts";
import { encodeIds, type StorePrefix, storingPrefixes } from "./frequent.ts";

/** A stretch of sorted keys that share `length` bytes, from key `from` on. */
interface Interval {
  readonly from: number;
  readonly length: number;
}

/** What the search for frequent prefixes goes over, and what it keeps of them. */
interface DenseOptions {
  readonly bytes: Uint8Array;
  /** Where the keys stand in the buffer, sorted, and whose they are. */
  readonly positions: Uint32Array;
  readonly ids: Uint32Array;
  readonly kind: number;
  /** More keys than this make a prefix frequent (K). */
  readonly above: number;
  /** How many first ids are kept per country. */
  readonly keep: number;
}

/**
 * Finds every prefix that more than K keys share and stores its first ids in register order, per country. The keys
 * come one after the other in sorted order: a prefix is shared by neighbours only, so a stack of open intervals
 * is all that is needed.
 */
export class DensePrefixes {
  readonly #options: DenseOptions;
  readonly #store: StorePrefix;
  readonly #open: Interval[] = [{ from: 0, length: 0 }];

  constructor(db: DatabaseSync, options: DenseOptions) {
    this.#options = options;
    this.#store = storingPrefixes(db);
  }

  /** The key at an index shares so many bytes with the one before it; after the last key once more with 0. */
  next(index: number, shared: number): void {
    const open = this.#open;
    let from = index - 1;
    for (;;) {
      const top = open.at(-1);
      if (top === undefined || top.length <= shared) break;
      open.pop();
      from = top.from;
      const parent = Math.max(shared, open.at(-1)?.length ?? 0);
      if (index - from > this.#options.above) this.#write(from, index, parent, top.length);
    }
    if ((open.at(-1)?.length ?? -1) < shared) open.push({ from, length: shared });
  }

  /** All prefixes longer than the surrounding interval's, up to this one's, have the same keys. */
  #write(from: number, to: number, longerThan: number, length: number): void {
    const { bytes, positions, ids, kind, keep } = this.#options;
    const czech = new FirstIds(keep);
    const slovak = new FirstIds(keep);
    for (let index = from; index < to; index++) {
      const id = ids[index] ?? 0;
      (id < FIRST_SK ? czech : slovak).add(id);
    }
    const start = positions[from] ?? 0;
    for (let end = start + longerThan + 1; end <= start + length; end++) {
      // No prefix ends inside a character, and none ends with a blank: queries do not.
      if (((bytes[end] ?? 0) & 0xc0) === 0x80 || bytes[end - 1] === 32) continue;
      const prefix = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
      this.#store(kind, prefix, to - from, czech.bytes(), slovak.bytes());
    }
  }
}

/** How many bytes two zero-terminated keys have in common at their start. */
export function sharedLength(bytes: Uint8Array, a: number, b: number): number {
  let length = 0;
  while (bytes[a + length] === bytes[b + length] && bytes[a + length] !== 0) length++;
  return length;
}

/** The smallest few of many ids, each once. */
class FirstIds {
  readonly #ids: number[] = [];
  readonly #keep: number;
  #limit = Number.POSITIVE_INFINITY;

  constructor(keep: number) {
    this.#keep = keep;
  }

  add(id: number): void {
    const ids = this.#ids;
    // Most ids come when the first ones are known already.
    if (id >= this.#limit) return;
    let at = ids.length;
    while (at > 0 && (ids[at - 1] ?? 0) >= id) at--;
    if (ids[at] === id) return;
    ids.splice(at, 0, id);
    if (ids.length > this.#keep) ids.pop();
    if (ids.length === this.#keep) this.#limit = ids[ids.length - 1] ?? 0;
  }

  /** The ids as stored: four bytes each, smallest first; `null` for none. */
  bytes(): Uint8Array | null {
    return encodeIds(this.#ids);
  }
}
