import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parseExemptClients } from "./exempt.ts";
import type { LimiterEvent, LimitRule } from "./limiter.ts";
import { createMemoryLimiter, type MemoryLimiter } from "./memory-limiter.ts";
import { createSavedCounts } from "./saved-counts.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const rules: readonly LimitRule[] = [
  { name: "day", perMinute: 50, perDay: 100 },
  { name: "total", perDay: 1000, shared: true },
];

let folder: string;
let file: string;
let now: number;
let events: LimiterEvent[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "limits-"));
  file = join(folder, "data", "limits.db");
  now = Date.UTC(2026, 10, 21, 12);
  events = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** The longest time until counts are written while the file can be written, and until a file that failed is tried again. */
const BATCH = 250;
const RETRY = 5_000;

function start(options: { rules?: readonly LimitRule[]; exempt?: string; capacity?: number } = {}): MemoryLimiter {
  return createMemoryLimiter({
    rules: options.rules ?? rules,
    exempt: parseExemptClients(options.exempt ?? ""),
    now: () => now,
    ...(options.capacity === undefined ? {} : { capacity: options.capacity }),
    saved: createSavedCounts(file, (event) => void events.push(event)),
  });
}

/** Calls once and says how many day calls had been counted before. */
function usedBefore(limiter: MemoryLimiter, address = "192.0.2.1", name = "day"): number | undefined {
  const state = limiter.take([name], address).states.find((each) => each.windowSeconds === 86_400);
  return state && state.quota - state.remaining - 1;
}

function rows(): Record<string, unknown>[] {
  const database = new DatabaseSync(file);
  const found = database.prepare("SELECT * FROM day_counts ORDER BY name, key").all();
  database.close();
  return found;
}

test("day counts survive a restart, with the instant when they are new", async () => {
  const first = start();
  for (let call = 0; call < 7; call++) first.take(["day", "total"], "192.0.2.1");
  first.take(["day", "total"], "2001:db8::/64");
  await first.close();
  now += HOUR;
  const second = start();
  expect(second.take(["day", "total"], "192.0.2.1").states).toMatchObject([
    { name: "day", windowSeconds: 60, remaining: 49 },
    { name: "day", windowSeconds: 86_400, remaining: 92, resetSeconds: 23 * 3600 },
    { name: "total", remaining: 991, resetSeconds: 23 * 3600 },
  ]);
  expect(usedBefore(second, "2001:db8::/64")).toBe(1);
  await second.close();
  expect(events).toEqual([]);
});

test("a used-up day stays used up after a restart, until it is over", async () => {
  const first = start({ rules: [{ name: "day", perDay: 2 }] });
  for (let call = 0; call < 2; call++) first.take(["day"], "192.0.2.1");
  await first.close();
  now += DAY - 1;
  const second = start({ rules: [{ name: "day", perDay: 2 }] });
  expect(second.take(["day"], "192.0.2.1")).toMatchObject({ allowed: false, retryAfter: 1 });
  now += 1;
  expect(second.take(["day"], "192.0.2.1").allowed).toBe(true);
  await second.close();
});

test("counts are written within a batch, without waiting for the end", async () => {
  const limiter = start();
  limiter.take(["day"], "192.0.2.1");
  expect(rows()).toEqual([]);
  vi.advanceTimersByTime(BATCH);
  expect(rows()).toEqual([{ name: "day", key: "192.0.2.1", opened: now, used: 1 }]);
  await limiter.close();
});

test("more changes than one batch holds are all written", async () => {
  const limiter = start();
  for (let nth = 0; nth < 12_000; nth++) limiter.take(["day"], `10.0.${nth >> 8}.${nth & 255}`);
  vi.advanceTimersByTime(BATCH);
  expect(rows()).toHaveLength(5_000);
  await limiter.close();
  expect(rows()).toHaveLength(12_000);
});

test("what is over leaves the file: at the next start, and while running", async () => {
  const first = start();
  first.take(["day"], "192.0.2.1");
  await first.close();
  now += DAY;
  const second = start();
  await second.close();
  expect(rows()).toEqual([]);

  const third = start();
  third.take(["day"], "192.0.2.2");
  vi.advanceTimersByTime(BATCH);
  expect(rows()).toHaveLength(1);
  now += DAY;
  third.take(["day"], "192.0.2.3");
  await third.close();
  expect(rows()).toMatchObject([{ key: "192.0.2.3" }]);
});

