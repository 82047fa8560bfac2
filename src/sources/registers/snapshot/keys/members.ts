/*
 * The firms of a list by chunks of 65 536 ids: of each chunk the lower 16 bits of the ids, as ascending numbers or, where
 * there are many, as one bit for each.
 */

/** Ascending lower halves of ids, or 65 536 bits. */
export type Members = Uint16Array | Uint32Array;

/** With more members than this the bits take less room. */
const MOST_NUMBERS = 4_096;

const WORDS = 2_048;

/** The members as stored, little-endian: two bytes each, or 8 192 bytes of bits. */
export function encodeMembers(lows: Uint16Array): Buffer {
  if (lows.length <= MOST_NUMBERS) {
    const bytes = Buffer.allocUnsafe(lows.length * 2);
    for (let at = 0; at < lows.length; at++) bytes.writeUInt16LE(lows[at] ?? 0, at * 2);
    return bytes;
  }
  const bytes = Buffer.alloc(WORDS * 4);
  for (const low of lows) bytes[low >> 3] = (bytes[low >> 3] ?? 0) | (1 << (low & 7));
  return bytes;
}

export function decodeMembers(bytes: Uint8Array): Members {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length === WORDS * 4) return Uint32Array.from({ length: WORDS }, (_, at) => view.getUint32(at * 4, true));
  return Uint16Array.from({ length: bytes.length >> 1 }, (_, at) => view.getUint16(at * 2, true));
}

/** The members of both. */
export function intersect(a: Members, b: Members): Members {
  if (a instanceof Uint32Array) {
    if (b instanceof Uint16Array) return intersect(b, a);
    return a.map((word, at) => word & (b[at] ?? 0));
  }
  if (b instanceof Uint32Array) return a.filter((low) => ((b[low >> 5] ?? 0) & (1 << (low & 31))) !== 0);
  const [few, many] = a.length < b.length ? [a, b] : [b, a];
  let from = 0;
  return few.filter((low) => {
    from = placeOf(many, low, from);
    return many[from] === low;
  });
}

/** The members of either. */
export function union(a: Members, b: Members): Members {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const bits = new Uint32Array(WORDS);
  for (const members of [a, b]) {
    if (members instanceof Uint32Array)
      for (let at = 0; at < WORDS; at++) bits[at] = (bits[at] ?? 0) | (members[at] ?? 0);
    else for (const low of members) bits[low >> 5] = (bits[low >> 5] ?? 0) | (1 << (low & 31));
  }
  return bits;
}

/** The lower halves in ascending order. */
export function* numbersOf(members: Members): Generator<number> {
  if (members instanceof Uint16Array) yield* members;
  else {
    for (let at = 0; at < members.length; at++) {
      for (let word = members[at] ?? 0; word !== 0; word &= word - 1) yield at * 32 + 31 - Math.clz32(word & -word);
    }
  }
}

/** True for a chunk without any member. */
export function isEmpty(members: Members): boolean {
  return members instanceof Uint16Array ? members.length === 0 : members.every((word) => word === 0);
}

/** The first place at or after `from` whose number is not below `low`: steps that double, then halve. */
function placeOf(numbers: Uint16Array, low: number, from: number): number {
  let step = 1;
  while ((numbers[from + step] ?? 0x10000) < low) step *= 2;
  let [begin, end] = [from + (step >> 1), Math.min(from + step, numbers.length)];
  while (begin < end) {
    const middle = (begin + end) >> 1;
    if ((numbers[middle] ?? 0) < low) begin = middle + 1;
    else end = middle;
  }
  return begin;
}
