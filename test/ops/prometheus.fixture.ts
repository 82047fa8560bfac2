/** Labels of a series without its name. */
type Labels = Readonly<Record<string, string>>;

interface Series {
  readonly name: string;
  readonly labels: Labels;
  /** Instants in seconds, oldest first. */
  readonly samples: { readonly at: number; readonly value: number }[];
}

/** One value with its labels, as an expression gives it. */
export interface Element {
  readonly labels: Labels;
  readonly value: number;
}

/** Series of several instances over time, as a Prometheus server keeps them. */
export interface Recorded {
  /** Adds what an instance said at an instant (seconds); `undefined`: it did not answer. */
  scrape(at: number, instance: string, text: string | undefined): void;
  readonly series: readonly Series[];
}

/** A series without a newer sample than this many seconds is gone. */
const LOOK_BACK = 300;

/** Keeps scrapes under the job name of `ops/dosah.rules.yaml`. */
export function recordScrapes(): Recorded {
  const byKey = new Map<string, Series>();
  const add = (name: string, labels: Labels, at: number, value: number) => {
    const key = `${name}${keyOf(labels)}`;
    const series = byKey.get(key) ?? { name, labels, samples: [] };
    byKey.set(key, series);
    series.samples.push({ at, value });
  };
  return {
    scrape: (at, instance, text) => {
      const own = { job: "dosah", instance };
      add("up", own, at, text === undefined ? 0 : 1);
      for (const line of (text ?? "").split("\n")) {
        const [, name = "", , inner = "", value = ""] = /^([a-z0-9_:]+)(\{(.*)\})? (\S+)$/.exec(line) ?? [];
        if (name !== "") add(name, { ...own, ...readLabels(inner) }, at, Number(value.replace("Inf", "Infinity")));
      }
    },
    get series() {
      return [...byKey.values()];
    },
  };
}

