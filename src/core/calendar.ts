import type { Day } from "./day.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A day so many days later, or earlier for a negative number. */
export function addDays(from: Day, days: number): Day {
  return dayString(Date.parse(from) + days * DAY_MS);
}

/** How many days later the second day is; negative where it is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The same number of day so many months later, or else the last day of that month: 31 January and a month, 28 February. */
export function addMonths(from: Day, months: number): Day {
  const start = new Date(`${from}T00:00:00Z`);
  const lastOfMonth = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0));
  const dayOfMonth = Math.min(start.getUTCDate(), lastOfMonth.getUTCDate());
  return dayString(Date.UTC(lastOfMonth.getUTCFullYear(), lastOfMonth.getUTCMonth(), dayOfMonth));
}

/** An instant so many hours later, ISO 8601 in UTC; whatever the clocks do in between. */
export function addHours(instant: string, hours: number): string {
  return new Date(Date.parse(instant) + hours * HOUR_MS).toISOString();
}

/** True for a Saturday or a Sunday. */
export function isWeekend(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}

/** Easter Sunday of a year of the Gregorian calendar (the anonymous computus). */
export function easterSunday(year: number): Day {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century + 8) / 25);
  const epact =
    (19 * golden + century - Math.floor(century / 4) - Math.floor((century - correction + 1) / 3) + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const sum = epact + weekday - 7 * late + 114;
  return dayString(Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1));
}

function dayString(milliseconds: number): Day {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
