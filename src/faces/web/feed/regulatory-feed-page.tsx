import { regulatoryFeedBrowse } from "../../../capabilities/feed/regulatory-feed-browse.ts";
import { regulatoryFeedCalendar } from "../../../capabilities/feed/regulatory-feed-calendar.ts";
import { regulatoryFeedSources } from "../../../capabilities/feed/regulatory-feed-sources.ts";
import { FEED_TOPICS } from "../../../core/feed-item.ts";
import { TOPIC_NAMES, TOPIC_SUBJECTS } from "../../../core/feed-names.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { type Browsed, FeedFilters } from "./feed-filters.tsx";
import { FeedDays } from "./feed-items.tsx";
import { type FeedQuery, feedHref, readFeedQuery } from "./feed-query.ts";
import { type FeedSource, FeedSources } from "./feed-sources.tsx";
import { FeedState } from "./feed-state.tsx";
import { calendarTitle, feedTitle, filterNames } from "./feed-title.ts";
import { FeedPages, NothingHere } from "./pagination.tsx";
import { type Calendar, FeedComing } from "./upcoming-dates.tsx";

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

/** "What is new?": news by day, the dates to come, and the state of the sources. */
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
      </section>
      <div class="feed">
        {isOfOneSource ? null : <FeedComing calendar={calendar} query={query} locale={locale} />}
        <section class="feed-news" aria-labelledby="news-title">
          <h2 id="news-title">{text.news[locale]}</h2>
          <FeedState feed={feed} sources={sources} locale={locale} />
          <FeedFilters feed={feed} query={query} locale={locale} />
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

const subscribeText = {
  title: { sk: "Odoberať", cs: "Odebírat", en: "Subscribe" },
  intro: {
    sk: "Novinky s týmto výberom na stálych adresách, bez registrácie:",
    cs: "Novinky s tímto výběrem na stálých adresách, bez registrace:",
    en: "The news with these filters at permanent addresses, without registration:",
  },
  calendar: { sk: "Kalendár (ICS)", cs: "Kalendář (ICS)", en: "Calendar (ICS)" },
  agents: {
    sk: "Rovnaké novinky dostane váš agent nástrojom",
    cs: "Stejné novinky dostane váš agent nástrojem",
    en: "Your agent gets the same news with the tool",
  },
  connect: { sk: "ako ho pripojiť", cs: "jak ho připojit", en: "how to connect it" },
  topics: { sk: "Ako položka dostane tému", cs: "Jak položka dostane téma", en: "How an item gets its topic" },
  rules: {
    sk: "Tému neurčuje odhad, ale zverejnené pravidlá: výrazy v názve a v zhrnutí. Pri každej položke je pravidlo, ktoré ju určilo. Krajina alebo únia je tá, z ktorej je zdroj. Text položky je doslovná kópia a patrí zdroju.",
    cs: "Téma neurčuje odhad, ale zveřejněná pravidla: výrazy v názvu a ve shrnutí. U každé položky je pravidlo, které je určilo. Země nebo unie je ta, ze které je zdroj. Text položky je doslovná kopie a patří zdroji.",
    en: "A topic is not a guess: published rules look for terms in the title and the summary, and every item names the rule that decided. The country, or the Union, is that of the source. The text of an item is a verbatim copy and belongs to its source.",
  },
} satisfies Record<string, Localized>;

/** How to keep informed without coming back, and what the topics mean. */
export function FeedSubscribe({ query, locale }: { query: FeedQuery; locale: Locale }) {
  const { jurisdiction, topic, source } = query;
  return (
    <section class="feed-subscribe" aria-labelledby="subscribe-title">
      <h2 id="subscribe-title">{subscribeText.title[locale]}</h2>
      <p>{subscribeText.intro[locale]}</p>
      <p class="links">
        <a href={feedHref(locale, paths.feedRss, { jurisdiction, topic, source })}>RSS</a>
        <a href={feedHref(locale, paths.feedJson, { jurisdiction, topic, source })}>JSON Feed</a>
        <a href={feedHref(locale, paths.feedCalendar, { jurisdiction, topic })}>{subscribeText.calendar[locale]}</a>
      </p>
      <p>
        {subscribeText.agents[locale]} <code>regulatory_feed</code> (
        <a href={href(locale, paths.docsAgents)}>{subscribeText.connect[locale]}</a>).
      </p>
      <details>
        <summary>{subscribeText.topics[locale]}</summary>
        <p>{subscribeText.rules[locale]}</p>
        <dl class="topic-list">
          {FEED_TOPICS.map((id) => (
            <div>
              <dt>{TOPIC_NAMES[id][locale]}</dt>
              <dd>{TOPIC_SUBJECTS[id][locale]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
