import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import type { DeadlineKnowledge, DeadlineRule } from "../../knowledge/deadlines.ts";
import { addPeriod, nearestWorkingDay } from "../deadlines/deadlines.ts";
import type { ListedTask } from "./listed-task.ts";

/** A period of the law that belongs to the verdict of an organization; `null`: its first day is not stated. */
export interface DatedPeriod {
  readonly id: string;
  readonly day: Day | null;
}

/**
 * The periods of the law as lines: every dated one, and an undated one that may be over, because it runs from the day of
 * the act for whoever met the conditions then. A day on which a duty begins asks for nothing.
 */
export function deadlineTasks(
  periods: readonly DatedPeriod[],
  country: Country,
  { deadlines, workingDays }: Pick<DeadlineKnowledge, "deadlines" | "workingDays">,
  today: Day,
): readonly ListedTask[] {
  const rules = new Map(deadlines.map((rule) => [rule.id, rule]));
  const counts = new Map<string, number>();
  return periods.flatMap(({ id, day }): ListedTask[] => {
    const rule = rules.get(id);
    if (rule === undefined || rule.begins || rule.from === "incidentFound") return [];
    const mayBeOver = day === null && isOverForMost(rule, today);
    if (day === null && !mayBeOver) return [];
    const serial = (counts.get(id) ?? 0) + 1;
    counts.set(id, serial);
    return [
      {
        // Czech decisions run per service: several days of one kind are several lines.
        key: serial === 1 ? `deadline:${id}` : `deadline:${id}/${serial}`,
        kind: "deadline",
        due: day === null ? null : nearestWorkingDay(day, -1, country, workingDays),
        weight: 3,
        minutes: null,
        ...(mayBeOver ? { mayBeOver } : {}),
        about: { kind: "deadline", id, day, from: rule.from ?? null },
        person: null,
      },
    ];
  });
}

/** True where the period is over for whoever met the conditions on the day of the act. */
function isOverForMost({ notBefore, add }: DeadlineRule, today: Day): boolean {
  return notBefore !== undefined && add !== undefined && !("hours" in add) && addPeriod(notBefore, add) < today;
}
