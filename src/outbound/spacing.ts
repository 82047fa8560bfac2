/** Deals out the instants at which a source may be asked. */
export interface Spacing {
  /** Milliseconds to wait before asking, or `undefined` when that would be more than `longestMs`: nothing is reserved then. */
  reserve(longestMs: number): number | undefined;
}

/**
 * Questions to one source begin at least `everyMs` apart, first come, first served.
 * @param now the clock, in milliseconds.
 */
export function createSpacing(everyMs: number, now: () => number): Spacing {
  let next = Number.NEGATIVE_INFINITY;
  return {
    reserve(longestMs) {
      const at = Math.max(now(), next);
      const wait = at - now();
      if (wait > longestMs) return undefined;
      next = at + everyMs;
      return wait;
    },
  };
}
