import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { dateText, dayOfDate, type StepDate } from "./step-dates.tsx";
import type { Verdict } from "./verdict-names.ts";

const text = {
  title: { sk: "Vaše termíny", cs: "Vaše termíny", en: "Your dates" },
  today: { sk: "dnes", cs: "dnes", en: "today" },
  take: { sk: "Vložiť do kalendára (ICS)", cs: "Vložit do kalendáře (ICS)", en: "Add to a calendar (ICS)" },
} satisfies Record<string, Localized>;

const WIDTH = 320;
const EDGE = 14;
/** Two marks do not overlap: each is a circle of this width. */
const GAP = 22;

/** One mark on the line. */
export interface Mark {
  readonly day: string;
  readonly x: number;
}

/**
 * Places days on a line by time, each at least a mark apart from the next; the order is that of the days.
 * @param days ISO days or instants, sorted.
 */
export function placeMarks(days: readonly string[], width = WIDTH): Mark[] {
  const times = days.map((day) => Date.parse(day));
  const first = times[0] ?? 0;
  const span = Math.max(1, (times.at(-1) ?? 0) - first);
  const innerWidth = width - 2 * EDGE;
  const gap = Math.min(GAP, innerWidth / Math.max(1, days.length - 1));
  const xs = times.map((time) => EDGE + ((time - first) / span) * innerWidth);
  for (let at = 1; at < xs.length; at++) xs[at] = Math.max(xs[at] ?? 0, (xs[at - 1] ?? 0) + gap);
  for (let at = xs.length - 1, most = width - EDGE; at >= 0; at--, most -= gap) xs[at] = Math.min(xs[at] ?? 0, most);
  return days.map((day, at) => ({ day, x: Math.round((xs[at] ?? 0) * 10) / 10 }));
}

/** The dates of the firm and today on a line, and the same as a list; nothing while no date can be counted. */
export function TimeLine({
  verdict,
  today,
  calendarHref,
  locale,
}: {
  verdict: Verdict;
  today: string;
  calendarHref: string | undefined;
  locale: Locale;
}) {
  const dates = datesInOrder(verdict);
  if (dates.length === 0) return null;
  const entries = [...dates.map((date) => ({ day: dayOfDate(date) ?? "", date })), { day: today, date: null }].sort(
    (one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0),
  );
  const marks = placeMarks(entries.map(({ day }) => day));
  let number = 0;
  const numbered = entries.map((entry, at) => ({
    ...entry,
    x: marks[at]?.x ?? 0,
    number: entry.date === null ? 0 : ++number,
  }));
  return (
    <figure class="time-line" aria-labelledby="time-line-title">
      <figcaption id="time-line-title">{text.title[locale]}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} 52`} aria-hidden="true">
        <path class="time-axis" d={`M4 30H${WIDTH - 4}`} />
        {numbered.map(({ date, x, number: shown }) =>
          date === null ? (
            <>
              <path class="time-today" d={`M${x} 16V46`} />
              <text class="time-today-word" x={x} y="11" text-anchor="middle">
                {text.today[locale]}
              </text>
            </>
          ) : (
            <>
              <circle class={date.past ? "time-mark is-past" : "time-mark"} cx={x} cy="30" r="10" />
              <text class={date.past ? "time-number is-past" : "time-number"} x={x} y="34" text-anchor="middle">
                {shown}
              </text>
            </>
          ),
        )}
      </svg>
      <ol class="time-list">
        {numbered.map(({ date, day, number: shown }) =>
          date === null ? (
            <li class="time-now">
              <time datetime={day}>{formatDay(day, locale)}</time> · {text.today[locale]}
            </li>
          ) : (
            <li class={date.past ? "is-past" : undefined}>
              <span class="time-list-number">{shown}</span>
              <span>
                <b>{dateText(date, locale)}</b> · {date.title}
              </span>
            </li>
          ),
        )}
      </ol>
      {calendarHref === undefined ? null : (
        <p class="screen-only">
          <a href={calendarHref}>{text.take[locale]}</a>
        </p>
      )}
    </figure>
  );
}

/** The dates that can be counted, each once, the earliest first. */
export function datesInOrder({ nextSteps }: Verdict): StepDate[] {
  const known = new Map<string, StepDate>();
  for (const { dates } of nextSteps) {
    for (const date of dates) {
      const day = dayOfDate(date);
      if (day !== undefined) known.set(`${date.id} ${day}`, date);
    }
  }
  return [...known.values()].sort((one, other) => ((dayOfDate(one) ?? "") < (dayOfDate(other) ?? "") ? -1 : 1));
}
