import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { answerWithin } from "./answer-within.ts";
import { type BatchedCall, createBatchedCounting } from "./batched-counting.ts";
import type { ExemptNetwork } from "./exempt.ts";
import { firstCount, UNCOUNTED } from "./first-count.ts";
import type { FirstCount, LimitDecision, LimiterEvent, LimitRule, ObservableLimiter } from "./limiter.ts";
import { createMemoryLimiter, type OwnWindow } from "./memory-limiter.ts";
import {
  allow,
  type Counted,
  DAY_MS,
  HOUR_MS,
  type LimitWindow,
  MINUTE_MS,
  planLimits,
  refuse,
  stateOf,
} from "./plan.ts";
import { countInRedis, giveBackInRedis, mergeIntoRedis, type RedisAnswer, type RedisWindow } from "./redis-script.ts";
import type { SavedCounts } from "./saved-counts.ts";

/** A caller waits no longer than this for a count; then the instance counts this call for itself. */
const ANSWER_MS = 150;
/** An answer that takes this long, or so many late ones within so long, mean that the server is lost. */
const LOST_MS = 500;
const LATE_ANSWERS = 3;
const LATE_WITHIN_MS = 5_000;
/** How often a server that failed is tried again, and how often one that serves is asked whether it lost its data. */
const PROBE_MS = 1_000;
/** How long a start waits for the server before it goes on without. */
const START_MS = 1_000;
/** The lengths of windows, as their keys name them. */
const LENGTHS: Readonly<Record<number, string>> = { [MINUTE_MS]: "minute", [HOUR_MS]: "hour", [DAY_MS]: "day" };
/** Windows that go back to the server in one script. */
const MERGE_ROWS = 500;

export interface RedisLimiterOptions {
  readonly url: string;
  readonly rules: readonly LimitRule[];
  readonly exempt?: readonly ExemptNetwork[];
  /** The clock of this process, for its own counts while the server does not answer. */
  readonly now: () => number;
  readonly report: (event: LimiterEvent) => void;
  /**
   * Keeps what this process knows of the counts of a day through a restart of its own, so that it can give them back to
   * a server that lost its data after that. None: it knows what it saw since its start.
   */
  readonly saved?: SavedCounts;
  /** Replaces the clock of the server, for tests. */
  readonly serverNow?: () => number;
  /** What all keys begin with. Braces keep them on one node of a cluster: one script must reach all of them. */
  readonly prefix?: string;
}

/**
 * Counts in Redis or Valkey, together with all other instances. While the server does not answer, the instance counts
 * for itself, going on from the last counts it saw, and says so. It returns to the server by itself, and what it
 * counted meanwhile is added to the shared counts first. A server that comes back without its data gets back what the
 * instances know, so that who used a limit up does not start anew.
 * Resolves when the server answers, or without it after a second.
 */
