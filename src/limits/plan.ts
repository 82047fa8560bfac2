import { createExemptLookup, type ExemptNetwork } from "./exempt.ts";
import type { LimitDecision, LimitRule, LimitState } from "./limiter.ts";
import { networkSteps } from "./network-steps.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The key of the counts that all callers share. */
export const EVERYBODY = "*";

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
  /** Counts the networks around an address too. */
  readonly steps: boolean;
  /** No other instance learns of it. */
  readonly perInstance: boolean;
}

/** One of the counts of a call: in which window, by which key, and how many calls that key may make. */
export interface Counted {
  readonly window: LimitWindow;
  /** An address, a network or `EVERYBODY`. */
  readonly key: string;
  readonly quota: number;
}

/** A window as one caller stands in it. `opened` is the instant of its first call, in milliseconds. */
export interface Count {
  readonly opened: number;
  readonly used: number;
}

export interface LimitPlan {
  readonly windows: readonly LimitWindow[];
  /**
   * What a call of an address counts in: the windows of the named rows, in that order, the shortest first, and for a row
   * with `steps` each network after the address. An exempt network is one bucket, without steps.
   * @throws Error for a name that is in no row: a mistake of ours, never of a caller.
   */
  of(names: readonly string[], address: string): readonly Counted[];
  /** True for rows that each instance counts for itself; no list has other rows as well. */
  isOwn(names: readonly string[]): boolean;
}

/** Lays out the rows of `limits.yaml` as windows. */
export function planLimits(rules: readonly LimitRule[], exempt: readonly ExemptNetwork[] = []): LimitPlan {
  const exemptNetwork = createExemptLookup(exempt);
  const windows: LimitWindow[] = [];
  const byName = new Map<string, LimitWindow[]>();
  for (const { name, perMinute, perHour, perDay, shared = false, steps = false, perInstance = false } of rules) {
    const add = (quota: number | undefined, windowMs: number): LimitWindow[] => {
      if (quota === undefined) return [];
      const window = { id: windows.length, name, quota, windowMs, shared, steps, perInstance };
      windows.push(window);
      return [window];
    };
    byName.set(name, [...add(perMinute, MINUTE_MS), ...add(perHour, HOUR_MS), ...add(perDay, DAY_MS)]);
  }

  function rowOf(name: string): readonly LimitWindow[] {
    const row = byName.get(name);
    if (row === undefined) throw new Error(`no limit is named ${JSON.stringify(name)}`);
    return row;
  }

  // Capabilities name their limits in constant lists, so each list is looked up once.
  const resolved = new WeakMap<readonly string[], readonly LimitWindow[]>();
  function windowsOf(names: readonly string[]): readonly LimitWindow[] {
    if (names.length === 1 && names[0] !== undefined) return rowOf(names[0]);
    const known = resolved.get(names);
    if (known !== undefined) return known;
    const found = [...new Set(names)].flatMap(rowOf);
    resolved.set(names, found);
    return found;
  }

  function of(names: readonly string[], address: string): readonly Counted[] {
    const network = exemptNetwork(address);
    const [bucket, factor] = network === undefined ? [address, 1] : [network.text, network.factor];
    const counted: Counted[] = [];
    for (const window of windowsOf(names)) {
      const { shared, steps } = window;
      counted.push({ window, key: shared ? EVERYBODY : bucket, quota: quotaOf(window, factor) });
      if (!steps || network !== undefined) continue;
      for (const step of networkSteps(address)) {
        counted.push({ window, key: step.network, quota: quotaOf(window, step.factor) });
      }
    }
    return counted;
  }
  return { windows, of, isOwn: (names) => windowsOf(names)[0]?.perInstance === true };
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

/** A call that was let through. */
export function allow(states: readonly LimitState[]): LimitDecision {
  return { allowed: true, states: tightest(states) };
}

/**
 * The refusal for states of which at least one has less left than `amount`. The longest wait is the true one: only then does
 * every window that refuses open anew.
 */
export function refuse(states: readonly LimitState[], amount = 1): LimitDecision {
  const refusing = states.filter((state) => state.remaining < amount);
  const longest = refusing.reduce((one, other) => (other.resetSeconds > one.resetSeconds ? other : one));
  return { allowed: false, refusedBy: longest.name, retryAfter: longest.resetSeconds, states: tightest(states) };
}

/** One state for each window: of a row with `steps` that of the network with the least left. */
function tightest(states: readonly LimitState[]): readonly LimitState[] {
  const kept: LimitState[] = [];
  for (const state of states) {
    const last = kept.at(-1);
    if (last?.name !== state.name || last.windowSeconds !== state.windowSeconds) kept.push(state);
    else if (state.remaining < last.remaining) kept[kept.length - 1] = state;
  }
  return kept;
}
