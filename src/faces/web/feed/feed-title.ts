import { FEED_TOPICS, JURISDICTIONS } from "../../../core/feed-item.ts";
import { JURISDICTION_NAMES, TOPIC_NAMES } from "../../../core/feed-names.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { FeedQuery } from "./feed-query.ts";

const text = {
  feed: { sk: "Regulačné novinky", cs: "Regulační novinky", en: "Regulatory news" },
  calendar: { sk: "Kalendár regulácie", cs: "Kalendář regulace", en: "Regulatory calendar" },
} satisfies Record<string, Localized>;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The filters in words, in the order of the page: `NIS2`, `Slovensko`. */
export function filterNames(
  locale: Locale,
  { jurisdiction, topic, source }: FeedQuery,
  sources: readonly Named[] = [],
): string[] {
  const where = JURISDICTIONS.find((id) => id === jurisdiction);
  const what = FEED_TOPICS.find((id) => id === topic);
  return [
    ...(what === undefined ? [] : [TOPIC_NAMES[what][locale]]),
    ...(where === undefined ? [] : [JURISDICTION_NAMES[where][locale]]),
    ...sources.flatMap(({ id, name }) => (id === source ? [name] : [])),
  ];
}

/** What the feed with these filters is called: `Regulačné novinky: NIS2, Slovensko`. */
export function feedTitle(locale: Locale, query: FeedQuery, sources: readonly Named[] = []): string {
  return titled(text.feed[locale], filterNames(locale, query, sources));
}

/** What the calendar with these filters is called. */
export function calendarTitle(locale: Locale, query: FeedQuery): string {
  return titled(`Dosah: ${text.calendar[locale]}`, filterNames(locale, query));
}

function titled(title: string, names: readonly string[]): string {
  return names.length === 0 ? title : `${title}: ${names.join(", ")}`;
}
