import fc from "fast-check";
import { Counter, Histogram, Registry } from "prom-client";
import { expect, test } from "vitest";
import { counterCells, histogramCells } from "./cells.ts";

const LABELS = ["face", "route"] as const;
const BUCKETS = [0.001, 0.025, 0.5];

const help = "Help.";

test("counts that are added up here are shown as the library shows its own, asked once or between them", async () => {
  const label = fc.constantFrom("mcp", 'a "b"\\', "web");
  const event = fc.record({ face: label, route: label, seconds: fc.constantFrom(0, 0.001, 0.0011, 0.5, 7) });
  await fc.assert(
    fc.asyncProperty(fc.array(event), fc.array(event), async (first, second) => {
      const [own, other] = [new Registry(), new Registry()];
      const counters = counterCells({ name: "calls_total", help, labelNames: LABELS, registers: [own] });
      const timers = histogramCells({
        name: "call_seconds",
        help,
        labelNames: LABELS,
        buckets: BUCKETS,
        registers: [own],
      });
      const counter = new Counter({ name: "calls_total", help, labelNames: LABELS, registers: [other] });
      const timer = new Histogram({
        name: "call_seconds",
        help,
        labelNames: LABELS,
        buckets: BUCKETS,
        registers: [other],
      });
      const cells = new Map<string, readonly [ReturnType<typeof counters>, ReturnType<typeof timers>]>();
      for (const events of [first, second]) {
        for (const { seconds, ...labels } of events) {
          const key = JSON.stringify(labels);
          const [count, time] = cells.get(key) ?? [counters(labels), timers(labels)];
          cells.set(key, [count, time]);
          count.add();
          time.observe(seconds);
          counter.inc(labels);
          timer.observe(labels, seconds);
        }
        expect(await own.metrics()).toBe(await other.metrics());
      }
    }),
    { numRuns: 50 },
  );
});

test("a line is shown from the moment it is made, so that its first count is a rise", async () => {
  const registry = new Registry();
  const lineOf = counterCells({ name: "calls_total", help, labelNames: ["outcome"], registers: [registry] });
  const line = lineOf({ outcome: "internal" });
  expect(await registry.metrics()).toContain('calls_total{outcome="internal"} 0');
  line.add();
  line.add();
  expect(await registry.metrics()).toContain('calls_total{outcome="internal"} 2');
  expect(await registry.metrics()).toContain('calls_total{outcome="internal"} 2');
});
