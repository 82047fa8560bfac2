import { foldedLength, foldInto } from "./fold-bytes.ts";

/** Bytes for the usual name; the buffer grows when names are longer. Pages that stay untouched cost no memory. */
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

/** Folds names into one buffer, in the order in which they come. `rows` is how many to expect. */
export class NameCollector {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  #names = 0;
  #words = 0;

  constructor(rows: number) {
    this.#bytes = new Uint8Array(rows * USUAL_NAME + (1 << 16));
  }

  add(id: number, name: string): void {
    const at = this.#length;
    const needed = at + foldedLength(name) + 6;
    if (needed > this.#bytes.length) this.#bytes = grown(this.#bytes, Math.max(needed, this.#bytes.length * 2));
    const bytes = this.#bytes;
    const end = foldInto(name, bytes, at + 5);
    // A name without a letter or digit cannot be searched for.
    if (end === at + 5) return;
    bytes[at] = id & 0xff;
    bytes[at + 1] = (id >>> 8) & 0xff;
    bytes[at + 2] = (id >>> 16) & 0xff;
    bytes[at + 3] = id >>> 24;
    bytes[at + 4] = 0;
    bytes[end] = 0;
    for (let index = at + 5; index < end; index++) if (bytes[index] === BLANK) this.#words++;
    this.#length = end + 1;
    this.#names++;
  }

  texts(): KeyTexts {
    return { bytes: this.#bytes, length: this.#length, names: this.#names, words: this.#words };
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
