import { regulatoryFeedBrowse } from "../../../capabilities/feed/regulatory-feed-browse.ts";
import { regulatoryFeedCalendar } from "../../../capabilities/feed/regulatory-feed-calendar.ts";
import { regulatoryFeedSources } from "../../../capabilities/feed/regulatory-feed-sources.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { paths } from "../paths.ts";
import { type Calendar, FeedComing } from "./coming.tsx";
import { type Browsed, FeedFilters } from "./filters.tsx";
import { FeedDays } from "./items.tsx";
import { FeedPages, NothingHere } from "./pages.tsx";
import { type FeedQuery, feedHref, readFeedQuery } from "./query.ts";
import { type FeedSource, FeedSources } from "./sources.tsx";
import { FeedState } from "./state.tsx";
import { FeedSubscribe } from "./subscribe.tsx";
import { calendarTitle, feedTitle, filterNames } from "./title.ts";

const text = {
  title: { sk: "Regulačné novinky", cs: "Regulační novinky", en: "Regulatory news" },
  description: {
    sk: "Čo je nové okolo NIS2, DORA, aktu o AI a ďalších pravidiel na Slovensku, v Česku a v EÚ a aké termíny nás čakajú.",
    cs: "Co je nového kolem NIS2, DORA, aktu o AI a dalších pravidel na Slovensku, v Česku a v EU a jaké termíny nás čekají.",
    en: "What is new around NIS2, DORA, the AI Act and other rules in Slovakia, Czechia and the EU, and which dates come next.",
  },
  intro: {
    sk: "Správy úradov tak, ako ich úrady samy zverejňujú, a časová os predpisov, ktorú píše Dosah.",
    cs: "Zprávy úřadů tak, jak je úřady samy zveřejňují, a časová osa předpisů, kterou píše Dosah.",
    en: "News as the authorities publish it themselves, and a time line of the law that Dosah writes.",
  },
  news: { sk: "Čo je nové", cs: "Co je nového", en: "What is new" },
} satisfies Record<string, Localized>;

/** "What is new?": news by day, the dates to come, and how the sources fare. */
export async function regulatoryFeedPage(request: PageRequest): Promise<PageAnswer> {
  const { locale } = request;
  const asked = readFeedQuery(request.query, ["jurisdiction", "topic", "source", "limit", "page"]);
  const feed = await request.ask(regulatoryFeedBrowse, asked);
  // What the capability has accepted is text and number.
  const query: FeedQuery = asked;
  const { jurisdiction, topic } = query;
  const where = { ...(jurisdiction === undefined ? {} : { jurisdiction }), ...(topic === undefined ? {} : { topic }) };
  const calendar = await request.ask(regulatoryFeedCalendar, where);
  const { sources } = await request.ask(regulatoryFeedSources, {});
  const isBeyond = feed.page > feed.pages;
  const isFirst = feed.page === 1 && query.limit === undefined;
  return {
    status: isBeyond ? 404 : 200,
    title: feedTitle(locale, query, feed.sources.values),
    description: text.description[locale],
    // Search engines get the feed and its topics, not every combination and page.
    isIndexed: isFirst && filterNames(locale, query, feed.sources.values).length < 2,
    feeds: documents(locale, query, feed),
    body: <Feed feed={feed} calendar={calendar} sources={sources} query={query} locale={locale} />,
  };
}

function documents(locale: Locale, query: FeedQuery, feed: Browsed) {
  const { jurisdiction, topic } = query;
  const filters = { ...query, limit: undefined, page: undefined };
  const title = `Dosah: ${feedTitle(locale, query, feed.sources.values)}`;
  return [
    { type: "application/rss+xml", title, href: feedHref(locale, paths.feedRss, filters) },
    { type: "application/feed+json", title, href: feedHref(locale, paths.feedJson, filters) },
    {
      type: "text/calendar",
      title: calendarTitle(locale, query),
      href: feedHref(locale, paths.feedCalendar, { jurisdiction, topic }),
    },
  ];
}

function Feed({
  feed,
  calendar,
  sources,
  query,
  locale,
}: {
  feed: Browsed;
  calendar: Calendar;
  sources: readonly FeedSource[];
  query: FeedQuery;
  locale: Locale;
}) {
  const isOfOneSource = query.source !== undefined;
  return (
    <>
      <section class="opening">
        <h1>{text.title[locale]}</h1>
        <p class="prose lead">{text.intro[locale]}</p>
        <FeedState feed={feed} sources={sources} locale={locale} />
        <FeedFilters feed={feed} query={query} locale={locale} />
      </section>
      <div class="feed">
        {isOfOneSource ? null : <FeedComing calendar={calendar} query={query} locale={locale} />}
        <section class="feed-news" aria-labelledby="news-title">
          <h2 id="news-title">{text.news[locale]}</h2>
          {feed.items.length === 0 ? (
            <NothingHere feed={feed} query={query} locale={locale} />
          ) : (
            <>
              <FeedDays items={feed.items} locale={locale} />
              <FeedPages feed={feed} query={query} locale={locale} />
            </>
          )}
        </section>
        <FeedSubscribe query={query} locale={locale} />
      </div>
      <FeedSources sources={sources} locale={locale} />
    </>
  );
}
