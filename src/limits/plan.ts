import type { LimitDecision, LimitRule, LimitState } from "./limiter.ts";

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** The highest count a window can hold. */
const HIGHEST_QUOTA = 4_000_000_000;

/** One number of a row: so many calls in a window that opens with the first of them. */
export interface LimitWindow {
  /** Position in the plan. */
  readonly id: number;
  readonly name: string;
  readonly quota: number;
  readonly windowMs: number;
  readonly shared: boolean;
}

/** A window as one caller stands in it. `opened` is the instant of its first call, in milliseconds. */
export interface Count {
  readonly opened: number;
  readonly used: number;
}

export interface LimitPlan {
  readonly windows: readonly LimitWindow[];
  /**
   * The windows of the named rows, in that order, the minute before the day.
   * @throws Error for a name that is in no row: a mistake of ours, never of a caller.
   */
  of(names: readonly string[]): readonly LimitWindow[];
}

/** Lays out the rows of `limits.yaml` as windows. */
export function planLimits(rules: readonly LimitRule[]): LimitPlan {
  const windows: LimitWindow[] = [];
  const byName = new Map<string, LimitWindow[]>();
  for (const { name, perMinute, perDay, shared = false } of rules) {
    const add = (quota: number | undefined, windowMs: number): LimitWindow[] => {
      if (quota === undefined) return [];
      const window = { id: windows.length, name, quota, windowMs, shared };
      windows.push(window);
      return [window];
    };
    byName.set(name, [...add(perMinute, MINUTE_MS), ...add(perDay, DAY_MS)]);
  }

  function rowOf(name: string): readonly LimitWindow[] {
    const row = byName.get(name);
    if (row === undefined) throw new Error(`no limit is named ${JSON.stringify(name)}`);
    return row;
  }

  // Capabilities name their limits in constant lists, so each list is looked up once.
  const resolved = new WeakMap<readonly string[], readonly LimitWindow[]>();
  function of(names: readonly string[]): readonly LimitWindow[] {
    if (names.length === 1 && names[0] !== undefined) return rowOf(names[0]);
    const known = resolved.get(names);
    if (known !== undefined) return known;
    const found = [...new Set(names)].flatMap(rowOf);
    resolved.set(names, found);
    return found;
  }
  return { windows, of };
}

/** How many calls a window lets through for a bucket `factor` times as large. The shared total stays as it is. */
export function quotaOf(window: LimitWindow, factor: number): number {
  return window.shared ? window.quota : Math.min(window.quota * factor, HIGHEST_QUOTA);
}

/** A window that nobody has called in yet looks as if it opened now. */
export function stateOf(window: LimitWindow, quota: number, { opened, used }: Count, now: number): LimitState {
  return {
    name: window.name,
    quota,
    windowSeconds: window.windowMs / 1000,
    remaining: Math.max(0, quota - used),
    resetSeconds: Math.max(1, Math.ceil((opened + window.windowMs - now) / 1000)),
  };
}

/**
 * The refusal for states of which at least one has nothing left. The longest wait is the true one: only then does
 * every window that refuses open anew.
 */
export function refuse(states: readonly LimitState[]): LimitDecision {
  const refusing = states.filter((state) => state.remaining === 0);
  const longest = refusing.reduce((one, other) => (other.resetSeconds > one.resetSeconds ? other : one));
  return { allowed: false, refusedBy: longest.name, retryAfter: longest.resetSeconds, states };
}
