import type { DatabaseSync } from "node:sqlite";
import { SHORTEST_ICO_PREFIX } from "../../query.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import { DENSE_IDS, KIND } from "../layout/schema.ts";
import { FIRST_SK } from "../layout/slots.ts";
import { encodeIds, storingPrefixes } from "./frequent.ts";

/** The longest beginning of a number whose firms are counted in memory. */
const LONGEST_COUNTED = 5;

/** The numbers that start with some digits: from, and up to but not with. */
export function icoRange(digits: string): readonly [number, number] {
  const step = 10 ** (8 - digits.length);
  const from = Number(digits) * step;
  return [from, from + step];
}

/** Counts and first ids of all prefixes of one length. */
interface Level {
  readonly divisor: number;
  readonly counts: Uint32Array;
  /** Ids come in ascending order, so the first ones are the first ones. */
  readonly czech: Uint32Array;
  readonly slovak: Uint32Array;
}

/** Finds the IČO prefixes that more than K firms share and their first ids in register order, per country. */
export class DenseIcos {
  readonly #above: number;
  readonly #levels: readonly Level[];

  constructor(above: number) {
    this.#above = above;
    this.#levels = Array.from({ length: LONGEST_COUNTED - SHORTEST_ICO_PREFIX + 1 }, (_, index) => {
      const prefixes = 10 ** (SHORTEST_ICO_PREFIX + index);
      return {
        divisor: 100_000_000 / prefixes,
        counts: new Uint32Array(prefixes),
        czech: new Uint32Array(prefixes * DENSE_IDS.ico),
        slovak: new Uint32Array(prefixes * DENSE_IDS.ico),
      };
    });
  }

  /** Takes the next firm, in ascending order of ids. */
  add(id: number, ico: number): void {
    for (const { divisor, counts, czech, slovak } of this.#levels) {
      const prefix = Math.trunc(ico / divisor);
      counts[prefix] = (counts[prefix] ?? 0) + 1;
      const ids = id < FIRST_SK ? czech : slovak;
      const end = (prefix + 1) * DENSE_IDS.ico;
      // The last place is filled when all are: nothing is left to note of most firms.
      if (ids[end - 1] !== 0) continue;
      let at = end - DENSE_IDS.ico;
      while (ids[at] !== 0) at++;
      ids[at] = id;
    }
  }

  /** Stores the frequent ones. The index by IČO must be there. */
  write(db: DatabaseSync): void {
    const store = storingPrefixes(db);
    for (const { divisor, counts, czech, slovak } of this.#levels) {
      const length = 8 - Math.round(Math.log10(divisor));
      counts.forEach((count, prefix) => {
        if (count <= this.#above) return;
        const digits = String(prefix).padStart(length, "0");
        store(KIND.ico, digits, count, firstIds(czech, prefix), firstIds(slovak, prefix));
        if (length === LONGEST_COUNTED) this.#writeLonger(db, digits);
      });
    }
  }

  /** Longer prefixes have few firms: only with a small K are any of them frequent. */
  #writeLonger(db: DatabaseSync, digits: string): void {
    const most = 2 * 10 ** (8 - digits.length - 1);
    if (digits.length === 8 || most <= this.#above) return;
    const find = new ArrayStatement<[number]>(
      db,
      "SELECT id FROM company INDEXED BY company_ico WHERE ico >= ? AND ico < ? ORDER BY id",
    );
    const store = storingPrefixes(db);
    for (let digit = 0; digit < 10; digit++) {
      const longer = `${digits}${digit}`;
      const ids = find.all(...icoRange(longer)).map(([id]) => id);
      if (ids.length <= this.#above) continue;
      const czech = ids.filter((id) => id < FIRST_SK).slice(0, DENSE_IDS.ico);
      const slovak = ids.filter((id) => id >= FIRST_SK).slice(0, DENSE_IDS.ico);
      store(KIND.ico, longer, ids.length, encodeIds(czech), encodeIds(slovak));
      this.#writeLonger(db, longer);
    }
  }
}

function firstIds(ids: Uint32Array, prefix: number): Uint8Array | null {
  const own = ids.subarray(prefix * DENSE_IDS.ico, (prefix + 1) * DENSE_IDS.ico);
  return encodeIds([...own].filter((id) => id !== 0));
}
