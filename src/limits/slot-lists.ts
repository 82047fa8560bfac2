/** No slot: the end of a list. */
export const NONE = -1;

/** Several doubly linked lists over the numbers of one table's slots; each slot is in at most one of the lists. */
export class SlotLists {
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  #before = new Int32Array(0);
  #after = new Int32Array(0);

  constructor(lists: number) {
    this.#first = new Int32Array(lists).fill(NONE);
    this.#last = new Int32Array(lists).fill(NONE);
  }

  /** Allocates slots below `capacity`. */
  grow(capacity: number): void {
    this.#before = widened(this.#before, capacity);
    this.#after = widened(this.#after, capacity);
  }

  /** The slot that was appended first, or `NONE`. */
  first(list: number): number {
    return this.#first[list] ?? NONE;
  }

  /** The slot after this one, or `NONE`. */
  next(slot: number): number {
    return this.#after[slot] ?? NONE;
  }

  append(list: number, slot: number): void {
    const last = this.#last[list] ?? NONE;
    this.#before[slot] = last;
    this.#after[slot] = NONE;
    if (last === NONE) this.#first[list] = slot;
    else this.#after[last] = slot;
    this.#last[list] = slot;
  }

  /** Takes a slot out of the list that it is in. */
  remove(list: number, slot: number): void {
    const before = this.#before[slot] ?? NONE;
    const after = this.#after[slot] ?? NONE;
    if (before === NONE) this.#first[list] = after;
    else this.#after[before] = after;
    if (after === NONE) this.#last[list] = before;
    else this.#before[after] = before;
  }
}

function widened(old: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const wide = new Int32Array(capacity);
  wide.set(old);
  return wide;
}
