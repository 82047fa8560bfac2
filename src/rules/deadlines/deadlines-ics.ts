import { addDays, addHours } from "../../core/calendar.ts";
import { basicDay, basicInstant, calendarText, escapeText } from "../../core/icalendar.ts";
import { localDay } from "../../core/local-time.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { formatDay } from "../../core/text.ts";
import type { ActRegistry } from "../../knowledge/acts.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import { expandCitations } from "../citations/expand.ts";
import { formatCitation } from "../citations/format.ts";
import type { Deadline } from "./deadlines.ts";
import type { RoadItem } from "./road.ts";

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

const TITLE: Localized = { sk: "Lehoty podľa NIS2", cs: "Lhůty podle NIS2", en: "NIS2 deadlines" };

const INDICATIVE: Localized = {
  sk: "Orientačný výpočet; rozhoduje úrad.",
  cs: "Orientační výpočet; rozhoduje úřad.",
  en: "Indicative; the authority decides.",
};

type Sentence = Readonly<Record<Locale, (day: string) => string>>;

const SAFE: Sentence = {
  sk: (day) => `Nie je to pracovný deň; istota je do ${day}.`,
  cs: (day) => `Není to pracovní den; jistota je do ${day}.`,
  en: (day) => `This is not a working day; ${day} is safe.`,
};

/** How the summary begins, so that a list of events tells what is sure. */
const BEGINNING: Readonly<Record<RoadItem["kind"], Localized>> = {
  due: { sk: "", cs: "", en: "" },
  past: { sk: "Zmeškané: ", cs: "Zmeškáno: ", en: "Overdue: " },
  open: { sk: "Zistite deň: ", cs: "Zjistěte den: ", en: "Find the day: " },
  estimate: { sk: "Odhad: ", cs: "Odhad: ", en: "Estimate: " },
};

const RAN_OUT: Sentence = {
  sk: (day) => `Lehota uplynula ${day}. Urobte to hneď.`,
  cs: (day) => `Lhůta uplynula ${day}. Udělejte to hned.`,
  en: (day) => `The time limit ran out on ${day}. Do it at once.`,
};

const SINCE_LAW: Sentence = {
  sk: (day) => `Ak ste podmienky spĺňali už pri nadobudnutí účinnosti zákona, lehota uplynula ${day}.`,
  cs: (day) => `Pokud jste podmínky splňovali už ke dni nabytí účinnosti zákona, lhůta uplynula ${day}.`,
  en: (day) => `If you met the conditions when the act took effect, the time limit ran out on ${day}.`,
};

const ESTIMATED: Sentence = {
  sk: (day) => `Najskorší možný deň, počítané, ako keby úrad rozhodol ${day}. Vlastný čas úradu zákon neurčuje.`,
  cs: (day) => `Nejdřívější možný den, počítáno, jako kdyby úřad rozhodl ${day}. Vlastní čas úřadu zákon neurčuje.`,
  en: (day) => `The earliest possible day, counted as if the authority decided on ${day}. The act sets it no time.`,
};

/** Reminders: days before a day, hours before an instant. */
const REMIND = { day: [30, 7, 1], instant: [4, 1] } as const;

/**
 * The dates of one firm as iCalendar (RFC 5545): days as whole-day events, the reports of an incident as instants. What is
 * overdue, and a day that is not known, stand tomorrow; nothing stands in the past. The same dates give the same ids, so
 * that a file that is imported again replaces the events.
 * @param reports the reports of an incident; those that are over are left out
 * @returns the document, for `text/calendar; charset=utf-8`, or `null` without an event: a calendar must hold something.
 */