export async function createRedisLimiter(options: RedisLimiterOptions): Promise<ObservableLimiter> {
  const { url, rules, exempt = [], now, report, saved, serverNow, prefix = "dosah:{limits}:" } = options;
  const plan = planLimits(rules, exempt);
  const local = createMemoryLimiter({ rules, exempt, now, ...(saved === undefined ? {} : { saved }) });
  const redis = new Redis(url, {
    protocol: 2,
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: PROBE_MS,
    retryStrategy: (attempts) => Math.min(attempts * 100, PROBE_MS),
  });
  const counting = createBatchedCounting(redis, () => serverNow?.(), ANSWER_MS);
  let state: "starting" | "shared" | "alone" | "closed" = "starting";
  let isReturning = false;
  let probeTimer: NodeJS.Timeout | undefined;
  let lastError: unknown;
  let merged = 0;
  /** True while calls were counted here because an answer was late, and the server does not know of them yet. */
  let hasUnshared = false;
  let lateAnswers: number[] = [];
  /** The clock of the server minus ours, by its last answer. */
  let clockAhead = 0;
  /** What the server was marked with when it was last seen; another mark, or none, means that its data are lost. */
  let knownMark: string | undefined;
  const isClosed = () => state === "closed";
  const started = Promise.withResolvers<void>();
  redis.on("error", (error) => {
    lastError = error;
  });
  redis.on("ready", () => void comeBack());
  redis.on("close", () => goAlone(lastError ?? new Error("the connection was closed")));

  function goAlone(cause: unknown): void {
    if (isClosed()) return;
    probeSoon();
    if (state === "alone") return;
    state = "alone";
    lateAnswers = [];
    started.resolve();
    report({ kind: "began", trouble: "not_shared", cause });
  }

  function probeSoon(): void {
    probeTimer ??= setTimeout(() => {
      probeTimer = undefined;
      void (state === "shared" ? lookAtMark() : comeBack());
    }, PROBE_MS).unref();
  }

  /** Returns to the server, after the counts of the time without it were added to its own. */
  async function comeBack(): Promise<void> {
    if (isClosed() || state === "shared" || isReturning) return;
    if (redis.status !== "ready") return goAlone(lastError);
    isReturning = true;
    try {
      // Counts a window of nobody: only a server that also writes is one to return to.
      const windows = [{ key: `${prefix}probe`, quota: 1_000_000, windowMs: MINUTE_MS }];
      const [answer] = await inTime(countInRedis(redis, [{ windows, after: 0, amount: 1 }], serverNow?.()));
      if (answer !== undefined) clockAhead = answer.now - now();
      await addOwnCounts();
    } catch (error) {
      // A connection that went silent does not end by itself; a new one shows whether the server is there.
      if (redis.status === "ready") redis.disconnect(true);
      return goAlone(error);
    } finally {
      isReturning = false;
    }
    // Meanwhile the limiter may have been closed.
    if (isClosed()) return;
    if (state === "alone") report({ kind: "ended", trouble: "not_shared" });
    state = "shared";
    started.resolve();
    probeSoon();
  }

  /** Looks whether the server lost its data while it went on answering, and sends what late answers left behind. */
  async function lookAtMark(): Promise<void> {
    try {
      if (hasUnshared || (await inTime(redis.get(`${prefix}mark`))) !== knownMark) await addOwnCounts();
    } catch (error) {
      return goAlone(error);
    }
    if (state === "shared") probeSoon();
  }

  /**
   * Adds windows of this process to the shared counts: those that were counted alone and all of a day; every one when
   * the server lost its data.
   */
  async function addOwnCounts(): Promise<void> {
    const mark = await readMark();
    const isLost = knownMark !== undefined && mark !== knownMark;
    hasUnshared = false;
    const own = local
      .windows()
      .filter(({ window }) => !window.perInstance)
      .filter(({ used, alone, window }) => alone > 0 || (used > 0 && (isLost || window.windowMs > MINUTE_MS)))
      .toArray();
    for (let from = 0; from < own.length; from += MERGE_ROWS) {
      const sent = own.slice(from, from + MERGE_ROWS);
      const counts = await inTime(mergeIntoRedis(redis, sent.map(toMerged), serverNow?.()));
      for (const [index, count] of counts.entries()) {
        const window = sent[index];
        if (window === undefined) continue;
        local.shared(window, count);
        if (window.alone > 0) merged++;
      }
    }
    knownMark = mark;
    if (isLost) report({ kind: "restored", windows: own.length });
  }

  /** The mark of the server. One that has none is new or empty: it gets one. */
  async function readMark(): Promise<string> {
    const key = `${prefix}mark`;
    await inTime(redis.set(key, randomUUID(), "NX"));
    const mark = await inTime(redis.get(key));
    if (typeof mark !== "string") throw new Error("the server forgot its mark");
    return mark;
  }

  async function inTime<T>(answer: Promise<T>): Promise<T> {
    const given = await answerWithin(answer, LOST_MS);
    if (given === undefined) throw new Error("the server did not answer in time");
    return given.value;
  }

  function keyOf({ name, windowMs }: LimitWindow, bucket: string): string {
    return `${prefix}${name}:${LENGTHS[windowMs]}:${bucket}`;
  }

  function toRedisWindow({ window, key, quota }: Counted): RedisWindow {
    return { key: keyOf(window, key), quota, windowMs: window.windowMs };
  }

  function toMerged({ window, bucket, opened, used, alone }: OwnWindow) {
    const { windowMs } = window;
    return { key: keyOf(window, bucket), windowMs, opened: opened + clockAhead, seen: used - alone, alone };
  }

  const toRedisWindows = (names: readonly string[], address: string) => plan.of(names, address).map(toRedisWindow);

  function take(names: readonly string[], address: string, amount = 1): LimitDecision | Promise<LimitDecision> {
    if (state !== "shared" || plan.isOwn(names)) return local.take(names, address, amount);
    return decide(names, address, counting.count(toRedisWindows(names, address), amount), { amount });
  }

  function takeFirst(names: readonly string[], address: string): FirstCount {
    if (state !== "shared") return firstCount(take, names, address);
    const first = counting.count(toRedisWindows(names, address));
    const decision = decide(names, address, first);
    return {
      decision,
      further: async (further) => {
        if (further.length > 0 && state === "shared") {
          const call = counting.countAfter(first, toRedisWindows(further, address));
          if (call !== undefined) return decide(further, address, call, { before: decision });
        }
        const before = await decision;
        if (!before.allowed) return before;
        return further.length === 0 ? UNCOUNTED : take(further, address);
      },
    };
  }

  /**
   * The decision about a call that is on its way to the server, by the counts here where no answer comes. `before` is
   * the decision about the call that it comes after: a refusal is that of both. `amount`: how much it counts.
   */
  async function decide(
    names: readonly string[],
    address: string,
    { answered }: BatchedCall,
    { before, amount = 1 }: { readonly before?: Promise<LimitDecision>; readonly amount?: number } = {},
  ): Promise<LimitDecision> {
    let answer: RedisAnswer | undefined;
    try {
      const given = await answered;
      answer = given.answer;
      if (answer === undefined) {
        noteLate(given.script);
        hasUnshared = true;
      }
    } catch (error) {
      goAlone(error);
    }
    if (before !== undefined && (answer === undefined || answer.isLeftOut)) {
      const first = await before;
      if (!first.allowed) return first;
    }
    return answer === undefined ? local.take(names, address, amount) : decisionOf(names, address, answer, amount);
  }

  function decisionOf(names: readonly string[], address: string, answer: RedisAnswer, amount: number): LimitDecision {
    clockAhead = answer.now - now();
    // Should the server go silent, who used a limit up does not start anew here.
    const counts = answer.counts.map(({ opened, used }) => ({ opened: opened - clockAhead, used }));
    local.adopt(names, address, counts);
    const states = plan.of(names, address).map(({ window, quota }, index) => {
      const count = answer.counts[index] ?? { opened: answer.now, used: 0 };
      return stateOf(window, quota, count, answer.now);
    });
    return answer.isRefused ? refuse(states, amount) : allow(states);
  }

  /** One late answer is no lost server; several are, and one that does not come at all. */
  function noteLate(counting: Promise<unknown>): void {
    const at = performance.now();
    lateAnswers = [...lateAnswers.filter((each) => at - each < LATE_WITHIN_MS), at];
    if (lateAnswers.length >= LATE_ANSWERS) goAlone(new Error(`${LATE_ANSWERS} answers were late`));
    answerWithin(counting, LOST_MS - ANSWER_MS).then((given) => {
      if (given === undefined) goAlone(new Error(`no answer within ${LOST_MS} ms`));
    }, goAlone);
  }

  async function giveBackShared(names: readonly string[], address: string): Promise<void> {
    local.giveBackShared(names, address);
    try {
      await inTime(giveBackInRedis(redis, toRedisWindows(names, address)));
    } catch (error) {
      goAlone(error);
    }
  }

  // A failure comes back through the events: the start does not depend on it.
  redis.connect().catch(() => undefined);
  const startTimer = setTimeout(() => goAlone(lastError ?? new Error("no answer yet")), START_MS);
  await started.promise;
  clearTimeout(startTimer);

  return {
    take,
    takeFirst,
    giveBack: (names, address) =>
      state === "shared" && !plan.isOwn(names) ? giveBackShared(names, address) : local.giveBack(names, address),
    close: async () => {
      clearTimeout(probeTimer);
      // What late answers left behind would be forgotten with this process.
      if (state === "shared" && hasUnshared) await answerWithin(addOwnCounts(), LOST_MS).catch(() => undefined);
      state = "closed";
      await answerWithin(redis.quit(), ANSWER_MS).catch(() => undefined);
      redis.disconnect();
      await local.close();
    },
    get degraded() {
      return state === "shared" ? null : "not_shared";
    },
    get size() {
      return local.size;
    },
    get merged() {
      return merged;
    },
  };
}