test("a row that the limits no longer have is passed over", async () => {
  const first = start();
  first.take(["day", "total"], "192.0.2.1");
  await first.close();
  const second = start({ rules: [{ name: "total", perDay: 1000, shared: true }] });
  expect(usedBefore(second, "192.0.2.1", "total")).toBe(1);
  await second.close();
});

test("an exempt network keeps its count and its factor", async () => {
  const exempt = "198.51.100.0/24*10";
  const first = start({ exempt });
  for (let call = 0; call < 120; call++) first.take(["day"], `198.51.100.${call}`);
  await first.close();
  const second = start({ exempt });
  expect(second.take(["day"], "198.51.100.250").states[1]).toMatchObject({ quota: 1000, remaining: 879 });
  await second.close();
});

test("a start reads no more windows than memory may hold, those with the highest counts", async () => {
  const first = start();
  for (let nth = 0; nth < 20; nth++) for (let call = 0; call <= nth; call++) first.take(["day"], `192.0.2.${nth}`);
  await first.close();
  const second = start({ capacity: 5 });
  expect(second.size).toBe(5);
  expect(usedBefore(second, "192.0.2.19")).toBe(20);
  await second.close();
});

test("a restart that overlaps with its predecessor does not lower a count", async () => {
  const old = start();
  for (let call = 0; call < 3; call++) old.take(["day"], "192.0.2.1");
  vi.advanceTimersByTime(BATCH);
  expect(rows()).toHaveLength(1);
  const successor = start();
  for (let call = 0; call < 5; call++) successor.take(["day"], "192.0.2.1");
  await successor.close();
  old.take(["day"], "192.0.2.1");
  await old.close();
  expect(rows()).toMatchObject([{ used: 8 }]);
});

describe("when the file fails", () => {
  test("a file that cannot be opened is reported once, counting goes on, and it is used when it can be", async () => {
    mkdirSync(file, { recursive: true });
    const limiter = start();
    expect(limiter.degraded).toBe("not_saved");
    for (let call = 0; call < 10; call++) expect(usedBefore(limiter)).toBe(call);
    vi.advanceTimersByTime(2 * RETRY);
    expect(events).toMatchObject([{ kind: "began", trouble: "not_saved", cause: expect.any(Error) }]);
    rmdirSync(file);
    vi.advanceTimersByTime(RETRY);
    expect(limiter.degraded).toBeNull();
    expect(events.map((event) => event.kind)).toEqual(["began", "ended"]);
    await limiter.close();
    expect(rows()).toMatchObject([{ used: 10 }]);
  });

  test("a file that is no database is put aside and begun anew, and it is said until the next start", async () => {
    mkdirSync(join(folder, "data"));
    const content = "this is no database, however long it is ".repeat(200);
    writeFileSync(file, content);
    const limiter = start();
    expect(usedBefore(limiter)).toBe(0);
    vi.advanceTimersByTime(BATCH);
    expect(limiter.degraded).toBe("begun_anew");
    expect(readFileSync(`${file}.damaged`, "utf8")).toBe(content);
    expect(rows()).toMatchObject([{ used: 1 }]);
    await limiter.close();
    expect(events).toMatchObject([{ kind: "began", trouble: "begun_anew", cause: expect.any(Error) }]);
    const next = start();
    expect(next.degraded).toBeNull();
    expect(usedBefore(next)).toBe(1);
    await next.close();
  });

  test("a file that is damaged while it serves is put aside and begun anew, and every call is answered", async () => {
    const first = start();
    for (let nth = 0; nth < 200; nth++) first.take(["day"], `192.0.2.${nth}`);
    await first.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa5, 4_096));
    const limiter = start();
    for (let call = 0; call < 3; call++) expect(usedBefore(limiter)).toBe(call);
    vi.advanceTimersByTime(BATCH * 2);
    expect(limiter.degraded).toBe("begun_anew");
    await limiter.close();
    expect(rows()).toMatchObject([{ used: 3 }]);
  });

  test("a file that another process holds is written when it is let go, and what it held is added", async () => {
    const first = start();
    for (let call = 0; call < 4; call++) first.take(["day"], "192.0.2.1");
    await first.close();
    const holder = new DatabaseSync(file);
    holder.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    const limiter = start();
    for (let call = 0; call < 3; call++) limiter.take(["day"], "192.0.2.1");
    expect(limiter.degraded).toBe("not_saved");
    holder.exec("COMMIT");
    holder.close();
    vi.advanceTimersByTime(RETRY);
    expect(limiter.degraded).toBeNull();
    expect(usedBefore(limiter)).toBe(7);
    await limiter.close();
    expect(rows()).toMatchObject([{ used: 8 }]);
    expect(events.map((event) => event.kind)).toEqual(["began", "ended"]);
  });

  test("a flood while the file fails does not pile up what is to be written", async () => {
    mkdirSync(file, { recursive: true });
    const saved = createSavedCounts(file, (event) => void events.push(event));
    const limiter = createMemoryLimiter({ rules, now: () => now, capacity: 100, saved });
    for (let nth = 0; nth < 10_000; nth++) {
      limiter.take(["day"], `10.0.${nth >> 8}.${nth & 255}`);
      expect(saved.pending).toBeLessThanOrEqual(200);
    }
    rmdirSync(file);
    await limiter.close();
    expect(rows()).toHaveLength(100);
  });
});

