import { icoText } from "../../src/sources/registers/snapshot/layout/number-texts.ts";
import { openSnapshot } from "../../src/sources/registers/snapshot/serving/open.ts";
import { atMost, type Figure, percentile, round, timed } from "./timing.ts";
import { type WordQuery, wordQueriesFor } from "./word-queries.ts";

/** What searches by several words cost, in U, and whether they find the firms that they were made of. */
export function wordFigures(file: string, count: number, u: number): Figure[] {
  const { two, many, frequent, typos, single } = wordQueriesFor(file, count);
  let chunks = 0;
  const counted = openSnapshot(file, {
    onScan: ({ tier, entries }) => {
      if (tier === "chunks") chunks = Math.max(chunks, entries);
    },
  });
  const mixes = [two, many, typos];
  const missed = mixes.flat().filter((query) => query.ico !== undefined && !isFound(counted, query));
  for (const { text } of frequent) counted.search(text, undefined, 10);
  counted.close();

  const snapshot = openSnapshot(file);
  const spent = (queries: readonly WordQuery[], most = 10) =>
    timed(queries, ({ text }) => snapshot.searchWhole(text, undefined, most), 2);
  const inU = (times: Float64Array, share: number) => percentile(times, share) / u;
  const [ofTwo, ofMany, ofFrequent, ofTypos] = [spent(two), spent(many), spent(frequent), spent(typos)];
  const pages = spent(single, 201);
  snapshot.close();
  return [
    {
      what: "queries: two words, more, frequent pairs, typing errors",
      measured: [two, many, frequent, typos].map((each) => each.length).join(" "),
    },
    {
      what: "their firm is neither in the answer nor its answer full",
      measured: String(missed.length),
      target: "0",
      isMet: missed.length === 0,
    },
    atMost("two words, median in U", inU(ofTwo, 0.5), 30),
    atMost("two words, p99 in U", inU(ofTwo, 0.99), 200),
    atMost("two words, slowest in U", inU(ofTwo, 1), 500),
    atMost("three words, town, legal form, nothing: median in U", inU(ofMany, 0.5), 40),
    atMost("three words, town, legal form, nothing: p99 in U", inU(ofMany, 0.99), 500),
    atMost("three words, town, legal form, nothing: slowest in U", inU(ofMany, 1), 1_000),
    atMost("pairs of the most frequent words, slowest in U", inU(ofFrequent, 1), 1_500),
    atMost("one typing error, p99 in U", inU(ofTypos, 0.99), 600),
    atMost("one typing error, slowest in U", inU(ofTypos, 1), 1_200),
    atMost("ten pages of a frequent word, slowest in U", inU(pages, 1), 400),
    atMost("chunks read by any query", chunks, 600),
    {
      what: "slowest of all",
      measured: `${round(Math.max(...[ofTwo, ofMany, ofFrequent, ofTypos].map((each) => percentile(each, 1))) * 1_000)} µs`,
    },
  ];
}

function isFound(snapshot: ReturnType<typeof openSnapshot>, { text, ico }: WordQuery): boolean {
  const hits = snapshot.search(text, undefined, 10);
  return hits.length === 10 || hits.some((hit) => hit.ico === icoText(ico ?? 0));
}
