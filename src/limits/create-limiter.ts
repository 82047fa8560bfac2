import { existsSync } from "node:fs";
import { join } from "node:path";
import { holdProcessLock, type ProcessLock } from "../files/process-lock.ts";
import type { ExemptNetwork } from "./exempt.ts";
import type { LimiterEvent, LimitRule, ObservableLimiter } from "./limiter.ts";
import { createMemoryLimiter, type MemoryLimiter } from "./memory-limiter.ts";
import { createSavedCounts } from "./saved-counts.ts";

/** The database of the day counts, in `DATA_DIR`. */
export const COUNTS_FILE = "limits.db";

/**
 * Builds the limiter of this instance: in Redis or Valkey when there is an address of one, else in this process. Either
 * way the counts of a day that it knows are saved in `limits.db`. A server or a disk that fails is reported, and stops nothing.
 * @param options.dataDir folder of the embedded data; made when it is missing.
 * @param options.redisUrl `redis://...` or `rediss://...`.
 * @param options.redisPrefix what all keys begin with; default `dosah`.
 * @param options.now the clock, in milliseconds since 1970.
 * @param options.report is called when counts are no longer shared or saved, and when they are again.
 */
export async function createLimiter(options: {
  readonly rules: readonly LimitRule[];
  readonly exempt: readonly ExemptNetwork[];
  readonly dataDir: string;
  readonly redisUrl?: string | undefined;
  readonly redisPrefix?: string | undefined;
  readonly now: () => number;
  readonly report: (event: LimiterEvent) => void;
}): Promise<ObservableLimiter> {
  const { rules, exempt, dataDir, redisUrl, redisPrefix = "dosah", now, report } = options;
  const saved = createSavedCounts(join(dataDir, COUNTS_FILE), report);
  if (redisUrl !== undefined) {
    // Its client is large; most instances and every command do without.
    const { createRedisLimiter } = await import("./redis-limiter.ts");
    // Braces keep the keys on one node of a cluster.
    const prefix = `${redisPrefix}:{limits}:`;
    return createRedisLimiter({ url: redisUrl, rules, exempt, now, report, saved, prefix });
  }
  return onlyOne(createMemoryLimiter({ rules, exempt, now, saved }), dataDir, report);
}

/** Is held by the process that counts for the whole `DATA_DIR`. */
const LOCK_FILE = "limits.lock";

/** Is held by one that would count for the same folder too, so that an examination sees that there are two. */
const SECOND_LOCK_FILE = "limits-second.lock";

/** Whether processes count for a folder: nobody, one as it should be, or several, each for itself. */
export function lookAtCounting(dataDir: string): "nobody" | "one" | "several" {
  if (!isLocked(join(dataDir, LOCK_FILE))) return "nobody";
  return isLocked(join(dataDir, SECOND_LOCK_FILE)) ? "several" : "one";
}

function isLocked(file: string): boolean {
  if (!existsSync(file)) return false;
  const lock = holdProcessLock(file);
  lock?.release();
  return lock === undefined;
}

/** A second process tries so often whether the first one has ended. */
const RETRY_MS = 5_000;

/**
 * A limiter that says `not_shared` as long as another process counts for the same folder: both let through what is
 * allowed. It takes over by itself when that one has ended.
 */
function onlyOne(limiter: MemoryLimiter, dataDir: string, report: (event: LimiterEvent) => void): ObservableLimiter {
  let lock: ProcessLock | undefined;
  let secondLock: ProcessLock | undefined;
  let isSecond = false;
  let timer: NodeJS.Timeout | undefined;
  hold();

  function hold(): void {
    try {
      lock = holdProcessLock(join(dataDir, LOCK_FILE));
    } catch {
      // A folder that cannot be written is reported where the counts are saved.
      return;
    }
    if (isSecond !== (lock === undefined)) {
      isSecond = lock === undefined;
      if (isSecond) secondLock = holdProcessLock(join(dataDir, SECOND_LOCK_FILE));
      else secondLock?.release();
      report({
        kind: isSecond ? "began" : "ended",
        trouble: "not_shared",
        ...(isSecond ? { cause: secondProcess } : {}),
      });
    }
    if (isSecond) timer = setTimeout(hold, RETRY_MS).unref();
  }

  return {
    take: limiter.take,
    takeFirst: limiter.takeFirst,
    giveBack: limiter.giveBack,
    close: async () => {
      clearTimeout(timer);
      await limiter.close();
      lock?.release();
      if (isSecond) secondLock?.release();
    },
    get degraded() {
      return isSecond ? "not_shared" : limiter.degraded;
    },
    get size() {
      return limiter.size;
    },
    get merged() {
      return limiter.merged;
    },
  };
}

const secondProcess = new Error("another process counts for the same DATA_DIR; set REDIS_URL in both to share counts");
