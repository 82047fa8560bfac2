/**
 * Sorts positions of zero-terminated keys in a buffer as `memcmp` would, equal keys by position. Multikey quicksort
 * over four bytes at a time: the words being compared stand beside the positions, so the text is read once per level.
 * `words` is memory to work in, one number per key; what it holds afterwards means nothing.
 */
export function sortKeys(bytes: Uint8Array, positions: Uint32Array, words: Uint32Array): void {
  const ranges: number[] = [];
  readWords(bytes, positions, words, 0, positions.length, 0);
  ranges.push(0, positions.length, 0);
  while (ranges.length > 0) {
    const depth = ranges.pop() ?? 0;
    const to = ranges.pop() ?? 0;
    const from = ranges.pop() ?? 0;
    sortRange(bytes, positions, words, from, to, depth, ranges);
  }
}

/** Ranges shorter than this are sorted by insertion. */
const SHORT = 12;

function sortRange(
  bytes: Uint8Array,
  positions: Uint32Array,
  words: Uint32Array,
  from: number,
  to: number,
  depth: number,
  ranges: number[],
): void {
  let low = from;
  let high = to;
  while (high - low > SHORT) {
    const pivot = medianOf(words[low] ?? 0, words[(low + high) >>> 1] ?? 0, words[high - 1] ?? 0);
    let less = low;
    let more = high;
    for (let at = low; at < more; ) {
      const word = words[at] ?? 0;
      if (word < pivot) swap(positions, words, less++, at++);
      else if (word > pivot) swap(positions, words, at, --more);
      else at++;
    }
    // The equal ones are finished when their keys end within this word, else they go on one level deeper.
    if (more - less > 1) {
      if ((pivot & 0xff) === 0) positions.subarray(less, more).sort();
      else {
        readWords(bytes, positions, words, less, more, depth + 4);
        ranges.push(less, more, depth + 4);
      }
    }
    if (less - low < high - more) {
      if (less - low > 1) ranges.push(low, less, depth);
      low = more;
    } else {
      if (high - more > 1) ranges.push(more, high, depth);
      high = less;
    }
  }
  insertionSort(bytes, positions, words, low, high, depth);
}

function insertionSort(
  bytes: Uint8Array,
  positions: Uint32Array,
  words: Uint32Array,
  from: number,
  to: number,
  depth: number,
): void {
  for (let index = from + 1; index < to; index++) {
    const position = positions[index] ?? 0;
    const word = words[index] ?? 0;
    let at = index;
    while (at > from && isBefore(bytes, word, position, words[at - 1] ?? 0, positions[at - 1] ?? 0, depth)) {
      positions[at] = positions[at - 1] ?? 0;
      words[at] = words[at - 1] ?? 0;
      at--;
    }
    positions[at] = position;
    words[at] = word;
  }
}

function isBefore(bytes: Uint8Array, wordA: number, a: number, wordB: number, b: number, depth: number): boolean {
  if (wordA !== wordB) return wordA < wordB;
  if ((wordA & 0xff) === 0) return a < b;
  for (let offset = depth + 4; ; offset++) {
    const byteA = bytes[a + offset] ?? 0;
    const byteB = bytes[b + offset] ?? 0;
    if (byteA !== byteB) return byteA < byteB;
    if (byteA === 0) return a < b;
  }
}

/** Four bytes of each key from a depth on, zeros after its end. */
function readWords(
  bytes: Uint8Array,
  positions: Uint32Array,
  words: Uint32Array,
  from: number,
  to: number,
  depth: number,
): void {
  for (let index = from; index < to; index++) {
    const at = (positions[index] ?? 0) + depth;
    const first = bytes[at] ?? 0;
    const second = first === 0 ? 0 : (bytes[at + 1] ?? 0);
    const third = second === 0 ? 0 : (bytes[at + 2] ?? 0);
    const fourth = third === 0 ? 0 : (bytes[at + 3] ?? 0);
    words[index] = ((first << 24) | (second << 16) | (third << 8) | fourth) >>> 0;
  }
}

function swap(positions: Uint32Array, words: Uint32Array, a: number, b: number): void {
  const position = positions[a] ?? 0;
  positions[a] = positions[b] ?? 0;
  positions[b] = position;
  const word = words[a] ?? 0;
  words[a] = words[b] ?? 0;
  words[b] = word;
}

function medianOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
