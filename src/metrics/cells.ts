import { Counter, type Histogram, type Registry } from "prom-client";

/** The labels of one line, by name. */
type Labels<Name extends string> = Readonly<Record<Name, string | number>>;

interface CellsOptions<Name extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Name[];
  readonly registers: readonly [Registry];
}

/** One line of a counter. */
export interface CounterCell {
  add(): void;
}

/** One set of labels of a histogram. */
export interface HistogramCell {
  observe(value: number): void;
}

/**
 * A counter whose lines are looked up once and then counted by an addition. The library checks and sorts the labels of
 * every count, which costs more than the rest of a short call; it gets the sums when somebody asks for them.
 * @returns makes a line, which is shown from then on
 */
export function counterCells<Name extends string>(options: CellsOptions<Name>): (labels: Labels<Name>) => CounterCell {
  const { name, help, labelNames, registers } = options;
  const cells: { readonly labels: Labels<Name>; added: number }[] = [];
  const counter = new Counter<Name>({
    name,
    help,
    labelNames: [...labelNames],
    registers: [...registers],
    collect() {
      for (const cell of cells) {
        if (cell.added > 0) this.inc({ ...cell.labels }, cell.added);
        cell.added = 0;
      }
    },
  });
  return (labels) => {
    counter.inc({ ...labels }, 0);
    const cell = { labels, added: 0 };
    cells.push(cell);
    return {
      add: () => {
        cell.added++;
      },
    };
  };
}

/** The same for a histogram; @param options.buckets upper bounds, the smallest first. */
export function histogramCells<Name extends string>(
  options: CellsOptions<Name> & { readonly buckets: readonly number[] },
): (labels: Labels<Name>) => HistogramCell {
  const { name, help, registers, buckets } = options;
  const cells: HistogramState<Name>[] = [];
  const metric = {
    name,
    help,
    type: "histogram",
    aggregator: "sum",
    get: async () => ({ name, help, type: "histogram", values: cells.flatMap((cell) => linesOf(name, buckets, cell)) }),
  };
  // The registry needs of a metric what it shows, and its histogram cannot be given counts.
  registers[0].registerMetric(metric as unknown as Histogram<Name>);
  return (labels) => {
    const cell = { labels, counts: buckets.map(() => 0), count: 0, sum: 0 };
    cells.push(cell);
    return {
      observe: (value) => {
        cell.count++;
        cell.sum += value;
        let at = 0;
        while (at < buckets.length && value > (buckets[at] ?? 0)) at++;
        if (at < buckets.length) cell.counts[at] = (cell.counts[at] ?? 0) + 1;
      },
    };
  };
}

interface HistogramState<Name extends string> {
  readonly labels: Labels<Name>;
  /** How many values were at most each bound and above the one before it. */
  readonly counts: number[];
  count: number;
  sum: number;
}

/** The lines of one set of labels: the buckets, each with those below it, the sum and the number. */
function linesOf<Name extends string>(
  name: string,
  buckets: readonly number[],
  { labels, counts, count, sum }: HistogramState<Name>,
) {
  let below = 0;
  const upTo = buckets.map((le, at) => {
    below += counts[at] ?? 0;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below };
  });
  return [
    ...upTo,
    { metricName: `${name}_bucket`, labels: { le: "+Inf", ...labels }, value: count },
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
