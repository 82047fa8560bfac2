import type { Count } from "./plan.ts";
import { NONE, SlotLists } from "./slot-lists.ts";

/** Steps of "how much of the quota is used up", from nearly nothing to all. */
const LEVELS = 8;
/** Windows that are never given up: the totals of all callers together. */
const PINNED = LEVELS + 1;

/**
 * The open windows of one length, in bounded memory. When it is full, a window that is over is dropped; if there is
 * none, the one of which the smallest share is used up, the oldest of those. So whoever floods the table with
 * addresses pushes out callers who have hardly called, and never a count that is about to refuse.
 * Windows are found by the id of their limit and the key of their caller, and then handled by slot number.
 */
export class WindowTable {
  readonly #windowMs: number;
  readonly #capacity: number;
  readonly #slots: readonly Map<string, number>[];
  readonly #onChange: ((id: number, key: string) => void) | undefined;
  readonly #byAge = new SlotLists(1);
  readonly #byLevel = new SlotLists(PINNED + 1);
  readonly #keys: string[] = [];
  readonly #free: number[] = [];
  #ids = new Uint16Array(0);
  #levels = new Uint8Array(0);
  #opened = new Float64Array(0);
  #used = new Uint32Array(0);
  #alone = new Uint32Array(0);
  #quota = new Uint32Array(0);
  #size = 0;

  /**
   * @param limits how many limits there are; ids are below it.
   * @param capacity the most windows that are held at a time, at least 1.
   * @param onChange is called with every window that was opened, counted or given up.
   */
  constructor(windowMs: number, limits: number, capacity: number, onChange?: (id: number, key: string) => void) {
    this.#windowMs = windowMs;
    this.#capacity = capacity;
    this.#slots = Array.from({ length: limits }, () => new Map<string, number>());
    this.#onChange = onChange;
  }

  get size(): number {
    return this.#size;
  }

  /** The slot of a window that is still open at `now`, or `NONE`. */
  find(id: number, key: string, now: number): number {
    const slot = this.#slots[id]?.get(key) ?? NONE;
    if (slot === NONE) return NONE;
    if (this.#isOver(slot, now)) {
      this.#remove(slot);
      return NONE;
    }
    // The clock was set back: without this the wait would be longer than the window.
    if (this.opened(slot) > now) this.#opened[slot] = now;
    return slot;
  }

  opened(slot: number): number {
    return this.#opened[slot] ?? 0;
  }

  used(slot: number): number {
    return this.#used[slot] ?? 0;
  }

  /** How many of the calls of a window no shared count knows of. */
  alone(slot: number): number {
    return this.#alone[slot] ?? 0;
  }

  /** Counts calls more, or less, that no shared count knows of. */
  addAlone(slot: number, calls: number): void {
    this.#alone[slot] = Math.max(0, this.alone(slot) + calls);
  }

  /** What stands in the table for a key, open or over. */
  peek(id: number, key: string): Count | undefined {
    const slot = this.#slots[id]?.get(key);
    return slot === undefined ? undefined : { opened: this.opened(slot), used: this.used(slot) };
  }

  /** Sets how many calls a window has let through. */
  count(slot: number, used: number): void {
    this.#used[slot] = used;
    const level = this.#levels[slot] ?? 0;
    const reached = level === PINNED ? PINNED : levelOf(used, this.#quota[slot] ?? 1);
    if (reached !== level) {
      this.#byLevel.remove(level, slot);
      this.#byLevel.append(reached, slot);
      this.#levels[slot] = reached;
    }
    this.#onChange?.(this.#ids[slot] ?? 0, this.#keys[slot] ?? "");
  }

  /** Opens a window that `find` did not find. Its slot is valid until the next window is opened. */
  open(id: number, key: string, { opened, used }: Count, quota: number, isPinned: boolean, now: number): number {
    // Two out for one in: after a flood the table empties by itself.
    this.#removeOver(now);
    this.#removeOver(now);
    if (this.#size >= this.#capacity) this.#removeLeastUsed();
    const slot = this.#free.pop() ?? this.#size;
    if (slot >= this.#ids.length) this.#grow();
    this.#size++;
    this.#slots[id]?.set(key, slot);
    this.#keys[slot] = key;
    this.#ids[slot] = id;
    this.#opened[slot] = opened;
    this.#used[slot] = used;
    this.#alone[slot] = 0;
    this.#quota[slot] = quota;
    const level = isPinned ? PINNED : levelOf(used, quota);
    this.#levels[slot] = level;
    this.#byAge.append(0, slot);
    this.#byLevel.append(level, slot);
    this.#onChange?.(id, key);
    return slot;
  }

  /** Every window of the table, open or over. */
  *entries(): Generator<[id: number, key: string]> {
    for (const [id, slots] of this.#slots.entries()) for (const key of slots.keys()) yield [id, key];
  }

  #isOver(slot: number, now: number): boolean {
    return now - this.opened(slot) >= this.#windowMs;
  }

  #removeOver(now: number): void {
    const oldest = this.#byAge.first(0);
    if (oldest !== NONE && this.#isOver(oldest, now)) this.#remove(oldest);
  }

  #removeLeastUsed(): void {
    for (let level = 0; level <= LEVELS; level++) {
      const victim = this.#byLevel.first(level);
      if (victim === NONE) continue;
      this.#remove(victim);
      return;
    }
  }

  #remove(slot: number): void {
    const id = this.#ids[slot] ?? 0;
    const key = this.#keys[slot] ?? "";
    this.#slots[id]?.delete(key);
    this.#keys[slot] = "";
    this.#byAge.remove(0, slot);
    this.#byLevel.remove(this.#levels[slot] ?? 0, slot);
    this.#free.push(slot);
    this.#size--;
    this.#onChange?.(id, key);
  }

  #grow(): void {
    const capacity = Math.max(1024, this.#ids.length * 2);
    this.#ids = copied(this.#ids, new Uint16Array(capacity));
    this.#levels = copied(this.#levels, new Uint8Array(capacity));
    this.#opened = copied(this.#opened, new Float64Array(capacity));
    this.#used = copied(this.#used, new Uint32Array(capacity));
    this.#alone = copied(this.#alone, new Uint32Array(capacity));
    this.#quota = copied(this.#quota, new Uint32Array(capacity));
    this.#byAge.grow(capacity);
    this.#byLevel.grow(capacity);
  }
}

function levelOf(used: number, quota: number): number {
  return Math.min(LEVELS, Math.floor((used * LEVELS) / quota));
}

function copied<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}
