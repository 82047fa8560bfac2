import { addHours } from "../../core/calendar.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import { localMinute, sameTimeOn } from "../../core/local-time.ts";
import type { DeadlineKnowledge, Period } from "../../knowledge/deadlines.ts";
import type {
  ClockStart,
  ClockStep,
  CRA_CASES,
  IncidentClockKnowledge,
  IncidentRegimeId,
} from "../../knowledge/incident-clock.ts";
import { addPeriod, nearestWorkingDay } from "../deadlines/deadlines.ts";

/** What is known of an incident. Instants are ISO 8601 in UTC. */
export interface IncidentFacts {
  readonly country: Country;
  readonly regime: IncidentRegimeId;
  /** What NÚKIB said of the impact on the state's cyberspace. */
  readonly authoritySaysSignificant: "yes" | "no" | "unknown";
  readonly personalData: boolean;
  readonly cra: (typeof CRA_CASES)[number] | null;
  /** `found` is always there; the others where they are known. */
  readonly instants: Readonly<Partial<Record<ClockStart, string>>> & { readonly found: string };
}

export const STEP_STATES = ["waiting", "due", "overdue", "depends", "not_needed", "voluntary"] as const;

/** A step of the clock with its instant. */
export interface TimedStep {
  readonly step: ClockStep;
  readonly state: (typeof STEP_STATES)[number];
  /** ISO 8601, UTC; `null`: the law names none, or its start is not known. */
  readonly dueAt: string | null;
  /** The last working day at or before a day that is no working day; `null` for hours and for working days. */
  readonly safeDay: Day | null;
}

/** What the clock rests on. */
export interface ClockRules {
  readonly incidentClock: IncidentClockKnowledge;
  readonly deadlines: Pick<DeadlineKnowledge, "workingDays">;
}

/**
 * The steps of an incident in the order of time; a step without a date stands behind those with one, in the order of the
 * law.
 * @param now the instant of the question, ISO 8601, UTC.
 */
export function timedSteps(facts: IncidentFacts, rules: ClockRules, now: string): TimedStep[] {
  const steps = rules.incidentClock.steps
    .filter((step) => belongs(step, facts))
    .map((step) => timed(step, facts, rules, now));
  const dueOf = new Map(steps.map(({ step, dueAt }) => [step.id, dueAt]));
  const placeOf = ({ step, dueAt }: TimedStep) =>
    dueAt ?? (step.after === undefined ? null : dueOf.get(step.after)) ?? LAST;
  return steps.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : placeOf(a) > placeOf(b) ? 1 : 0));
}

/** Behind every instant. */
const LAST = "9999";

/** The first step with a date that is still to be done; `undefined`: none. */
export function nextStepOf(steps: readonly TimedStep[]): TimedStep | undefined {
  return steps.find(({ state, dueAt }) => dueAt !== null && state !== "not_needed");
}

function belongs({ country, regimes, when }: ClockStep, facts: IncidentFacts): boolean {
  if (country !== undefined && country !== facts.country) return false;
  if (when === "personalData") return facts.personalData;
  return when === undefined ? regimes?.includes(facts.regime) === true : facts.cra === when;
}

function timed(step: ClockStep, facts: IncidentFacts, rules: ClockRules, now: string): TimedStep {
  const { country, instants } = facts;
  const start = step.period === null ? undefined : instants[step.period.from];
  const isUnneeded = step.condition === "significant" && facts.authoritySaysSignificant === "no";
  if (step.period === null || start === undefined || isUnneeded) {
    const state = isUnneeded ? "not_needed" : step.isVoluntary === true ? "voluntary" : "waiting";
    return { step, state, dueAt: null, safeDay: null };
  }
  const { zone } = rules.incidentClock.countries[country];
  const { add } = step.period;
  const dueAt = addLocal(start, add, zone);
  const day = localMinute(dueAt, zone).slice(0, 10);
  const safeDay = "hours" in add ? day : nearestWorkingDay(day, -1, country, rules.deadlines.workingDays);
  return { step, state: stateOf(step, dueAt, facts, now), dueAt, safeDay: safeDay === day ? null : safeDay };
}

/** What was reported before is done: who states that the notification was sent has sent the warning, too. */
function stateOf(step: ClockStep, dueAt: string, facts: IncidentFacts, now: string): TimedStep["state"] {
  const { notified, craNotified } = facts.instants;
  const isSent =
    step.period?.from === "found"
      ? notified !== undefined
      : step.period?.from === "craKnown" && craNotified !== undefined;
  if (isSent) return "not_needed";
  // Further reports follow a notification, which was sent because the authority said so.
  const isOpen = step.period?.from === "found" && facts.authoritySaysSignificant === "unknown";
  if (step.condition === "significant" && isOpen) return "depends";
  return dueAt < now ? "overdue" : "due";
}

/**
 * An instant so much later. Hours are hours, whatever the clocks do; days, months and years keep the local time of day.
 * @param from ISO 8601, UTC
 * @returns ISO 8601, UTC
 */
export function addLocal(from: string, period: Period, zone: string): string {
  if ("hours" in period) return addHours(from, period.hours);
  return sameTimeOn(addPeriod(localMinute(from, zone).slice(0, 10), period), from, zone);
}
