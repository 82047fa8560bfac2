import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatInstant } from "../../../core/text.ts";
import type { Verdict } from "./verdict-names.ts";

export type StepDate = Verdict["nextSteps"][number]["dates"][number];

const until: Readonly<Record<Locale, (day: string) => string>> = {
  sk: (day) => `do ${day}`,
  cs: (day) => `do ${day}`,
  en: (day) => `by ${day}`,
};

const from: Readonly<Record<Locale, (day: string) => string>> = {
  sk: (day) => `od ${day}`,
  cs: (day) => `od ${day}`,
  en: (day) => `from ${day}`,
};

const text = {
  ranOut: { sk: "uplynulo, urobte to hneď", cs: "uplynulo, udělejte to hned", en: "ran out, do it now" },
  probably: { sk: "pravdepodobne", cs: "pravděpodobně", en: "probably" },
} satisfies Record<string, Localized>;

const safe: Readonly<Record<Locale, (day: string, later: string) => string>> = {
  sk: (day, later) => `Nie je to pracovný deň: istota je do ${day}, zákon pravdepodobne pripúšťa aj ${later}.`,
  cs: (day, later) => `Není to pracovní den: jistota je do ${day}, zákon pravděpodobně připouští i ${later}.`,
  en: (day, later) => `Not a working day: ${day} is safe, and the law probably allows ${later}, too.`,
};

/** The day, or the instant, of a date; undefined while the firm has not stated the day it runs from. */
export function dayOfDate({ due }: StepDate): string | undefined {
  if (due === null) return undefined;
  return "day" in due ? due.day : due.at;
}

/** A date in words: `do 30. novembra 2026`, `by 24 Nov 2026, 09:30`. */
export function dateText(date: StepDate, locale: Locale): string {
  const { due, begins } = date;
  if (due === null) return "";
  const shown = "day" in due ? formatDay(due.day, locale) : `${formatInstant(due.at, locale)} (${offsetOf(due.at)})`;
  return (begins ? from : until)[locale](shown);
}

/** The dates of a step that can be counted, each with what to make of it; nothing where none can. */
export function StepDates({ dates, locale }: { dates: readonly StepDate[]; locale: Locale }) {
  const counted = dates.filter(({ due }) => due !== null);
  return counted.map((date) => (
    <p class="step-date">
      {counted.length > 1 && date.title !== null ? `${date.title}: ` : null}
      <b class={date.past && !date.begins ? "is-late" : undefined}>
        <time datetime={dayOfDate(date)}>{dateText(date, locale)}</time>
      </b>
      {date.past && !date.begins ? ` (${text.ranOut[locale]})` : null}
      {date.probable ? ` (${text.probably[locale]})` : null}
      <SafeDay date={date} locale={locale} />
    </p>
  ));
}

function SafeDay({ date: { due, past }, locale }: { date: StepDate; locale: Locale }) {
  if (due === null || !("day" in due) || due.perhapsUntil === null || past) return null;
  return (
    <span class="meta safe-day">
      {" "}
      {safe[locale](formatDay(due.safeDay, locale), formatDay(due.perhapsUntil, locale))}
    </span>
  );
}

const offsets = new Intl.DateTimeFormat("en", { timeZone: "Europe/Bratislava", timeZoneName: "shortOffset" });

/** How far the clocks of both countries are from UTC at an instant: `GMT+1`. */
function offsetOf(instant: string): string {
  const parts = offsets.formatToParts(new Date(instant));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}
