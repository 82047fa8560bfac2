import { addDays, addHours, addMonths, easterSunday, isWeekend } from "../../core/calendar.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import { localDay } from "../../core/local-time.ts";
import type { Localized } from "../../core/locale.ts";
import type {
  DeadlineKnowledge,
  DeadlineRule,
  DeadlineSituation,
  KnownDay,
  Period,
  WorkingDays,
} from "../../knowledge/deadlines.ts";
import type { RegimeId, StepGroup } from "../../knowledge/nis2-ids.ts";

/** What a firm knows of itself and of its days. */
export interface DeadlineFacts {
  readonly country: Country;
  /** `undetermined`: only what holds "if you are in scope"; `none`: nothing. */
  readonly regime: RegimeId;
  readonly situations: readonly DeadlineSituation[];
  /** Days that the firm knows. Czech decisions run per service: several days give several dates. */
  readonly days: Readonly<Partial<Record<KnownDay, Day | readonly Day[]>>>;
  /** When an incident was found, ISO 8601 with its offset or in UTC; `null`: none. */
  readonly incidentFound: string | null;
}

/** When something is due. */
export type Due =
  | {
      readonly kind: "day";
      /** The day that the formula gives. */
      readonly day: Day;
      /** The last working day at or before it: never late. */
      readonly safeDay: Day;
      /** The next working day, to which the law probably lets the period run; `null` when `day` is a working day. */
      readonly perhapsUntil: Day | null;
    }
  | {
      readonly kind: "instant";
      /** ISO 8601, UTC. */
      readonly at: string;
    };

/** A step with its date, as far as it can be computed. */
export interface Deadline {
  readonly id: string;
  /** 1, 2 ... where several days were given for the same step, else 1. */
  readonly serial: number;
  readonly group: StepGroup;
  readonly title: Localized;
  /** The formula in words: stands alone where the firm does not know the day. */
  readonly counted: Localized;
  readonly note: Localized | null;
  /** `null`: the day it runs from is not known, or the law names none. */
  readonly due: Due | null;
  /** The day the date was computed from, to ask for or to repeat; `null` where the law names none. */
  readonly from: { readonly day: KnownDay | "incidentFound"; readonly value: string | null } | null;
  /** The day of the act: whoever met the conditions before counts from it. */
  readonly lawFrom: Day | null;
  /** True when `due` lies before the day (instant) of the question: "ran out on ..., do it now". */
  readonly isPast: boolean;
  /** A duty begins on the day; else something has to be done until then. */
  readonly isBeginning: boolean;
  /** A plain reading, not the words of the act. */
  readonly isProbable: boolean;
  /** True while the category is unknown: holds if the firm is in scope. */
  readonly isConditional: boolean;
  /** Ids of the next steps that it dates: their place is where it is done. */
  readonly steps: readonly string[];
  /** Citation references. */
  readonly citations: readonly string[];
}

/**
 * The steps of a firm with their dates, in the order of the knowledge. Calendar days everywhere: neither act has a
 * period in working days.
 * @param asOf the instant of the question, ISO 8601; a day is past when it is over in Slovakia and Czechia.
 */
export function deadlinesFor(facts: DeadlineFacts, knowledge: DeadlineKnowledge, asOf: string): Deadline[] {
  return knowledge.deadlines
    .filter((rule) => applies(rule, facts))
    .flatMap((rule) =>
      startsOf(rule, facts).map((start, index) => {
        const due = dueOf(rule, start, facts, knowledge);
        return {
          id: rule.id,
          serial: index + 1,
          group: rule.group,
          title: rule.title,
          counted: rule.counted,
          note: rule.note ?? null,
          due,
          from: rule.from === undefined ? null : { day: rule.from, value: start },
          lawFrom: rule.notBefore ?? null,
          isPast: due !== null && isOver(due, asOf),
          isBeginning: rule.begins,
          isProbable: rule.probable,
          isConditional: facts.regime === "undetermined",
          steps: rule.steps,
          citations: rule.citations,
        };
      }),
    );
}