describe("in a process of its own", () => {
  beforeEach(() => vi.useRealTimers());

  /** Runs code with a limiter on the file; `ulimit` in 512-byte blocks bounds every file it writes. */
  function run(code: string, ulimit?: number): { process: ReturnType<typeof spawn>; said: string[] } {
    const source = `
      import { createMemoryLimiter } from ${JSON.stringify(new URL("./memory-limiter.ts", import.meta.url).href)};
      import { createSavedCounts } from ${JSON.stringify(new URL("./saved-counts.ts", import.meta.url).href)};
      const say = (text) => process.stdout.write(text + "\\n");
      const saved = createSavedCounts(${JSON.stringify(file)}, (event) => say(event.kind));
      const limiter = createMemoryLimiter({ rules: ${JSON.stringify(rules)}, now: () => ${now}, saved });
      const until = async (what) => {
        while (!what()) await new Promise((resolve) => setTimeout(resolve, 10));
      };
      ${code}`;
    const node = [process.execPath, "--no-warnings", "--input-type=module", "--eval", source];
    const child =
      ulimit === undefined
        ? spawn(process.execPath, node.slice(1))
        : spawn("sh", ["-c", `ulimit -f ${ulimit}; exec "$@"`, "sh", ...node]);
    const said: string[] = [];
    child.stdout.on("data", (text) => said.push(...String(text).trim().split("\n")));
    child.stderr.on("data", (text) => said.push(`error: ${text}`));
    return { process: child, said };
  }

  test("kill -9 loses at most what came since the last batch", async () => {
    const { process: child, said } = run(`
      for (let call = 0; call < 40; call++) limiter.take(["day"], "192.0.2.1");
      await until(() => saved.pending === 0);
      for (let call = 0; call < 9; call++) limiter.take(["day"], "192.0.2.1");
      say("counted");
      await until(() => false);`);
    await expect.poll(() => said.length, { timeout: 15_000, interval: 20 }).toBeGreaterThan(0);
    const ended = new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
    child.kill("SIGKILL");
    expect(await ended).toBe("SIGKILL");
    expect(said).toEqual(["counted"]);
    const limiter = start();
    const kept = usedBefore(limiter) ?? 0;
    expect(kept).toBeGreaterThanOrEqual(40);
    expect(kept).toBeLessThanOrEqual(49);
    await limiter.close();
    expect(events).toEqual([]);
  });

  test("a full disk stops no counting, is reported once, and the file stays whole", async () => {
    const { process: child, said } = run(
      `
      let allowed = 0;
      for (let nth = 0; nth < 30_000; nth++) allowed += limiter.take(["day"], "10.0." + (nth >> 8) + "." + (nth & 255)).allowed;
      await until(() => saved.isFailing);
      say("allowed " + allowed + " " + limiter.degraded);
      await limiter.close();`,
      400,
    );
    expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
    // Whether the rest still fits at the end depends on the file system.
    expect(said.slice(0, 2)).toEqual(["began", "allowed 30000 not_saved"]);
    const limiter = start();
    expect(limiter.degraded).toBeNull();
    await limiter.close();
  });
});
