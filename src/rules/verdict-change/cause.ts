import type { FactChange } from "./changed-facts.ts";

/** Why a category changed. Only these are told; nothing is guessed. */
export const CAUSES = ["register", "source", "law", "calendar", "stated", "both"] as const;

export type Cause = (typeof CAUSES)[number];

/** What a change is about: a change of facts alone is none. */
export interface Standing {
  readonly category: string;
  readonly sector: string | null;
  readonly regime: string | null;
}

/** One firm before and after, by old and new facts, rules and day. */
export interface Compared {
  /** Old facts by old rules on the old day: what was said last. */
  readonly before: Standing;
  /** Old facts by the rules of today. */
  readonly oldFacts: Standing;
  /** New facts by the rules of today. */
  readonly after: Standing;
  /** The rule set is another one. */
  readonly areRulesNew: boolean;
  /** The facts that differ, with their sources. */
  readonly facts: readonly FactChange[];
  /** What differs is what the organization says of itself. */
  readonly isStated?: boolean;
}

/**
 * The cause of a changed standing.
 * @returns `undefined` where category, sector and regime are what they were
 */
export function causeOf({
  before,
  oldFacts,
  after,
  areRulesNew,
  facts,
  isStated = false,
}: Compared): Cause | undefined {
  if (isSame(before, after)) return undefined;
  const byRules = !isSame(before, oldFacts);
  const byFacts = !isSame(oldFacts, after);
  if (byRules && byFacts) return "both";
  if (byRules) return areRulesNew ? "law" : "calendar";
  if (isStated) return "stated";
  return isOtherSource(facts) ? "source" : "register";
}

/** True where every fact that differs comes from another source than before: another source, not another firm. */
function isOtherSource(facts: readonly FactChange[]): boolean {
  return facts.length > 0 && facts.every(({ isOtherSource: isOther }) => isOther);
}

export function isSame(one: Standing, other: Standing): boolean {
  return one.category === other.category && one.sector === other.sector && one.regime === other.regime;
}
