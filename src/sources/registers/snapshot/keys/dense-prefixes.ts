import { FIRST_SK } from "../layout/slots.ts";
import { encodeIds, type StorePrefix } from "./frequent.ts";
import type { ListWriter } from "./lists.ts";

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
  /** First ids of prefixes that more than K keys share, so many per country; absent where none are prepared. */
  readonly first?: { readonly store: StorePrefix; readonly above: number; readonly keep: number };
  /** All firms of a beginning of one word that more keys than this share. */
  readonly whole: { readonly lists: ListWriter; readonly above: number };
}

/**
 * Finds every prefix that many keys share, and stores its first ids in register order, per country, and a list of all of
 * them where it is the beginning of one word. The keys come one after the other in sorted order: a prefix is shared by neighbours only, so a stack of open intervals
 * is all that is needed.
 */
export class DensePrefixes {
  readonly #options: DenseOptions;
  readonly #open: Interval[] = [{ from: 0, length: 0 }];

  constructor(options: DenseOptions) {
    this.#options = options;
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
      const { first, whole } = this.#options;
      if (first !== undefined && index - from > first.above) this.#writeFirst(from, index, parent, top.length, first);
      if (index - from > whole.above) this.#writeWhole(from, index, parent, top.length, whole.lists);
    }
    if ((open.at(-1)?.length ?? -1) < shared) open.push({ from, length: shared });
  }

  #writeFirst(
    from: number,
    to: number,
    longerThan: number,
    length: number,
    { store, keep }: NonNullable<DenseOptions["first"]>,
  ): void {
    const { ids, kind } = this.#options;
    const czech = new FirstIds(keep);
    const slovak = new FirstIds(keep);
    for (let index = from; index < to; index++) {
      const id = ids[index] ?? 0;
      (id < FIRST_SK ? czech : slovak).add(id);
    }
    for (const prefix of this.#prefixes(from, longerThan, length)) {
      store(kind, prefix, to - from, czech.bytes(), slovak.bytes());
    }
  }

  #writeWhole(from: number, to: number, longerThan: number, length: number, lists: ListWriter): void {
    const { ids, kind } = this.#options;
    const prefixes = this.#prefixes(from, longerThan, length).filter((text) => text.length > 1 && !text.includes(" "));
    lists.add(kind, prefixes, prefixes.length === 0 ? NO_IDS : ids.slice(from, to));
  }

  /** All prefixes longer than the surrounding interval's, up to this one's: they have the same keys. */
  #prefixes(from: number, longerThan: number, length: number): string[] {
    const { bytes, positions } = this.#options;
    const start = positions[from] ?? 0;
    const prefixes: string[] = [];
    for (let end = start + longerThan + 1; end <= start + length; end++) {
      // No prefix ends inside a character, and none ends with a blank: queries do not.
      if (((bytes[end] ?? 0) & 0xc0) === 0x80 || bytes[end - 1] === 32) continue;
      prefixes.push(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8"));
    }
    return prefixes;
  }
}

const NO_IDS = new Uint32Array();

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
