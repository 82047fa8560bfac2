import type { ExemptNetwork } from "./exempt.ts";
import { firstCount } from "./first-count.ts";
import type { LimitDecision, LimiterTrouble, LimitRule, LimitState, ObservableLimiter } from "./limiter.ts";
import { stepFactor } from "./network-steps.ts";
import {
  allow,
  type Count,
  DAY_MS,
  HOUR_MS,
  type LimitWindow,
  MINUTE_MS,
  planLimits,
  refuse,
  stateOf,
} from "./plan.ts";
import type { SavedCounts } from "./saved-counts.ts";
import { NONE } from "./slot-lists.ts";
import { WindowTable } from "./window-table.ts";

/** Windows of each length that are held at a time. At about 120 bytes each, two full tables stay below 50 MB. */
const DEFAULT_CAPACITY = 200_000;

export interface MemoryLimiterOptions {
  readonly rules: readonly LimitRule[];
  readonly exempt?: readonly ExemptNetwork[];
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** The most windows of each length that are held at a time. */
  readonly capacity?: number;
  /** Keeps the counts of a day through a restart; none: they live as long as the process. */
  readonly saved?: SavedCounts;
}

/** An open window as it stands in this process. */
export interface OwnWindow extends Count {
  readonly window: LimitWindow;
  /** Whose calls it counts: an address, a network, or `EVERYBODY`. */
  readonly bucket: string;
  /** How many of `used` no shared count knows of. */
  readonly alone: number;
}

/** A limiter whose decisions are immediate, because the counts are in the process. */
export interface MemoryLimiter extends ObservableLimiter {
  take(names: readonly string[], address: string, amount?: number): LimitDecision;
  giveBack(names: readonly string[], address: string): void;
  /** Notes that counts were given back to the shared ones. */
  giveBackShared(names: readonly string[], address: string): void;
  /**
   * Takes over shared counts, in the order in which `names` count, where they are higher than what was shared
   * before. Calls that were counted here alone come on top.
   */
  adopt(names: readonly string[], address: string, counts: readonly Count[]): void;
  /** Every open window. */
  windows(): Generator<OwnWindow>;
  /** Notes that a window was added to the shared counts as it stood, and the shared count that came of it. */
  shared(sent: OwnWindow, count: Count): void;
}

/**
 * Counts in the memory of this process. Windows are fixed: one opens with the first call that it lets through, lasts
 * a minute or 24 hours, and is new with the next call after that.
 */
export function createMemoryLimiter(options: MemoryLimiterOptions): MemoryLimiter {
  const { rules, exempt = [], now: clock, capacity = DEFAULT_CAPACITY, saved } = options;
  const plan = planLimits(rules, exempt);
  const factors = new Map(exempt.map(({ text, factor }) => [text, factor]));
  const days = new WindowTable(DAY_MS, plan.windows.length, capacity, saved?.onChange);
  const tables = [
    new WindowTable(MINUTE_MS, plan.windows.length, capacity),
    new WindowTable(HOUR_MS, plan.windows.length, capacity),
    days,
  ] as const;
  const [minutes, hours] = tables;
  const tableOf = ({ windowMs }: LimitWindow) => {
    if (windowMs === MINUTE_MS) return minutes;
    return windowMs === HOUR_MS ? hours : days;
  };
  saved?.attach(days, plan, (key) => factors.get(key) ?? stepFactor(key), capacity, clock);

  function take(names: readonly string[], address: string, amount = 1): LimitDecision {
    const counted = plan.of(names, address);
    const now = clock();
    const slots: number[] = [];
    let isRefused = false;
    let isNew = false;
    for (const { window, key, quota } of counted) {
      const table = tableOf(window);
      const slot = table.find(window.id, key, now);
      slots.push(slot);
      if (slot === NONE) isNew = true;
      if ((slot === NONE ? 0 : table.used(slot)) + amount > quota) isRefused = true;
    }

    const states: LimitState[] = [];
    for (let index = 0; index < counted.length; index++) {
      const each = counted[index];
      if (each === undefined) continue;
      const slot = slots[index] ?? NONE;
      const table = tableOf(each.window);
      let opened = now;
      let used = 0;
      if (slot !== NONE) {
        opened = table.opened(slot);
        used = table.used(slot);
      }
      if (!isRefused) {
        used += amount;
        if (slot !== NONE) {
          table.count(slot, used);
          table.addAlone(slot, amount);
        }
      }
      states.push(stateOf(each.window, each.quota, { opened, used }, now));
    }
    if (isRefused) return refuse(states, amount);
    if (!isNew) return allow(states);

    // Opening comes last: in a full table it may push out a window that was found above.
    for (const [index, { window, key, quota }] of counted.entries()) {
      if (slots[index] !== NONE) continue;
      const first = { opened: now, used: amount };
      const table = tableOf(window);
      table.addAlone(table.open(window.id, key, first, quota, window.shared, now), amount);
    }
    return allow(states);
  }

  /** Takes one from each window; where the server knows of the count, it stays out of what was counted alone. */
  function lower(names: readonly string[], address: string, isShared: boolean): void {
    const now = clock();
    for (const { window, key } of plan.of(names, address)) {
      const table = tableOf(window);
      const slot = table.find(window.id, key, now);
      if (slot === NONE || table.used(slot) === 0) continue;
      table.count(slot, table.used(slot) - 1);
      if (!isShared) table.addAlone(slot, -1);
    }
  }

  function adopt(names: readonly string[], address: string, counts: readonly Count[]): void {
    const now = clock();
    for (const [index, { window, key, quota }] of plan.of(names, address).entries()) {
      const count = counts[index];
      if (count === undefined || count.used === 0 || now - count.opened >= window.windowMs) continue;
      const table = tableOf(window);
      const slot = table.find(window.id, key, now);
      if (slot === NONE) table.open(window.id, key, count, quota, window.shared, now);
      else raise(table, slot, count.used);
    }
  }

  /** Sets what is shared of a window, where that is more than before; what was counted alone comes on top. */
  function raise(table: WindowTable, slot: number, shared: number): void {
    const used = shared + table.alone(slot);
    if (table.used(slot) < used) table.count(slot, used);
  }

  function* windows(): Generator<OwnWindow> {
    const now = clock();
    for (const table of tables) {
      for (const [id, key] of [...table.entries()]) {
        const slot = table.find(id, key, now);
        const window = plan.windows[id];
        if (slot === NONE || window === undefined) continue;
        yield { window, bucket: key, opened: table.opened(slot), used: table.used(slot), alone: table.alone(slot) };
      }
    }
  }

  function shared({ window, bucket, alone }: OwnWindow, count: Count): void {
    const table = tableOf(window);
    const slot = table.find(window.id, bucket, clock());
    if (slot === NONE) return;
    table.addAlone(slot, -alone);
    raise(table, slot, count.used);
  }

  return {
    take,
    takeFirst: (names, address) => firstCount(take, names, address),
    giveBack: (names, address) => lower(names, address, false),
    giveBackShared: (names, address) => lower(names, address, true),
    adopt,
    windows,
    shared,
    close: async () => saved?.close(),
    merged: 0,
    get degraded(): LimiterTrouble | null {
      if (saved?.isFailing === true) return "not_saved";
      return saved?.isBegunAnew === true ? "begun_anew" : null;
    },
    get size() {
      return minutes.size + hours.size + days.size;
    },
  };
}
