import { addDays, addMonths, easterSunday, isWeekend } from "../../core/calendar.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import type { Period, WorkingDays } from "../../knowledge/deadlines.ts";

/** A period of the law in whole days or more. */
export type DayPeriod = Exclude<Period, { readonly hours: number }>;

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
