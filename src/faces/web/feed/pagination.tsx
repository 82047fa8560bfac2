import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { paths } from "../paths.ts";
import type { Browsed } from "./feed-filters.tsx";
import { type FeedQuery, feedHref } from "./feed-query.ts";

const text = {
  pages: { sk: "Stránky noviniek", cs: "Stránky novinek", en: "Pages of news" },
  newer: { sk: "Novšie", cs: "Novější", en: "Newer" },
  older: { sk: "Staršie", cs: "Starší", en: "Older" },
  nothing: {
    sk: "Tomuto výberu nezodpovedá žiadna položka.",
    cs: "Tomuto výběru neodpovídá žádná položka.",
    en: "No item matches this choice.",
  },
  beyond: {
    sk: "Táto stránka je už za poslednou položkou.",
    cs: "Tato stránka je už za poslední položkou.",
    en: "This page is past the last item.",
  },
  first: { sk: "Na prvú stránku", cs: "Na první stránku", en: "To the first page" },
  wider: { sk: "Skúste širší výber:", cs: "Zkuste širší výběr:", en: "Try a wider choice:" },
  anyTopic: { sk: "všetky témy", cs: "všechna témata", en: "all topics" },
  anyJurisdiction: { sk: "všade", cs: "všude", en: "everywhere" },
  anySource: { sk: "všetky zdroje", cs: "všechny zdroje", en: "all sources" },
  anything: { sk: "všetky novinky", cs: "všechny novinky", en: "all news" },
} satisfies Record<string, Localized>;

const position: Readonly<Record<Locale, (page: string, pages: string, total: string) => string>> = {
  sk: (page, pages, total) => `Strana ${page} z ${pages}, položiek spolu: ${total}`,
  cs: (page, pages, total) => `Strana ${page} z ${pages}, položek celkem: ${total}`,
  en: (page, pages, total) => `Page ${page} of ${pages}, items in total: ${total}`,
};

/** The number of this page of the feed, with links to the pages before and after it. */
export function FeedPages({ feed, query, locale }: { feed: Browsed; query: FeedQuery; locale: Locale }) {
  const { page, pages, total } = feed;
  const number = (value: number) => formatNumber(value, locale);
  const to = (other: number) => feedHref(locale, paths.feed, { ...query, page: other });
  return (
    <nav class="feed-pages" aria-label={text.pages[locale]}>
      <p class="meta">{position[locale](number(page), number(pages), number(total))}</p>
      {pages === 1 ? null : (
        <p class="links">
          {page === 1 ? null : (
            <a href={to(page - 1)} rel="prev">
              <span aria-hidden="true">←</span> {text.newer[locale]}
            </a>
          )}
          {page >= pages ? null : (
            <a href={to(page + 1)} rel="next">
              {text.older[locale]} <span aria-hidden="true">→</span>
            </a>
          )}
        </p>
      )}
    </nav>
  );
}

/** No item passes the filters: links that leave out one filter, where that shows items, and one that leaves out all. */
export function NothingHere({ feed, query, locale }: { feed: Browsed; query: FeedQuery; locale: Locale }) {
  if (feed.total > 0) {
    return (
      <p class="prose">
        {text.beyond[locale]}{" "}
        <a href={feedHref(locale, paths.feed, { ...query, page: undefined })}>{text.first[locale]}</a>
      </p>
    );
  }
  const { limit } = query;
  const without = { ...query, page: undefined };
  const ways = [
    { name: text.anyTopic, count: feed.topics.all, to: { ...without, topic: undefined }, is: query.topic },
    {
      name: text.anyJurisdiction,
      count: feed.jurisdictions.all,
      to: { ...without, jurisdiction: undefined },
      is: query.jurisdiction,
    },
    { name: text.anySource, count: feed.sources.all, to: { ...without, source: undefined }, is: query.source },
  ].filter(({ is, count }) => is !== undefined && count > 0);
  return (
    <>
      <p class="prose">
        {text.nothing[locale]} {text.wider[locale]}
      </p>
      <ul class="links feed-ways">
        {ways.map(({ name, count, to }) => (
          <li>
            <a href={feedHref(locale, paths.feed, to)}>
              {name[locale]} <span class="number">({formatNumber(count, locale)})</span>
            </a>
          </li>
        ))}
        <li>
          <a href={feedHref(locale, paths.feed, { limit })}>{text.anything[locale]}</a>
        </li>
      </ul>
    </>
  );
}
