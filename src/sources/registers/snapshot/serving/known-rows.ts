import type { RowArray } from "../layout/columns.ts";

/** So many rows are kept with what was made of them, about a kilobyte each; what was not read for longest goes first. */
const MOST = 2_000;

/**
 * What was made of rows that fit their checksum. A row is read from the file each time; where every value is what it was
 * before, it fits its checksum as before, and what was made of it is given again: the same object, by which callers see
 * that nothing changed. Callers ask for few firms often: what one types leads to the same ones.
 */
export class KnownRows<T> {
  readonly #rows = new Map<number, { readonly values: RowArray; readonly made: T }>();
  readonly #most: number;

  /** @param most how many rows are kept, at least 1. */
  constructor(most: number = MOST) {
    this.#most = most;
  }

  /** What was made of a row of just these values. */
  get(values: RowArray): T | undefined {
    const id = values[0];
    const known = this.#rows.get(id);
    if (known === undefined || !isSame(known.values, values)) return undefined;
    this.#rows.delete(id);
    this.#rows.set(id, known);
    return known.made;
  }

  /** Keeps what was made of a row that fits its checksum. */
  keep(values: RowArray, made: T): void {
    if (this.#rows.size >= this.#most) {
      const oldest = this.#rows.keys().next().value;
      if (oldest !== undefined) this.#rows.delete(oldest);
    }
    this.#rows.set(values[0], { values, made });
  }
}

function isSame(one: RowArray, other: RowArray): boolean {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return one.length === other.length;
}
