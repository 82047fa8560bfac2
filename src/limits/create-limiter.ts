import { join } from "node:path";
import type { ExemptNetwork } from "./exempt.ts";
import type { LimiterEvent, LimitRule, ObservableLimiter } from "./limiter.ts";
import { createMemoryLimiter } from "./memory-limiter.ts";
import { createSavedCounts } from "./saved-counts.ts";

/** The database of the day counts, in `DATA_DIR`. */
export const COUNTS_FILE = "limits.db";

/**
 * Builds the limiter of this instance: in Redis or Valkey when there is an address of one, else in this process with
 * the counts of a day saved in `limits.db`. A server or a disk that fails is reported, and stops nothing.
 * @param options.dataDir folder of the embedded data; made when it is missing.
 * @param options.redisUrl `redis://...` or `rediss://...`.
 * @param options.now the clock, in milliseconds since 1970.
 * @param options.report is called when counts are no longer shared or saved, and when they are again.
 */
export async function createLimiter(options: {
  readonly rules: readonly LimitRule[];
  readonly exempt: readonly ExemptNetwork[];
  readonly dataDir: string;
  readonly redisUrl?: string | undefined;
  readonly now: () => number;
  readonly report: (event: LimiterEvent) => void;
}): Promise<ObservableLimiter> {
  const { rules, exempt, dataDir, redisUrl, now, report } = options;
  if (redisUrl !== undefined) {
    // Its client is large; most instances and every command do without.
    const { createRedisLimiter } = await import("./redis-limiter.ts");
    return createRedisLimiter({ url: redisUrl, rules, exempt, now, report });
  }
  return createMemoryLimiter({ rules, exempt, now, saved: createSavedCounts(join(dataDir, COUNTS_FILE), report) });
}
