import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { COUNTS_FILE, createLimiter } from "./create-limiter.ts";
import { parseExemptClients } from "./exempt.ts";
import type { LimiterEvent } from "./limiter.ts";

const folder = mkdtempSync(join(tmpdir(), "limits-"));
afterAll(() => rmSync(folder, { recursive: true }));

const rules = [{ name: "day", perDay: 2 }];

test("without a server the counts of a day are in the data folder, which is made", async () => {
  const dataDir = join(folder, "deep", "data");
  const options = { rules, exempt: [], dataDir, now: () => 1_000, report: () => expect.fail("in trouble") };
  const first = await createLimiter(options);
  await first.take(["day"], "192.0.2.1");
  await first.close();
  expect(existsSync(join(dataDir, COUNTS_FILE))).toBe(true);
  const second = await createLimiter(options);
  expect((await second.take(["day"], "192.0.2.1")).states[0]).toMatchObject({ remaining: 0 });
  await second.close();
});

test("a second process on one data folder says that its counts are not shared, until the first one has ended", async () => {
  const events: LimiterEvent[] = [];
  const options = { rules, exempt: [], dataDir: join(folder, "two"), now: () => 1_000 };
  const first = await createLimiter({ ...options, report: () => expect.fail("in trouble") });
  vi.useFakeTimers();
  const second = await createLimiter({ ...options, report: (event) => events.push(event) });
  expect([first.degraded, second.degraded]).toEqual([null, "not_shared"]);
  expect(events).toMatchObject([{ kind: "began", trouble: "not_shared" }]);
  await first.close();
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  expect(second.degraded).toBeNull();
  expect(events).toMatchObject([{ kind: "began" }, { kind: "ended", trouble: "not_shared" }]);
  await second.close();
});

test("exempt networks reach the limiter", async () => {
  const exempt = parseExemptClients("192.0.2.0/24*10");
  const dataDir = join(folder, "exempt");
  const limiter = await createLimiter({
    rules,
    exempt,
    dataDir,
    now: () => 0,
    report: () => expect.fail("in trouble"),
  });
  expect((await limiter.take(["day"], "192.0.2.1")).states[0]).toMatchObject({ quota: 20 });
  await limiter.close();
});

test("with a server that does not answer the start goes on, and what is counted meanwhile is saved", async () => {
  const events: LimiterEvent[] = [];
  const dataDir = join(folder, "unused");
  const redisUrl = "redis://127.0.0.1:1";
  const limiter = await createLimiter({
    rules,
    exempt: [],
    dataDir,
    redisUrl,
    now: () => 0,
    report: (e) => events.push(e),
  });
  expect(limiter.degraded).toBe("not_shared");
  expect(await limiter.take(["day"], "192.0.2.1")).toMatchObject({ allowed: true });
  await limiter.close();
  expect(events).toMatchObject([{ kind: "began", trouble: "not_shared" }]);
  expect(existsSync(join(dataDir, COUNTS_FILE))).toBe(true);
});
