import type { BlockList } from "./block-list.ts";

/** A firm's codes of both revisions, in the order of the file. */
export interface FirmActivities {
  readonly nace2: readonly string[];
  readonly nace21: readonly string[];
}

/**
 * All activities of `res_pf_nace.csv`, by firm. Runs of codes are those of the file: a firm whose rows do not stand
 * together has several.
 */
export class ActivityIndex {
  /** Rows that hold a code, and rows that could not be read. */
  readonly rows: number;
  readonly bad: number;
  readonly #codes: BlockList;
  readonly #icos: BlockList;
  readonly #starts: BlockList;
  /** Positions of the runs by IČO, where the file is not in that order already. */
  readonly #order: Uint32Array | undefined;
  #cursor = 0;

  constructor(codes: BlockList, icos: BlockList, starts: BlockList, isAscending: boolean, rows: number, bad: number) {
    this.#codes = codes;
    this.#icos = icos;
    this.#starts = starts;
    this.rows = rows;
    this.bad = bad;
    this.#order = isAscending ? undefined : orderOf(icos);
  }

  /** The codes of a firm; `undefined` when the file names none. Fastest when asked in ascending order. */
  of(ico: number): FirmActivities | undefined {
    let run = this.#find(ico);
    if (run >= this.#icos.length || this.#icoAt(run) !== ico) return undefined;
    const nace2: string[] = [];
    const nace21: string[] = [];
    for (; run < this.#icos.length && this.#icoAt(run) === ico; run++) {
      const position = this.#order?.[run] ?? run;
      const end = position + 1 < this.#starts.length ? this.#starts.at(position + 1) : this.#codes.length;
      for (let at = this.#starts.at(position); at < end; at++) {
        const packed = this.#codes.at(at);
        const codes = packed >>> 20 === 0 ? nace2 : nace21;
        const code = unpack(packed);
        if (!codes.includes(code)) codes.push(code);
      }
    }
    this.#cursor = run;
    return { nace2, nace21 };
  }

  /** The first run whose number is not smaller, found near the last one when questions come in order. */
  #find(ico: number): number {
    let low = 0;
    let high = this.#icos.length;
    const cursor = this.#cursor;
    if (cursor < high && this.#icoAt(cursor) >= ico) {
      if (cursor === 0 || this.#icoAt(cursor - 1) < ico) return cursor;
      high = cursor;
    } else if (cursor < high) {
      low = cursor + 1;
      for (let step = 1; low + step < high; step *= 2) {
        if (this.#icoAt(low + step) < ico) low += step;
        else {
          high = low + step;
          break;
        }
      }
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#icoAt(middle) < ico) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #icoAt(run: number): number {
    return this.#icos.at(this.#order?.[run] ?? run);
  }
}

/** Run positions sorted by IČO, then by place in the file. Both fit in a double, which sorts without a comparator. */
function orderOf(icos: BlockList): Uint32Array {
  const keys = new Float64Array(icos.length);
  for (let run = 0; run < icos.length; run++) keys[run] = icos.at(run) * 2 ** 26 + run;
  keys.sort();
  return Uint32Array.from(keys, (key) => key % 2 ** 26);
}

const texts = new Map<number, string>();

/** A packed code (bit 20 revision, bits 17-19 length, below the digits) as text. */
function unpack(packed: number): string {
  let text = texts.get(packed);
  if (text === undefined) {
    text = String(packed & 0x1ffff).padStart((packed >>> 17) & 7, "0");
    texts.set(packed, text);
  }
  return text;
}
