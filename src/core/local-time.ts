import { type Day, localDayOf } from "./day.ts";

/** The clocks of Slovakia and Czechia, which always agree: hours ahead of UTC in summer and in winter. */
const OFFSETS = ["+02:00", "+01:00"] as const;

const clock = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Bratislava",
  dateStyle: "short",
  timeStyle: "short",
});

/**
 * Reads a local day and time, `2027-10-31T02:30`, on the clocks of Slovakia and Czechia.
 * @returns the instants (ISO 8601, UTC) at which the clocks showed it: one; two, earlier first, in the hour that comes
 *   twice in autumn; none in the hour that is skipped in spring, or for a text that is no day and time.
 */
export function localInstants(local: string): string[] {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local)) return [];
  return OFFSETS.flatMap((offset) => {
    const instant = new Date(`${local}:00${offset}`);
    if (Number.isNaN(instant.getTime())) return [];
    return clock.format(instant) === local.replace("T", " ") ? instant.toISOString() : [];
  });
}

/** The day of an instant (ISO 8601) on the clocks of Slovakia and Czechia. */
export function localDay(instant: string): Day {
  return localDayOf(new Date(instant));
}
