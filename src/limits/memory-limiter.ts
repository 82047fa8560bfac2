import type { ExemptNetwork } from "./exempt.ts";
import { createExemptLookup } from "./exempt.ts";
import type { LimitDecision, LimiterTrouble, LimitRule, LimitState, ObservableLimiter } from "./limiter.ts";
import { type Count, DAY_MS, type LimitWindow, MINUTE_MS, planLimits, quotaOf, refuse, stateOf } from "./plan.ts";
import type { SavedCounts } from "./saved-counts.ts";
import { NONE } from "./slot-lists.ts";
import { WindowTable } from "./window-table.ts";

/** Windows of each length that are held at a time. At about 120 bytes each, both tables stay below 50 MB. */
const DEFAULT_CAPACITY = 200_000;

/** The key of the counts that all callers share. */
export const EVERYBODY = "*";

export interface MemoryLimiterOptions {
  readonly rules: readonly LimitRule[];
  readonly exempt?: readonly ExemptNetwork[];
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** The most windows of a minute, and the most of a day, that are held at a time. */
  readonly capacity?: number;
  /** Keeps the counts of a day through a restart; none: they live as long as the process. */
  readonly saved?: SavedCounts;
}

/** A limiter whose decisions are immediate, because the counts are in the process. */
export interface MemoryLimiter extends ObservableLimiter {
  take(names: readonly string[], address: string): LimitDecision;
  /** Takes over counts from elsewhere, in the order of the windows of `names`, where they are higher than ours. */
  adopt(names: readonly string[], address: string, counts: readonly Count[]): void;
}

/**
 * Counts in the memory of this process. Windows are fixed: one opens with the first call that it lets through, lasts
 * a minute or 24 hours, and is new with the next call after that.
 */
export function createMemoryLimiter(options: MemoryLimiterOptions): MemoryLimiter {
  const { rules, exempt = [], now: clock, capacity = DEFAULT_CAPACITY, saved } = options;
  const plan = planLimits(rules);
  const exemptNetwork = createExemptLookup(exempt);
  const factors = new Map(exempt.map(({ text, factor }) => [text, factor]));
  const minutes = new WindowTable(MINUTE_MS, plan.windows.length, capacity);
  const days = new WindowTable(DAY_MS, plan.windows.length, capacity, saved?.onChange);
  const tableOf = (window: LimitWindow) => (window.windowMs === MINUTE_MS ? minutes : days);
  const keyOf = (window: LimitWindow, bucket: string) => (window.shared ? EVERYBODY : bucket);
  saved?.attach(days, plan, (key) => factors.get(key) ?? 1, capacity, clock);

  function take(names: readonly string[], address: string): LimitDecision {
    const windows = plan.of(names);
    const now = clock();
    const network = exemptNetwork(address);
    const bucket = network?.text ?? address;
    const factor = network?.factor ?? 1;
    const slots: number[] = [];
    let isRefused = false;
    for (const window of windows) {
      const table = tableOf(window);
      const slot = table.find(window.id, keyOf(window, bucket), now);
      slots.push(slot);
      if (slot !== NONE && table.used(slot) >= quotaOf(window, factor)) isRefused = true;
    }

    const states: LimitState[] = [];
    for (const [index, window] of windows.entries()) {
      const slot = slots[index] ?? NONE;
      const table = tableOf(window);
      const quota = quotaOf(window, factor);
      const count = slot === NONE ? { opened: now, used: 0 } : { opened: table.opened(slot), used: table.used(slot) };
      if (!isRefused) {
        count.used++;
        if (slot !== NONE) table.count(slot, count.used);
      }
      states.push(stateOf(window, quota, count, now));
    }
    if (isRefused) return refuse(states);

    // Opening comes last: in a full table it may push out a window that was found above.
    for (const [index, window] of windows.entries()) {
      if (slots[index] !== NONE) continue;
      const first = { opened: now, used: 1 };
      tableOf(window).open(window.id, keyOf(window, bucket), first, quotaOf(window, factor), window.shared, now);
    }
    return { allowed: true, states };
  }

  function adopt(names: readonly string[], address: string, counts: readonly Count[]): void {
    const now = clock();
    const network = exemptNetwork(address);
    for (const [index, window] of plan.of(names).entries()) {
      const count = counts[index];
      if (count === undefined || count.used === 0 || now - count.opened >= window.windowMs) continue;
      const table = tableOf(window);
      const key = keyOf(window, network?.text ?? address);
      const slot = table.find(window.id, key, now);
      if (slot === NONE) table.open(window.id, key, count, quotaOf(window, network?.factor ?? 1), window.shared, now);
      else if (table.used(slot) < count.used) table.count(slot, count.used);
    }
  }

  return {
    take,
    adopt,
    close: async () => saved?.close(),
    get degraded(): LimiterTrouble | null {
      if (saved?.isFailing === true) return "not_saved";
      return saved?.isBegunAnew === true ? "begun_anew" : null;
    },
    get size() {
      return minutes.size + days.size;
    },
  };
}
