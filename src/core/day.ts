/** A calendar day, `YYYY-MM-DD`. Days compare correctly as strings. */
export type Day = string;

/** True for a day that exists in the calendar: `2026-02-30` is none. */
export function isDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text;
}

/** The UTC day of an instant. */
export const dayOf = oncePer(86_400_000, (instant) => instant.toISOString().slice(0, 10));

const localDays = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: "Europe/Bratislava" });

/**
 * The day of an instant in Slovakia and Czechia: an authority's midnight is still yesterday in UTC. Their clocks are
 * whole hours ahead.
 */
export const localDayOf = oncePer(3_600_000, (instant) => localDays.format(instant));

/** Every answer asks for its day: the day of the last instant is known while the same period of time goes on. */
function oncePer(periodMs: number, read: (instant: Date) => Day): (instant: Date) => Day {
  let period = Number.NaN;
  let day = "";
  return (instant) => {
    const now = Math.floor(instant.getTime() / periodMs);
    if (now !== period) {
      day = read(instant);
      period = now;
    }
    return day;
  };
}

/**
 * The entry of a dated list that is in force on a day: the last one whose `from` is not later.
 * Lists are written oldest first; `undefined` means that nothing was in force yet.
 */
export function inForce<T extends { readonly from: Day }>(entries: readonly T[], asOf: Day): T | undefined {
  return entries.findLast((entry) => entry.from <= asOf);
}
