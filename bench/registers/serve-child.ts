import { icoText } from "../../src/sources/registers/snapshot/layout/number-texts.ts";
import { openSnapshot } from "../../src/sources/registers/snapshot/serving/open.ts";
import { percentile, timed } from "./timing.ts";

/**
 * Serves from a register file as a process of its own: looks up the numbers given as JSON in the second argument for
 * the seconds in the third. Writes look-ups a second, p99 in milliseconds and memory above the start as JSON.
 */
const [, , file = "", numbers = "[]", seconds = "1"] = process.argv;
const icos: number[] = JSON.parse(numbers);
const start = process.memoryUsage.rss();
const snapshot = openSnapshot(file);
const asked = icos.map(icoText);
const began = performance.now();
const spent: Float64Array[] = [];
while (performance.now() - began < Number(seconds) * 1_000) {
  spent.push(timed(asked, (ico) => snapshot.find(ico, "CZ") ?? snapshot.find(ico, "SK")));
  for (const ico of asked.slice(0, 200)) snapshot.search(ico.slice(0, 4), undefined, 10);
}
const elapsed = performance.now() - began;
const all = Float64Array.from(spent.flatMap((one) => [...one])).sort();
process.stdout.write(
  JSON.stringify({
    perSecond: (all.length / elapsed) * 1_000,
    p99: percentile(all, 0.99),
    memory: process.memoryUsage.rss() - start,
  }),
);
