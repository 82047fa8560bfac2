import type { FirstCount, LimitDecision, Limiter } from "./limiter.ts";

/** The decision of who counts in no limit. */
export const UNCOUNTED: LimitDecision = { allowed: true, states: [] };

/** A first count of which each further one is made after its decision. */
export function firstCount(take: Limiter["take"], names: readonly string[], address: string): FirstCount {
  const decision = take(names, address);
  const after = (first: LimitDecision, further: readonly string[]) => {
    if (!first.allowed) return first;
    return further.length === 0 ? UNCOUNTED : take(further, address);
  };
  return {
    decision,
    further: (further) =>
      decision instanceof Promise ? decision.then((first) => after(first, further)) : after(decision, further),
  };
}
