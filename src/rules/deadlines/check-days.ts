import { addDays } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";
import { localDay } from "../../core/local-time.ts";
import type { KnownDay } from "../../knowledge/deadlines.ts";
import type { DeadlineFacts } from "./deadlines.ts";

/** A day that cannot be: `too_far` in the future, or `before` another one that comes first. */
export interface ImpossibleDay {
  readonly day: KnownDay | "incidentFound";
  readonly reason: "too_far" | "before";
  /** The day that comes first. */
  readonly than?: KnownDay | "incidentFound";
}

/** Conditions may be met soon; nobody knows a day further away. */
const MOST_DAYS_AHEAD = 60;

/** What comes first comes first. */
const ORDER: readonly (readonly [KnownDay | "incidentFound", KnownDay])[] = [
  ["conditionsMet", "entered"],
  ["conditionsMet", "decisionDelivered"],
  ["incidentFound", "notificationSent"],
  ["incidentFound", "incidentSolved"],
];

/** The days of a firm that cannot be right, so that it can be asked again; empty when all can. */
export function impossibleDays(facts: DeadlineFacts, asOf: string): ImpossibleDay[] {
  const impossible: ImpossibleDay[] = [];
  const met = daysOf(facts, "conditionsMet")[0];
  if (met !== undefined && met > addDays(localDay(asOf), MOST_DAYS_AHEAD)) {
    impossible.push({ day: "conditionsMet", reason: "too_far" });
  }
  for (const [first, second] of ORDER) {
    const start = daysOf(facts, first)[0];
    if (start === undefined || daysOf(facts, second).every((day) => day >= start)) continue;
    impossible.push({ day: second, reason: "before", than: first });
  }
  return impossible;
}

function daysOf({ days, incidentFound }: DeadlineFacts, name: KnownDay | "incidentFound"): readonly Day[] {
  if (name === "incidentFound") return incidentFound === null ? [] : [localDay(incidentFound)];
  const known = days[name];
  return known === undefined ? [] : typeof known === "string" ? [known] : known;
}
