import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { dateText, dayOfDate, type StepDate } from "./step-dates.tsx";
import type { Verdict } from "./verdict-names.ts";

const text = {
  title: { sk: "Vaše termíny", cs: "Vaše termíny", en: "Your dates" },
  today: { sk: "dnes", cs: "dnes", en: "today" },
  take: { sk: "Vložiť do kalendára (ICS)", cs: "Vložit do kalendáře (ICS)", en: "Add to a calendar (ICS)" },
} satisfies Record<string, Localized>;

/** The dates of the firm that are known, with today among them; nothing while no date can be counted. */
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
  let number = 0;
  const numbered = entries.map((entry) => ({ ...entry, number: entry.date === null ? 0 : ++number }));
  return (
    <figure class="time-line" aria-labelledby="time-line-title">
      <figcaption id="time-line-title">{text.title[locale]}</figcaption>
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
