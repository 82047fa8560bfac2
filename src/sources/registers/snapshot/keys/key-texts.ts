import { fold } from "../../../../core/fold.ts";

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

/** Below this code point `fold` treats each character by itself: no combining marks, no letters that look around. */
const TABLE_SIZE = 0x250;

const SEPARATOR = 0;

/**
 * What `fold` makes of each single character, as UTF-8 in the low bytes of a number; 0 = a blank. Taken from `fold`
 * itself, so the two cannot drift apart (a test compares them on any text).
 */
const table = Uint32Array.from({ length: TABLE_SIZE }, (_, code) => {
  const bytes = Buffer.from(fold(String.fromCharCode(code)));
  if (bytes.length > 3) throw new Error(`the fold of character ${code} is too long for the table`);
  return bytes.reduce((packed, byte, index) => packed | (byte << (8 * index)), 0);
});

/**
 * Writes the folded form of a name as UTF-8, ten times as fast as `fold` for Slovak and Czech names.
 * Returns the position after it. The buffer must be large enough: three bytes a character, nine for rare scripts.
 */
export function foldInto(name: string, buffer: Uint8Array, at: number): number {
  let end = at;
  let isBlankDue = false;
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index);
    if (code >= TABLE_SIZE) return foldSlowly(name, buffer, at);
    let packed = table[code] ?? SEPARATOR;
    if (packed === SEPARATOR) {
      isBlankDue = end > at;
      continue;
    }
    if (isBlankDue) {
      buffer[end++] = 32;
      isBlankDue = false;
    }
    for (; packed !== 0; packed >>>= 8) buffer[end++] = packed & 0xff;
  }
  return end;
}

function foldSlowly(name: string, buffer: Uint8Array, at: number): number {
  const bytes = Buffer.from(fold(name));
  buffer.set(bytes, at);
  return at + bytes.length;
}

/** The most bytes the folded form of a name can take. */
export function foldedLength(name: string): number {
  return name.length * 9;
}