export function deadlinesIcs(
  road: readonly RoadItem[],
  reports: readonly Deadline[],
  calendar: DeadlineCalendar,
  { nis2, acts }: { readonly nis2: Pick<Nis2Knowledge, "placeOfStep">; readonly acts: ActRegistry },
): string | null {
  const { locale, madeAt } = calendar;
  const events = [
    ...road.flatMap((item) => dayEvent(item, calendar, nis2, acts)),
    ...reports.flatMap((report) =>
      report.due?.kind === "instant" && report.due.at > madeAt
        ? reportEvent(report, report.due.at, calendar, nis2, acts)
        : [],
    ),
  ];
  if (events.length === 0) return null;
  const name = escapeText(calendar.firm === null ? TITLE[locale] : `${TITLE[locale]}: ${calendar.firm}`);
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

function dayEvent(
  { kind, deadline, day }: RoadItem,
  calendar: DeadlineCalendar,
  nis2: Pick<Nis2Knowledge, "placeOfStep">,
  acts: ActRegistry,
): string[] {
  const { locale, madeAt } = calendar;
  const today = localDay(madeAt);
  const isTomorrow = kind === "past" || kind === "open" || day === null;
  const on = isTomorrow ? addDays(today, 1) : day;
  const due = deadline.due?.kind === "day" ? deadline.due : null;
  const said = day === null ? [] : [explanationOf(kind, day, today, locale)].flat();
  const safe =
    kind === "due" && due !== null && due.perhapsUntil !== null ? [SAFE[locale](formatDay(due.safeDay, locale))] : [];
  const before = REMIND.day.filter((days) => addDays(on, -days) > today);
  const triggers = kind === "past" ? ["PT9H"] : isTomorrow ? [] : before.map((days) => `-P${days}D`);
  return eventOf(deadline, `${BEGINNING[kind][locale]}${written(deadline.title, locale, acts)}`, [...said, ...safe], {
    calendar,
    nis2,
    acts,
    times: [
      `DTSTART;VALUE=DATE:${basicDay(on)}`,
      `DTEND;VALUE=DATE:${basicDay(addDays(on, 1))}`,
      `X-DOSAH-KIND:${kind}`,
      ...(kind === "open" || kind === "estimate" ? ["STATUS:TENTATIVE"] : []),
    ],
    triggers,
  });
}

function explanationOf(kind: RoadItem["kind"], day: string, today: string, locale: Locale): string | readonly string[] {
  if (kind === "past") return RAN_OUT[locale](formatDay(day, locale));
  if (kind === "open") return day < today ? SINCE_LAW[locale](formatDay(day, locale)) : [];
  return kind === "estimate" ? ESTIMATED[locale](formatDay(today, locale)) : [];
}

function reportEvent(
  report: Deadline,
  at: string,
  calendar: DeadlineCalendar,
  nis2: Pick<Nis2Knowledge, "placeOfStep">,
  acts: ActRegistry,
): string[] {
  return eventOf(report, written(report.title, calendar.locale, acts), [], {
    calendar,
    nis2,
    acts,
    times: [`DTSTART:${basicInstant(at)}`, "X-DOSAH-KIND:due"],
    triggers: REMIND.instant.filter((hours) => addHours(at, -hours) > calendar.madeAt).map((hours) => `-PT${hours}H`),
  });
}

function written(text: Localized, locale: Locale, acts: ActRegistry): string {
  return expandCitations(text[locale], locale, acts);
}

function eventOf(
  deadline: Deadline,
  summary: string,
  said: readonly string[],
  {
    calendar: { locale, host, key, verdictUrl, madeAt },
    nis2: { placeOfStep },
    acts,
    times,
    triggers,
  }: {
    readonly calendar: DeadlineCalendar;
    readonly nis2: Pick<Nis2Knowledge, "placeOfStep">;
    readonly acts: ActRegistry;
    readonly times: readonly string[];
    readonly triggers: readonly string[];
  },
): string[] {
  const place = deadline.steps.map((step) => placeOfStep.get(step)).find((known) => known !== undefined);
  const serial = deadline.serial === 1 ? "" : `-${deadline.serial}`;
  const description = [
    ...said,
    written(deadline.counted, locale, acts),
    ...(deadline.note === null ? [] : [written(deadline.note, locale, acts)]),
    ...(place === undefined ? [] : [written(place.where, locale, acts)]),
    deadline.citations.map((reference) => formatCitation(reference, locale, acts)).join("; "),
    INDICATIVE[locale],
    verdictUrl,
  ];
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(`${deadline.id}${serial}-${key}@${host}`)}`,
    `DTSTAMP:${basicInstant(madeAt)}`,
    ...times,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description.join("\n"))}`,
    `URL:${place?.url ?? verdictUrl.replace(/[\r\n]/g, "")}`,
    "CATEGORIES:NIS2",
    "TRANSP:TRANSPARENT",
    ...triggers.flatMap((trigger) => [
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      `DESCRIPTION:${escapeText(summary)}`,
      `TRIGGER:${trigger}`,
      "END:VALARM",
    ]),
    "END:VEVENT",
  ];
}
