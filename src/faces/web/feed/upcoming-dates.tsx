import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { regulatoryFeedCalendar } from "../../../capabilities/feed/regulatory-feed-calendar.ts";
import { JURISDICTION_NAMES } from "../../../core/feed-names.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatDistance, plural } from "../../../core/text.ts";
import { LawText } from "../components/law-text.tsx";
import { paths } from "../paths.ts";
import { type FeedQuery, feedHref } from "./feed-query.ts";

export type Calendar = AnswerOf<typeof regulatoryFeedCalendar>;
type Day = Calendar["items"][number];

/** At least so many dates are visible at first; all entries of the last visible day are shown. */
const AT_ONCE = 4;

const text = {
  title: { sk: "Čo nás čaká", cs: "Co nás čeká", en: "What comes next" },
  official: { sk: "Úradné znenie", cs: "Úřední znění", en: "Official text" },
  calendar: { sk: "Vložiť do kalendára (ICS)", cs: "Vložit do kalendáře (ICS)", en: "Add to a calendar (ICS)" },
  none: {
    sk: "Pre tento výber nie je v časovej osi žiadny budúci termín.",
    cs: "Pro tento výběr není v časové ose žádný budoucí termín.",
    en: "The time line holds no coming date for this choice.",
  },
} satisfies Record<string, Localized>;

const more: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) =>
    `${count} ${plural(count, { one: "ďalší termín", few: "ďalšie termíny", other: "ďalších termínov" }, "sk")}`,
  cs: (count) =>
    `${count} ${plural(count, { one: "další termín", few: "další termíny", other: "dalších termínů" }, "cs")}`,
  en: (count) => `${count} more ${plural(count, { one: "date", other: "dates" }, "en")}`,
};

/** The days of Dosah's own time line that are still to come, nearest first. */
export function FeedComing({ calendar, query, locale }: { calendar: Calendar; query: FeedQuery; locale: Locale }) {
  const shown = calendar.items.filter(({ title }) => title !== null);
  const days = [...Map.groupBy(shown, ({ date }) => date)];
  const cut = days.findIndex((_, at) => days.slice(0, at).flatMap(([, ofDay]) => ofDay).length >= AT_ONCE);
  const [near, far] = cut === -1 ? [days, []] : [days.slice(0, cut), days.slice(cut)];
  const { jurisdiction, topic } = query;
  return (
    <section class="feed-coming" aria-labelledby="coming-title">
      <h2 id="coming-title">{text.title[locale]}</h2>
      {days.length === 0 ? (
        <p class="meta">{text.none[locale]}</p>
      ) : (
        <>
          <Days days={near} today={calendar.today} locale={locale} />
          {far.length === 0 ? null : (
            <details class="feed-far">
              <summary>{more[locale](far.flatMap(([, ofDay]) => ofDay).length)}</summary>
              <Days days={far} today={calendar.today} locale={locale} />
            </details>
          )}
          <p class="feed-take">
            <a href={feedHref(locale, paths.feedCalendar, { jurisdiction, topic })}>{text.calendar[locale]}</a>
          </p>
        </>
      )}
    </section>
  );
}

/** The nearest day to come alone, for a page that is about something else. */
export function NextDay({ calendar, locale }: { calendar: Calendar; locale: Locale }) {
  const shown = calendar.items.filter(({ title }) => title !== null);
  const nearest = shown.filter(({ date }) => date === shown[0]?.date);
  return <Days days={[[shown[0]?.date ?? calendar.today, nearest]]} today={calendar.today} locale={locale} />;
}

function Days({
  days,
  today,
  locale,
}: {
  days: readonly (readonly [string, readonly Day[]])[];
  today: string;
  locale: Locale;
}) {
  return (
    <ol class="coming-days">
      {days.map(([date, items]) => (
        <li>
          <p class="coming-date">
            <time datetime={date}>{formatDay(date, locale)}</time>{" "}
            <span class="meta">{formatDistance(today, date, locale)}</span>
          </p>
          {items.map((item) => (
            <details class="coming-item">
              <summary>{item.title}</summary>
              {item.summary === null ? null : (
                <p>
                  <LawText text={item.summary} />
                </p>
              )}
              <p class="meta">
                <a href={item.url}>{text.official[locale]}</a> · {JURISDICTION_NAMES[item.jurisdiction][locale]}
              </p>
            </details>
          ))}
        </li>
      ))}
    </ol>
  );
}
