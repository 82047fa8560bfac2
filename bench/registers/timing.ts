/** One line of the result: a figure, and the target it is held against where there is one. */
export interface Figure {
  readonly what: string;
  readonly measured: string;
  readonly target?: string;
  readonly isMet?: boolean;
}

/** A figure that must not be above its limit. */
export function atMost(what: string, value: number, limit: number, unit = ""): Figure {
  return { what, measured: `${round(value)}${unit}`, target: `<= ${round(limit)}${unit}`, isMet: value <= limit };
}

/** A figure that must not be below its limit. */
export function atLeast(what: string, value: number, limit: number, unit = ""): Figure {
  return { what, measured: `${round(value)}${unit}`, target: `>= ${round(limit)}${unit}`, isMet: value >= limit };
}

export function round(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();
}

/** The value below which a share of sorted figures lies. */
export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Milliseconds of each call, sorted. With several turns the whole list is run through as often and the best time of
 * each call counts: what another process took away in between is no property of the call.
 */
export function timed<T>(items: readonly T[], call: (item: T) => unknown, turns = 1): Float64Array {
  const spent = new Float64Array(items.length).fill(Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < turns; turn++) {
    items.forEach((item, index) => {
      const started = performance.now();
      call(item);
      spent[index] = Math.min(spent[index] ?? Number.POSITIVE_INFINITY, performance.now() - started);
    });
  }
  return spent.sort();
}

/** Prints the figures as a table and tells whether all targets were met. */
export function report(title: string, figures: readonly Figure[]): boolean {
  console.log(`\n${title}`);
  for (const { what, measured, target, isMet } of figures) {
    const verdict = isMet === undefined ? "" : isMet ? "ok" : "MISSED";
    console.log(`  ${what.padEnd(58)} ${measured.padStart(14)}   ${(target ?? "").padEnd(16)} ${verdict}`);
  }
  return figures.every(({ isMet }) => isMet !== false);
}
