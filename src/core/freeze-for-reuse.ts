import { deepFreeze } from "./deep-freeze.ts";

const shared = new WeakSet<object>();

/**
 * Freezes a part that many answers have in common, and marks it: what is made of it, such as its JSON, is worth being
 * remembered.
 */
export function freezeForReuse<T extends object>(value: T): T {
  shared.add(deepFreeze(value));
  return value;
}

/** Whether a part was shared as it is; nobody can have changed it since. */
export function isFrozenForReuse(value: object): boolean {
  return shared.has(value);
}
