/** Values under keys, each with all that it rests on besides, bounded in bytes. What was used least recently goes first. */
export interface Kept<T> {
  /** The value, while everything that it rests on is the very same, value by value. */
  find(key: string, restsOn: (value: T) => readonly unknown[]): T | undefined;
  keep(key: string, restsOn: readonly unknown[], value: T, bytes: number): void;
  /** Counts more bytes for a value that has grown; one that has gone meanwhile counts no more. */
  grow(key: string, value: T, bytes: number): void;
}

interface Entry<T> {
  readonly value: T;
  readonly restsOn: readonly unknown[];
  bytes: number;
}

/** @param capacity the most that is kept, in bytes */
export function createKept<T>(capacity: number): Kept<T> {
  const entries = new Map<string, Entry<T>>();
  let size = 0;

  function forget(key: string, entry: Entry<T>): void {
    entries.delete(key);
    size -= entry.bytes;
  }

  function add(entry: Entry<T>, bytes: number): void {
    entry.bytes += bytes;
    size += bytes;
    for (const [oldest, each] of entries) {
      if (size <= capacity) return;
      forget(oldest, each);
    }
  }

  return {
    find: (key, restsOn) => {
      const known = entries.get(key);
      if (known === undefined) return undefined;
      if (!isSame(known.restsOn, restsOn(known.value))) {
        forget(key, known);
        return undefined;
      }
      // The one used last goes last; far below the limit nothing goes.
      if (size > capacity / 2) {
        entries.delete(key);
        entries.set(key, known);
      }
      return known.value;
    },
    keep: (key, restsOn, value, bytes) => {
      const former = entries.get(key);
      if (former !== undefined) forget(key, former);
      const entry = { value, restsOn, bytes: 0 };
      entries.set(key, entry);
      add(entry, bytes);
    },
    grow: (key, value, bytes) => {
      const entry = entries.get(key);
      if (entry?.value === value) add(entry, bytes);
    },
  };
}

/** Whether two lists hold the same values, one by one. */
export function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (!Object.is(one[at], other[at])) return false;
  return true;
}
