import type { Day } from "../../core/day.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";

/** By which rules Dosah answers, as pages and documents say it. */
export interface RuleSet {
  /** `1.15`. */
  readonly version: string;
  /** The latest day on which an act was compared with its official text. */
  readonly lawDay: Day;
  /** Places of the registered acts that citations are checked against. */
  readonly provisions: number;
}

/** The rule set of the knowledge that was read. */
export function ruleSetOf({ acts: { acts, asOf }, changelog }: Pick<Knowledge, "acts" | "changelog">): RuleSet {
  return {
    version: changelog.newest.version,
    lawDay:
      acts
        .map(({ checkedOn }) => checkedOn)
        .sort()
        .at(-1) ?? asOf,
    provisions: acts.reduce((sum, { units }) => sum + units.size, 0),
  };
}
