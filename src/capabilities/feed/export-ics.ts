import { basicDay, basicInstant, calendarText, escapeText } from "../../core/icalendar.ts";

/** A day of the calendar, in our own words. */
export interface CalendarDay {
  readonly id: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly title: string | null;
  readonly summary: string | null;
  readonly url: string;
  readonly topics: readonly string[];
}

/** What the calendar says of itself. */
export interface CalendarHead {
  readonly title: string;
  /** What the calendar is, in English; default: the regulatory calendar. */
  readonly product?: string;
  /** Host of this Dosah, which makes the ids of the days unique in the world. */
  readonly host: string;
  /** When the days were last revised, ISO 8601 UTC: an unchanged time line gives an unchanged document. */
  readonly revisedAt: string;
}

/** A calendar must hold something (RFC 5545, 3.6); one without days holds the definition of UTC. */
const NOTHING = [
  "BEGIN:VTIMEZONE",
  "TZID:UTC",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0000",
  "END:STANDARD",
  "END:VTIMEZONE",
];

/**
 * Writes days as iCalendar (RFC 5545): whole-day events that do not block time. Days whose text was withheld are left
 * out.
 * @returns the document, for `text/calendar; charset=utf-8`, with CRLF line ends.
 */
export function renderIcs(
  { title, product = "Regulatory calendar", host, revisedAt }: CalendarHead,
  days: readonly CalendarDay[],
): string {
  const stamp = basicInstant(revisedAt);
  const shown = days.filter((day) => day.title !== null);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//Dosah//${product}//EN`,
    "CALSCALE:GREGORIAN",
    `NAME:${escapeText(title)}`,
    `X-WR-CALNAME:${escapeText(title)}`,
    // How often a calendar program reads the file again: the standard property, and the older one.
    "REFRESH-INTERVAL;VALUE=DURATION:P1D",
    "X-PUBLISHED-TTL:P1D",
    ...(shown.length === 0 ? NOTHING : []),
    ...shown.flatMap((day) => {
      return [
        "BEGIN:VEVENT",
        `UID:${escapeText(`${day.id}@${host}`)}`,
        `DTSTAMP:${stamp}`,
        `DTSTART;VALUE=DATE:${basicDay(day.date)}`,
        `DTEND;VALUE=DATE:${basicDay(nextDay(day.date))}`,
        `SUMMARY:${escapeText(day.title ?? "")}`,
        ...(day.summary === null ? [] : [`DESCRIPTION:${escapeText(day.summary)}`]),
        `URL:${day.url.replace(/[\r\n]/g, "")}`,
        ...(day.topics.length === 0 ? [] : [`CATEGORIES:${day.topics.map(escapeText).join(",")}`]),
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
      ];
    }),
    "END:VCALENDAR",
  ];
  return calendarText(lines);
}

function nextDay(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}
