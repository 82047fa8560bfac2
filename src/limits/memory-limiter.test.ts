import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, expect, test } from "vitest";
import { describeLimiter } from "./limiter.contract.ts";
import type { LimitRule } from "./limiter.ts";
import { createMemoryLimiter } from "./memory-limiter.ts";
import { createSavedCounts } from "./saved-counts.ts";

const folder = mkdtempSync(join(tmpdir(), "limits-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

describeLimiter("counting in memory", (given) => createMemoryLimiter(given));

describeLimiter("counting in memory, days saved in SQLite", (given) => {
  const saved = createSavedCounts(join(folder, `${++files}.db`), (event) =>
    expect.fail(`not saved: ${JSON.stringify(event)}`),
  );
  return createMemoryLimiter({ ...given, saved });
});

const rules: readonly LimitRule[] = [
  { name: "minute", perMinute: 10 },
  { name: "day", perDay: 10 },
  { name: "total", perDay: 3_000_000, shared: true },
];

/** The nth of a row of distinct IPv4 addresses. */
function address(nth: number): string {
  return `${20 + (nth >> 24)}.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Bytes that are really held. */
function memory(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test("a decision in memory is immediate", () => {
  expect(createMemoryLimiter({ rules, now: () => 0 }).take(["minute"], "192.0.2.1")).toMatchObject({ allowed: true });
});

test("two hundred thousand addresses stay below the cap of windows, and of memory", () => {
  const limiter = createMemoryLimiter({ rules, now: () => 1_000, capacity: 20_000 });
  const before = memory();
  const names = ["minute", "total"];
  for (let nth = 0; nth < 200_000; nth++) limiter.take(names, address(nth));
  const grown = memory() - before;
  // The total of all callers is held apart.
  expect(limiter.size).toBe(20_001);
  // Some 120 bytes a window; two hundred thousand of them would be 24 MB.
  expect(grown).toBeLessThan(8_000_000);
  expect(limiter.take(["total"], "192.0.2.1").states[0]).toMatchObject({ remaining: 3_000_000 - 200_001 });
});

test("a flood of addresses gives nobody who used a quota up a new one", () => {
  const limiter = createMemoryLimiter({ rules, now: () => 1_000, capacity: 1_000 });
  const attackers = Array.from({ length: 100 }, (_, index) => `192.0.2.${index}`);
  for (const attacker of attackers) for (let call = 0; call < 10; call++) limiter.take(["day"], attacker);
  for (let nth = 0; nth < 50_000; nth++) limiter.take(["day"], address(nth));
  for (const attacker of attackers) expect(limiter.take(["day"], attacker).allowed).toBe(false);
});

test("when the table is full, the caller who used least is dropped, the oldest first", () => {
  let now = 1_000;
  const limiter = createMemoryLimiter({ rules, now: () => now, capacity: 3 });
  const used = (who: string) => 10 - (limiter.take(["day"], who).states[0]?.remaining ?? 0) - 1;
  for (let call = 0; call < 5; call++) limiter.take(["day"], "much");
  now++;
  limiter.take(["day"], "little, older");
  now++;
  limiter.take(["day"], "little, newer");
  limiter.take(["day"], "newcomer");
  expect(used("much")).toBe(5);
  expect(used("little, newer")).toBe(1);
  expect(used("little, older")).toBe(0);
});

test("a table full of much-used counts stays within its cap too", () => {
  const limiter = createMemoryLimiter({ rules, now: () => 1_000, capacity: 3 });
  for (const [who, calls] of Object.entries({ a: 8, b: 10, c: 9, d: 10, e: 10 })) {
    for (let call = 0; call < calls; call++) limiter.take(["day"], who);
    expect(limiter.size).toBeLessThanOrEqual(3);
  }
  for (const who of ["b", "d", "e"]) expect(limiter.take(["day"], who).allowed).toBe(false);
});

test("windows that are over are dropped before any that is open", () => {
  let now = 0;
  const limiter = createMemoryLimiter({ rules, now: () => now, capacity: 2 });
  for (let call = 0; call < 10; call++) limiter.take(["minute"], "over");
  now = 59_999;
  limiter.take(["minute"], "open");
  now = 60_000;
  limiter.take(["minute"], "new");
  expect(limiter.take(["minute"], "open").states[0]).toMatchObject({ remaining: 8 });
});

test("after a flood the table empties by itself", () => {
  let now = 0;
  const limiter = createMemoryLimiter({ rules, now: () => now, capacity: 10_000 });
  for (let nth = 0; nth < 10_000; nth++) limiter.take(["minute"], address(nth));
  now = 60_000;
  for (let nth = 0; nth < 10_000; nth++) limiter.take(["minute"], address(nth % 100));
  expect(limiter.size).toBeLessThan(10_000);
});

test("even a table that holds one window refuses who used it up", () => {
  const limiter = createMemoryLimiter({ rules, now: () => 0, capacity: 1 });
  for (let call = 0; call < 10; call++) expect(limiter.take(["day", "minute"], "a").allowed).toBe(true);
  expect(limiter.take(["day", "minute"], "a").allowed).toBe(false);
});

test("counts taken over from elsewhere only ever raise ours", () => {
  const limiter = createMemoryLimiter({ rules, now: () => 50_000 });
  const remaining = () => limiter.take(["minute"], "a").states[0]?.remaining;
  limiter.adopt(["minute"], "a", [{ opened: 40_000, used: 7 }]);
  expect(limiter.take(["minute"], "a").states[0]).toMatchObject({ remaining: 2, resetSeconds: 50 });
  limiter.adopt(["minute"], "a", [{ opened: 40_000, used: 1 }]);
  expect(remaining()).toBe(1);
  limiter.adopt(["minute"], "a", [{ opened: -20_000, used: 10 }]);
  expect(remaining()).toBe(0);
});
