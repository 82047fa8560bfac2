/** Numbers that look random and come again with the same seed, so that every finding can be repeated. */
export interface Random {
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  /** True once in so many times. */
  oneIn(times: number): boolean;
  /** One of the values; `undefined` of an empty list only. */
  pick<T>(values: readonly [T, ...T[]]): T;
  pick<T>(values: readonly T[]): T | undefined;
}

/** A generator of 32 bits of state (mulberry32): fast, and good enough to choose what to damage. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  function below(end: number): number {
    return Math.floor(next() * end);
  }
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: <T>(values: readonly T[]) => values[below(values.length)] as T, // of a list that is not empty, see the type
  };
}
