import { type Day, localDayOf } from "./day.ts";

/** Slovakia and Czechia keep the same time. */
const HOME = "Europe/Bratislava";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** One formatter per zone that was asked for; the time zone database has some hundred. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
    clocks.set(zone, clock);
  }
  return clock;
}

/** True for a name of the time zone database, such as `Europe/Prague`; an offset is none. */
export function isZone(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/.test(text)) return false;
  try {
    clockOf(text);
    return true;
  } catch {
    return false;
  }
}

/** What the clocks of a zone show at an instant (ISO 8601), to the minute: `2027-10-31T02:30`. */
export function localMinute(instant: string, zone: string = HOME): string {
  return clockOf(zone).format(new Date(instant)).replace(" ", "T");
}

/** By how many minutes the clocks of a zone are ahead of UTC at an instant (ISO 8601). */
export function zoneOffset(instant: string, zone: string = HOME): number {
  const shown = Date.parse(`${localMinute(instant, zone)}:00Z`);
  return shown / MINUTE_MS - Math.floor(Date.parse(instant) / MINUTE_MS);
}

/**
 * Reads a local day and time, `2027-10-31T02:30`, on the clocks of a zone; default: those of Slovakia and Czechia.
 * @returns the instants (ISO 8601, UTC) at which the clocks showed it: one; two, earlier first, in the hour that comes
 *   twice in autumn; none in the hour that is skipped in spring, or for a text that is no day and time.
 */
export function localInstants(local: string, zone: string = HOME): string[] {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local)) return [];
  const asUtc = Date.parse(`${local}:00Z`);
  if (Number.isNaN(asUtc)) return [];
  // No clock changes twice within two days.
  const offsets = [-DAY_MS, DAY_MS].map((away) => zoneOffset(new Date(asUtc + away).toISOString(), zone));
  return [...new Set(offsets)]
    .map((offset) => new Date(asUtc - offset * MINUTE_MS).toISOString())
    .filter((instant) => localMinute(instant, zone) === local)
    .sort();
}

/**
 * The instant on another day at which the clocks of a zone show the time of day of an instant (both ISO 8601, UTC). A
 * minute that the clocks skip becomes the next one that exists, one that comes twice is the first.
 */
export function sameTimeOn(day: Day, instant: string, zone: string): string {
  const timeOfDay = localMinute(instant, zone).slice(10);
  let minute = `${day}${timeOfDay}`;
  let [found] = localInstants(minute, zone);
  while (found === undefined) {
    minute = new Date(Date.parse(`${minute}:00Z`) + MINUTE_MS).toISOString().slice(0, 16);
    [found] = localInstants(minute, zone);
  }
  const beyondMinute = minute.endsWith(timeOfDay) ? Date.parse(instant) % MINUTE_MS : 0;
  return new Date(Date.parse(found) + beyondMinute).toISOString();
}

/** The day of an instant (ISO 8601) on the clocks of Slovakia and Czechia. */
export function localDay(instant: string): Day {
  return localDayOf(new Date(instant));
}