function applies(rule: DeadlineRule, { country, regime, situations }: DeadlineFacts): boolean {
  if (rule.country !== country) return false;
  const isRegime = regime === "undetermined" ? rule.ifUnknown : rule.regimes.some((one) => one === regime);
  if (!isRegime && rule.withoutRegime !== true) return false;
  const has = (situation: DeadlineSituation) => situations.includes(situation);
  return rule.only.every(has);
}

/** The days that a step runs from; one `null` when none is known or needed. */
function startsOf(rule: DeadlineRule, facts: DeadlineFacts): readonly (string | null)[] {
  if (rule.from === undefined) return [null];
  if (rule.from === "incidentFound") return [facts.incidentFound];
  const known = facts.days[rule.from];
  const days = known === undefined ? [] : typeof known === "string" ? [known] : known;
  return days.length === 0 ? [null] : days;
}

function dueOf(
  rule: DeadlineRule,
  start: string | null,
  facts: DeadlineFacts,
  knowledge: DeadlineKnowledge,
): Due | null {
  if (rule.on !== undefined) return dayDue(rule.on, facts.country, knowledge);
  if (start === null || rule.add === undefined) return null;
  if ("hours" in rule.add) return { kind: "instant", at: addHours(start, rule.add.hours) };
  // Whoever met the conditions before the act counts from the day of the act.
  const from = rule.notBefore !== undefined && start < rule.notBefore ? rule.notBefore : start;
  const computed = addPeriod(from, rule.add);
  const stated = rule.orLater === undefined ? undefined : facts.days[rule.orLater];
  const later = typeof stated === "string" && stated > computed ? stated : computed;
  return dayDue(later, facts.country, knowledge);
}

function dayDue(day: Day, country: Country, { workingDays }: DeadlineKnowledge): Due {
  const safeDay = nearestWorkingDay(day, -1, country, workingDays);
  const next = nearestWorkingDay(day, 1, country, workingDays);
  return { kind: "day", day, safeDay, perhapsUntil: next === day ? null : next };
}

function isOver(due: Due, asOf: string): boolean {
  return due.kind === "day" ? due.day < localDay(asOf) : due.at < addHours(asOf, 0);
}

/** A period of the law in whole days or more. */
type DayPeriod = Exclude<Period, { readonly hours: number }>;

/**
 * The last day of a period: the first day is the day after the event; months and years end on the same number of
 * day, or else on the last day of the month (SK act No. 71/1967 Zb., § 27(2); CZ act No. 500/2004 Sb., § 40(1)).
 */
export function addPeriod(from: Day, period: DayPeriod): Day {
  if ("days" in period) return addDays(from, period.days);
  return addMonths(from, "months" in period ? period.months : period.years * 12);
}

/** The days of rest of a country in a year, weekends left out of account, in order. */
export function daysOfRest(country: Country, year: number, rules: WorkingDays): Day[] {
  const { fixed, easter, workingIn } = rules[country];
  const sunday = easterSunday(year);
  const all = [...fixed.map((day) => `${year}-${day}`), ...easter.map((days) => addDays(sunday, days))];
  return all.filter((day) => !workingIn.includes(day)).sort();
}

/** True for a day that is neither a Saturday, a Sunday nor a day of rest of the country. */
export function isWorkingDay(day: Day, country: Country, rules: WorkingDays): boolean {
  return !isWeekend(day) && !daysOfRest(country, Number(day.slice(0, 4)), rules).includes(day);
}

/** The nearest working day at or before a day (-1), or at or after it (+1). */
export function nearestWorkingDay(day: Day, direction: -1 | 1, country: Country, rules: WorkingDays): Day {
  let candidate = day;
  while (!isWorkingDay(candidate, country, rules)) candidate = addDays(candidate, direction);
  return candidate;
}
