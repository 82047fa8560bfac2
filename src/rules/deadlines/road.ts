import type { Day } from "../../core/day.ts";
import { localDay } from "../../core/local-time.ts";
import type { DeadlineKnowledge, KnownDay } from "../../knowledge/deadlines.ts";
import { datesOf, type FirmSteps, type StatedDays } from "./act-now.ts";
import { addPeriod, type Deadline } from "./deadlines.ts";

export const ROAD_KINDS = ["past", "open", "due", "estimate"] as const;

/** A date of a firm in the order of time, and how sure it is. */
export interface RoadItem {
  /**
   * past: known and over; open: the day that it runs from is not known; due: known and ahead; estimate: computed as if the
   * missing day were today, so the earliest possible.
   */
  readonly kind: (typeof ROAD_KINDS)[number];
  readonly deadline: Deadline;
  /** For `open`: the day by which whoever met the conditions when the act began had to act; else the date. */
  readonly day: Day | null;
}

/** Days that authorities set by acting: while they are not known, today is the earliest. */
const ACTS_OF_AUTHORITIES = ["entered", "decisionDelivered"] as const satisfies readonly KnownDay[];

/** Days of the firm itself, from which it has to come forward. */
const OWN_STARTS: readonly (KnownDay | "incidentFound" | undefined)[] = ["conditionsMet", "registrarStarted"];

/**
 * What lies before and behind a firm: dates in the order of time. What a later stated day shows to be done is left out, and
 * so are duties that began in the past, the reports of an incident, and periods after an event that may never come.
 * @param asOf the instant of the question, ISO 8601.
 */
export function roadOf(firm: FirmSteps, stated: StatedDays, knowledge: DeadlineKnowledge, asOf: string): RoadItem[] {
  const today = localDay(asOf);
  const known = datesOf(firm, stated, knowledge, asOf);
  const { conditionsMet } = stated.days;
  const earliest = typeof conditionsMet === "string" && conditionsMet > today ? conditionsMet : today;
  const assumed = Object.fromEntries(
    ACTS_OF_AUTHORITIES.flatMap((day) => (stated.days[day] === undefined ? [[day, earliest] as const] : [])),
  );
  const estimates = datesOf(firm, { ...stated, days: { ...stated.days, ...assumed } }, knowledge, asOf);
  const isEntered = stated.days.entered !== undefined || stated.days.dutiesFrom !== undefined;
  const isRegistered = isEntered || stated.days.decisionDelivered !== undefined;
  const items = known.flatMap((deadline): RoadItem[] => {
    const { from, due, group, isPast, isBeginning, isProbable } = deadline;
    if (group === "on_an_incident") return [];
    if (due?.kind === "day") {
      const isDone = from?.day === "conditionsMet" && isRegistered;
      if (isPast && (isBeginning || isDone)) return [];
      return [{ kind: isPast ? "past" : "due", deadline, day: due.day }];
    }
    if (from === null) return [];
    if (OWN_STARTS.includes(from.day)) {
      return isRegistered ? [] : [{ kind: "open", deadline, day: sinceLaw(deadline, knowledge) }];
    }
    if (!ACTS_OF_AUTHORITIES.some((day) => day === from.day) || isProbable) return [];
    return estimates.flatMap((estimate): RoadItem[] =>
      estimate.id === deadline.id && estimate.due?.kind === "day"
        ? [{ kind: "estimate", deadline: estimate, day: estimate.due.day }]
        : [],
    );
  });
  if (items.length === 0) return lastOpen(known);
  // What is not known stands where it would be over, else before today.
  const placeOf = ({ kind, day }: RoadItem) => day ?? (kind === "open" ? "" : today);
  return items.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0));
}

/** Where every date is over or done: the next change of its data is what a firm has to date itself. */
function lastOpen(known: readonly Deadline[]): RoadItem[] {
  const own = known.filter(({ group }) => group !== "on_an_incident");
  const deadline = own.find(({ from }) => from?.day === "changed") ?? own[0];
  return deadline === undefined ? [] : [{ kind: "open", deadline, day: null }];
}

/** The last day of whoever met the conditions when the act began; `null` where the act names none. */
function sinceLaw({ id, lawFrom }: Deadline, knowledge: DeadlineKnowledge): Day | null {
  const add = knowledge.deadlines.find((rule) => rule.id === id)?.add;
  return lawFrom === null || add === undefined || "hours" in add ? null : addPeriod(lawFrom, add);
}
