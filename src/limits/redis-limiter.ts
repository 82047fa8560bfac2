import { Redis } from "ioredis";
import { createExemptLookup, type ExemptNetwork } from "./exempt.ts";
import type { LimitDecision, LimiterEvent, LimitRule, ObservableLimiter } from "./limiter.ts";
import { createMemoryLimiter, EVERYBODY } from "./memory-limiter.ts";
import { type LimitWindow, MINUTE_MS, planLimits, quotaOf, refuse, stateOf } from "./plan.ts";
import { countInRedis, type RedisAnswer, type RedisWindow } from "./redis-script.ts";

/** A caller waits no longer than this for a count; then the instance counts for itself. */
const ANSWER_MS = 150;
/** How often a server that failed is tried again; no caller waits for that. */
const PROBE_MS = 1_000;
/** How long a start waits for the server before it goes on without. */
const START_MS = 1_000;

export interface RedisLimiterOptions {
  readonly url: string;
  readonly rules: readonly LimitRule[];
  readonly exempt?: readonly ExemptNetwork[];
  /** The clock of this process, for its own counts while the server does not answer. */
  readonly now: () => number;
  readonly report: (event: LimiterEvent) => void;
  /** Replaces the clock of the server, for tests. */
  readonly serverNow?: () => number;
  /** What all keys begin with. Braces keep them on one node of a cluster: one script must reach all of them. */
  readonly prefix?: string;
}

/**
 * Counts in Redis or Valkey, together with all other instances. While the server does not answer, the instance counts
 * for itself, going on from the last counts it saw, and says so; it returns to the server by itself. Counts of such a
 * time are not carried over to the server.
 * Resolves when the server answers, or without it after a second.
 */
export async function createRedisLimiter(options: RedisLimiterOptions): Promise<ObservableLimiter> {
  const { url, rules, exempt = [], now, report, serverNow, prefix = "dosah:{limits}:" } = options;
  const plan = planLimits(rules);
  const exemptNetwork = createExemptLookup(exempt);
  const local = createMemoryLimiter({ rules, exempt, now });
  const redis = new Redis(url, {
    protocol: 2,
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MS,
    connectTimeout: PROBE_MS,
    retryStrategy: (attempts) => Math.min(attempts * 100, PROBE_MS),
  });
  let state: "starting" | "shared" | "alone" | "closed" = "starting";
  let probeTimer: NodeJS.Timeout | undefined;
  let lastError: unknown;
  const isClosed = () => state === "closed";
  const started = Promise.withResolvers<void>();
  redis.on("error", (error) => {
    lastError = error;
  });
  redis.on("ready", () => void probe());
  redis.on("close", () => goAlone(lastError ?? new Error("the connection was closed")));

  function goAlone(cause: unknown): void {
    if (isClosed()) return;
    probeTimer ??= setTimeout(() => {
      probeTimer = undefined;
      void probe();
    }, PROBE_MS).unref();
    if (state === "alone") return;
    state = "alone";
    started.resolve();
    report({ kind: "began", trouble: "not_shared", cause });
  }

  /** Counts a window of nobody: only a server that also writes is one to return to. */
  async function probe(): Promise<void> {
    if (isClosed() || state === "shared") return;
    if (redis.status !== "ready") return goAlone(lastError);
    try {
      await countInRedis(redis, [{ key: `${prefix}probe`, quota: 1_000_000, windowMs: MINUTE_MS }], serverNow?.());
    } catch (error) {
      // A connection that went silent does not end by itself; a new one shows whether the server is there.
      if (redis.status === "ready") redis.disconnect(true);
      return goAlone(error);
    }
    // Meanwhile the limiter may have been closed.
    if (isClosed()) return;
    if (state === "alone") report({ kind: "ended", trouble: "not_shared" });
    state = "shared";
    started.resolve();
  }

  function toRedisWindow(window: LimitWindow, address: string): RedisWindow {
    const network = exemptNetwork(address);
    const bucket = window.shared ? EVERYBODY : (network?.text ?? address);
    const length = window.windowMs === MINUTE_MS ? "minute" : "day";
    const key = `${prefix}${window.name}:${length}:${bucket}`;
    return { key, quota: quotaOf(window, network?.factor ?? 1), windowMs: window.windowMs };
  }

  async function takeShared(names: readonly string[], address: string): Promise<LimitDecision> {
    const windows = plan.of(names);
    const asked = windows.map((window) => toRedisWindow(window, address));
    let answer: RedisAnswer;
    try {
      answer = await countInRedis(redis, asked, serverNow?.());
    } catch (error) {
      goAlone(error);
      return local.take(names, address);
    }
    // Should the server go silent, who used a limit up does not start anew here.
    local.adopt(names, address, answer.counts);
    const states = windows.map((window, index) => {
      const count = answer.counts[index] ?? { opened: answer.now, used: 0 };
      return stateOf(window, asked[index]?.quota ?? window.quota, count, answer.now);
    });
    return answer.isRefused ? refuse(states) : { allowed: true, states };
  }

  // A failure comes back through the events: the start does not depend on it.
  redis.connect().catch(() => undefined);
  const startTimer = setTimeout(() => goAlone(lastError ?? new Error("no answer yet")), START_MS);
  await started.promise;
  clearTimeout(startTimer);

  return {
    take: (names, address) => (state === "shared" ? takeShared(names, address) : local.take(names, address)),
    close: async () => {
      state = "closed";
      clearTimeout(probeTimer);
      await redis.quit().catch(() => undefined);
      redis.disconnect();
    },
    get degraded() {
      return state === "shared" ? null : "not_shared";
    },
    get size() {
      return local.size;
    },
  };
}
