import { addDays } from "../../core/calendar.ts";
import { basicDay, basicInstant, calendarText, escapeText } from "../../core/icalendar.ts";
import type { Locale } from "../../core/locale.ts";
import { formatDay } from "../../core/text.ts";
import type { ActRegistry } from "../../knowledge/acts.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import { expandCitations } from "../citations/expand.ts";
import { formatCitation } from "../citations/format.ts";
import type { Deadline, Due } from "./deadlines.ts";

/** What the calendar says of itself and of its firm. */
export interface DeadlineCalendar {
  readonly locale: Locale;
  /** Host of this Dosah, which makes the ids unique in the world. */
  readonly host: string;
  /** What tells this firm from others: its number, or any word that stays the same. */
  readonly key: string;
  /** Name of the firm, foreign text; `null`: none. */
  readonly firm: string | null;
  /** Address of the verdict with the days in it. */
  readonly verdictUrl: string;
  /** When the file is made, ISO 8601, UTC. */
  readonly madeAt: string;
}

const TITLE: Readonly<Record<Locale, string>> = {
  sk: "Lehoty podľa NIS2",
  cs: "Lhůty podle NIS2",
  en: "NIS2 deadlines",
};

const INDICATIVE: Readonly<Record<Locale, string>> = {
  sk: "Orientačný výpočet; rozhoduje úrad.",
  cs: "Orientační výpočet; rozhoduje úřad.",
  en: "Indicative; the authority decides.",
};

const SAFE: Readonly<Record<Locale, (day: string) => string>> = {
  sk: (day) => `Nie je to pracovný deň; istota je do ${day}.`,
  cs: (day) => `Není to pracovní den; jistota je do ${day}.`,
  en: (day) => `This is not a working day; ${day} is safe.`,
};

/** Reminders: days before a day, hours before an instant. */
const REMIND = { day: ["P30D", "P7D", "P1D"], instant: ["PT4H", "PT1H"] } as const;

/**
 * The dates of one firm as iCalendar (RFC 5545): days as whole-day events, the clock of an incident in UTC. A step
 * without a date is left out; what is past stays in. The same dates give the same ids, so that a file that is
 * imported again replaces the events.
 * @returns the document, for `text/calendar; charset=utf-8`, or `null` when no step has a date: a calendar must hold
 *   something.
 */
export function deadlinesIcs(
  deadlines: readonly Deadline[],
  calendar: DeadlineCalendar,
  { nis2, acts }: { readonly nis2: Pick<Nis2Knowledge, "placeOfStep">; readonly acts: ActRegistry },
): string | null {
  const events = deadlines.flatMap((deadline) =>
    deadline.due === null ? [] : eventOf(deadline, deadline.due, calendar, nis2, acts),
  );
  if (events.length === 0) return null;
  const name = escapeText(
    calendar.firm === null ? TITLE[calendar.locale] : `${TITLE[calendar.locale]}: ${calendar.firm}`,
  );
  return calendarText([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Dosah//Deadlines//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    ...events,
    "END:VCALENDAR",
  ]);
}

function eventOf(
  deadline: Deadline,
  due: Due,
  { locale, host, key, verdictUrl, madeAt }: DeadlineCalendar,
  { placeOfStep }: Pick<Nis2Knowledge, "placeOfStep">,
  acts: ActRegistry,
): string[] {
  const written = (text: string) => expandCitations(text, locale, acts);
  const place = deadline.steps.map((step) => placeOfStep.get(step)).find((known) => known !== undefined);
  const serial = deadline.serial === 1 ? "" : `-${deadline.serial}`;
  const summary = written(deadline.title[locale]);
  const description = [
    written(deadline.counted[locale]),
    ...(due.kind === "day" && due.perhapsUntil !== null ? [SAFE[locale](formatDay(due.safeDay, locale))] : []),
    ...(deadline.note === null ? [] : [written(deadline.note[locale])]),
    ...(place === undefined ? [] : [written(place.where[locale])]),
    deadline.citations.map((reference) => formatCitation(reference, locale, acts)).join("; "),
    INDICATIVE[locale],
    verdictUrl,
  ];
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(`${deadline.id}${serial}-${key}@${host}`)}`,
    `DTSTAMP:${basicInstant(madeAt)}`,
    ...timesOf(due),
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description.join("\n"))}`,
    `URL:${place?.url ?? verdictUrl.replace(/[\r\n]/g, "")}`,
    "CATEGORIES:NIS2",
    "TRANSP:TRANSPARENT",
    ...REMIND[due.kind].flatMap((before) => [
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      `DESCRIPTION:${escapeText(summary)}`,
      `TRIGGER:-${before}`,
      "END:VALARM",
    ]),
    "END:VEVENT",
  ];
}

function timesOf(due: Due): string[] {
  return due.kind === "day"
    ? [`DTSTART;VALUE=DATE:${basicDay(due.day)}`, `DTEND;VALUE=DATE:${basicDay(addDays(due.day, 1))}`]
    : [`DTSTART:${basicInstant(due.at)}`];
}
