import { basicInstant, calendarText, escapeText } from "../../core/icalendar.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import type { ActRegistry } from "../../knowledge/acts.ts";
import { expandCitations } from "../citations/expand.ts";
import { formatCitation } from "../citations/format.ts";
import type { TimedStep } from "./incident-clock.ts";

/** What the calendar of an incident says of itself. */
export interface IncidentCalendar {
  readonly locale: Locale;
  /** Host of this Dosah, which makes the ids unique in the world. */
  readonly host: string;
  /** Names the question: the same one gives the same ids. */
  readonly key: string;
  /** Address of the page with the question in it. */
  readonly url: string;
  /** When the file is made, ISO 8601, UTC. */
  readonly madeAt: string;
}

const title: Localized = { sk: "Incident: hlásenia", cs: "Incident: hlášení", en: "Incident: reports" };

const indicative: Localized = {
  sk: "Orientačný výpočet; rozhoduje úrad.",
  cs: "Orientační výpočet; rozhoduje úřad.",
  en: "Indicative; the authority decides.",
};

/**
 * The reports that are still ahead as iCalendar (RFC 5545), each as an instant in UTC with alarms four hours and one hour
 * before. What is over, was sent or has no instant is left out.
 * @returns `null` when nothing is left: a calendar must hold something
 */
export function incidentIcs(steps: readonly TimedStep[], calendar: IncidentCalendar, acts: ActRegistry): string | null {
  const { locale, madeAt } = calendar;
  const events = steps.flatMap((timed) => {
    const isAhead = timed.dueAt !== null && timed.dueAt > madeAt && timed.state !== "not_needed";
    return isAhead && timed.dueAt !== null ? eventOf(timed, timed.dueAt, calendar, acts) : [];
  });
  if (events.length === 0) return null;
  return calendarText([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Dosah//Incident//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${title[locale]}`,
    `X-WR-CALNAME:${title[locale]}`,
    ...events,
    "END:VCALENDAR",
  ]);
}

function eventOf(
  { step }: TimedStep,
  dueAt: string,
  { locale, host, key, url, madeAt }: IncidentCalendar,
  acts: ActRegistry,
): string[] {
  const written = (text: Localized) => expandCitations(text[locale], locale, acts);
  const summary = written(step.title);
  const description = [
    written(step.counted),
    ...(step.place === null ? [] : [written(step.place.where)]),
    ...step.prepare.map(({ text }) => `- ${written(text)}`),
    step.citations.map((reference) => formatCitation(reference, locale, acts)).join("; "),
    indicative[locale],
    url,
  ];
  return [
    "BEGIN:VEVENT",
    `UID:${step.id}-${key}@${host}`,
    `DTSTAMP:${basicInstant(madeAt)}`,
    `DTSTART:${basicInstant(dueAt)}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description.join("\n"))}`,
    `URL:${step.place?.url ?? url.replace(/[\r\n]/g, "")}`,
    "CATEGORIES:INCIDENT",
    "TRANSP:TRANSPARENT",
    ...["PT4H", "PT1H"].flatMap((before) => [
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      `DESCRIPTION:${escapeText(summary)}`,
      `TRIGGER:-${before}`,
      "END:VALARM",
    ]),
    "END:VEVENT",
  ];
}
