import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * All items of a long list that is made as it is read, some at a time: whoever waits is answered between.
 * @param atOnce items that are made without a pause; what they cost is the longest that others wait
 */
export async function inTurns<T>(items: Iterable<T>, atOnce: number): Promise<T[]> {
  const all: T[] = [];
  for (const item of items) {
    if (all.length > 0 && all.length % atOnce === 0) await nextTurn();
    all.push(item);
  }
  return all;
}
