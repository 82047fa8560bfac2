/** A calendar day, `YYYY-MM-DD`. Days compare correctly as strings. */
export type Day = string;

/** True for a day that exists in the calendar: `2026-02-30` is none. */
export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text;
}

/** The UTC day of an instant. */
export function dayOf(instant: Date): Day {
  return instant.toISOString().slice(0, 10);
}

const localDays = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: "Europe/Bratislava" });

/** The day of an instant in Slovakia and Czechia: an authority's midnight is still yesterday in UTC. */
export function localDayOf(instant: Date): Day {
  return localDays.format(instant);
}

/**
 * The entry of a dated list that is in force on a day: the last one whose `from` is not later.
 * Lists are written oldest first; `undefined` means that nothing was in force yet.
 */
export function inForce<T extends { readonly from: Day }>(entries: readonly T[], asOf: Day): T | undefined {
  return entries.findLast((entry) => entry.from <= asOf);
}