function readLabels(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const keyOf = (labels: Labels) => JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Evaluates an expression of the part of PromQL that `ops/dosah.rules.yaml` uses: selectors, `rate`, `increase`,
 * `histogram_quantile`, `time`, `absent`, `or`, the aggregations `sum`, `min`, `max` and `count` with `by`, arithmetic and comparisons.
 * @throws Error for anything else: such a rule needs more of it
 */
export function evaluate(expression: string, series: readonly Series[], at: number): readonly Element[] {
  const tokens = [...expression.matchAll(/\s*(\d[\d.]*(?:e\d+)?[smhd]?|\w+|"[^"]*"|[<>=!]=|=~|[-+*/()<>{}[\],=])/g)];
  const words = tokens.map(([, word = ""]) => word);
  if (tokens.map(([whole]) => whole).join("") !== expression.trimEnd()) throw new Error(`cannot read: ${expression}`);
  let place = 0;
  const next = () => words[place++] ?? "";
  const take = (word: string) => {
    if (words[place] !== word) return false;
    place++;
    return true;
  };
  const demand = (word: string) => {
    if (!take(word)) throw new Error(`${expression}: ${word} is missing before ${words[place]}`);
  };

  type Value = number | readonly Element[];
  const result = alternatives();
  if (place !== words.length) throw new Error(`${expression}: ${words[place]} is not known`);
  return typeof result === "number" ? [{ labels: {}, value: result }] : result;

  function alternatives(): Value {
    let left = comparison();
    while (take("or")) {
      const seen = new Set(vector(left).map(({ labels }) => keyOf(labels)));
      left = [...vector(left), ...vector(comparison()).filter(({ labels }) => !seen.has(keyOf(labels)))];
    }
    return left;
  }

  function comparison(): Value {
    const left = sum();
    const operator = words[place] ?? "";
    if (![">", "<", "=="].includes(operator)) return left;
    next();
    const right = sum();
    if (typeof right !== "number" || typeof left === "number") throw new Error(`${expression}: compares no vector`);
    const holds = (value: number) =>
      operator === ">" ? value > right : operator === "<" ? value < right : value === right;
    return left.filter(({ value }) => holds(value));
  }

  function sum(): Value {
    let left = product();
    while (words[place] === "-" || words[place] === "+") {
      left = next() === "-" ? join(left, product(), (a, b) => a - b) : join(left, product(), (a, b) => a + b);
    }
    return left;
  }

  function product(): Value {
    let left = atom();
    while (words[place] === "*" || words[place] === "/") {
      left = next() === "*" ? join(left, atom(), (a, b) => a * b) : join(left, atom(), (a, b) => a / b);
    }
    return left;
  }

  function atom(): Value {
    const word = next();
    if (word === "(") {
      const inner = comparison();
      demand(")");
      return inner;
    }
    if (/^\d/.test(word)) return Number(word);
    if (word === "time") {
      demand("(");
      demand(")");
      return at;
    }
    if (word === "absent") {
      demand("(");
      const labels: Record<string, string> = {};
      // The labels that the selector names by equality are those of the element.
      const end = words.indexOf(")", place);
      for (let index = place; index < end; index++) {
        if (words[index] === "=") labels[words[index - 1] ?? ""] = JSON.parse(words[index + 1] ?? "");
      }
      const found = vector(atom());
      demand(")");
      return found.length === 0 ? [{ labels, value: 1 }] : [];
    }
    if (["sum", "min", "max", "count"].includes(word)) return aggregation(word);
    if (word === "rate" || word === "increase") {
      demand("(");
      const risen = range();
      demand(")");
      return risen.map(({ labels, risen: value, seconds }) => ({
        labels,
        value: word === "rate" ? value / seconds : value,
      }));
    }
    if (word === "histogram_quantile") {
      demand("(");
      const quantile = Number(next());
      demand(",");
      const buckets = vector(comparison());
      demand(")");
      return quantileOf(quantile, buckets);
    }
    return selected(word).flatMap(({ labels, samples }) => {
      const last = samples.findLast((sample) => sample.at <= at);
      return last === undefined || at - last.at > LOOK_BACK ? [] : [{ labels, value: last.value }];
    });
  }

  function aggregation(word: string): Value {
    const by: string[] = [];
    if (take("by")) {
      demand("(");
      while (!take(")")) {
        by.push(next());
        take(",");
      }
    }
    demand("(");
    const inner = vector(comparison());
    demand(")");
    const groups = Map.groupBy(inner, ({ labels }) => keyOf(pick(labels, by)));
    return [...groups.values()].map((group) => {
      const values = group.map(({ value }) => value);
      const labels = pick(group[0]?.labels ?? {}, by);
      if (word === "count") return { labels, value: values.length };
      if (word === "sum") return { labels, value: values.reduce((total, each) => total + each, 0) };
      return { labels, value: word === "min" ? Math.min(...values) : Math.max(...values) };
    });
  }

  /** A selector over a time: what each counter rose by, a restart of its instance counted as a new beginning. */
  function range(): readonly { readonly labels: Labels; readonly risen: number; readonly seconds: number }[] {
    const found = selected(next());
    demand("[");
    const seconds = secondsOf(next());
    demand("]");
    return found.flatMap(({ labels, samples }) => {
      const within = samples.filter((sample) => sample.at > at - seconds && sample.at <= at);
      if (within.length < 2) return [];
      let risen = 0;
      for (const [index, { value }] of within.entries()) {
        const before = within[index - 1]?.value;
        if (before !== undefined) risen += value >= before ? value - before : value;
      }
      return [{ labels, risen, seconds }];
    });
  }

  function selected(name: string): readonly Series[] {
    if (!/^[a-z_]\w*$/.test(name)) throw new Error(`${expression}: ${name} is not known`);
    const tests: ((labels: Labels) => boolean)[] = [];
    if (take("{")) {
      while (!take("}")) {
        const [label, operator, text] = [next(), next(), JSON.parse(next())];
        if (operator !== "=" && operator !== "!=") throw new Error(`${expression}: ${operator} is not known`);
        tests.push((labels) => ((labels[label] ?? "") === text) === (operator === "="));
        take(",");
      }
    }
    return series.filter((each) => each.name === name && tests.every((test) => test(each.labels)));
  }
}

function vector(value: number | readonly Element[]): readonly Element[] {
  if (typeof value === "number") throw new Error("a number stands where series are needed");
  return value;
}

function join(
  left: number | readonly Element[],
  right: number | readonly Element[],
  work: (a: number, b: number) => number,
): number | readonly Element[] {
  if (typeof left === "number" && typeof right === "number") return work(left, right);
  if (typeof left === "number") return vector(right).map(({ labels, value }) => ({ labels, value: work(left, value) }));
  if (typeof right === "number") return left.map(({ labels, value }) => ({ labels, value: work(value, right) }));
  return left.flatMap(({ labels, value }) => {
    const other = right.find((each) => keyOf(each.labels) === keyOf(labels));
    return other === undefined ? [] : [{ labels, value: work(value, other.value) }];
  });
}

function pick(labels: Labels, names: readonly string[]): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => names.includes(name)));
}

/** The estimate of Prometheus: within the bucket that holds it, in a straight line. */
function quantileOf(quantile: number, buckets: readonly Element[]): readonly Element[] {
  const groups = Map.groupBy(buckets, ({ labels: { le: _le, ...labels } }) => keyOf(labels));
  return [...groups.values()].flatMap((group) => {
    const upTo = group
      .map(({ labels, value }) => ({ le: Number((labels.le ?? "").replace("Inf", "Infinity")), value }))
      .toSorted((a, b) => a.le - b.le);
    const { le: _le, ...labels } = group[0]?.labels ?? {};
    const all = upTo.at(-1)?.value ?? 0;
    if (all === 0) return [];
    const index = upTo.findIndex(({ value }) => value >= quantile * all);
    const [bucket, below = { le: 0, value: 0 }] = [upTo[index], upTo[index - 1]];
    if (bucket === undefined) return [];
    if (bucket.le === Number.POSITIVE_INFINITY) return [{ labels, value: below.le }];
    const share = (quantile * all - below.value) / (bucket.value - below.value);
    return [{ labels, value: below.le + (bucket.le - below.le) * share }];
  });
}

/** `5m` in seconds. */
export function secondsOf(text: string): number {
  const [, number = "", unit = ""] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const length = { s: 1, m: 60, h: 3_600, d: 86_400 }[unit];
  if (length === undefined) throw new Error(`${text} is no time`);
  return Number(number) * length;
}
