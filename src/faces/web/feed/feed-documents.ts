import type { FeedHead } from "../../../capabilities/feed/export-entry.ts";
import { renderIcs } from "../../../capabilities/feed/export-ics.ts";
import { renderJsonFeed } from "../../../capabilities/feed/export-json.ts";
import { renderRss } from "../../../capabilities/feed/export-rss.ts";
import { regulatoryFeedBrowse } from "../../../capabilities/feed/regulatory-feed-browse.ts";
import { regulatoryFeedCalendar } from "../../../capabilities/feed/regulatory-feed-calendar.ts";
import { publicCaching } from "../../../core/cache-control.ts";
import type { Localized } from "../../../core/locale.ts";
import { fileHeaders } from "../file-response.ts";
import type { PageRequest } from "../page.ts";
import { paths } from "../paths.ts";
import { type FeedQuery, feedHref, readFeedQuery } from "./feed-query.ts";
import { calendarTitle, feedTitle } from "./feed-title.ts";

const description = {
  sk: "Čo je nové v kybernetickej bezpečnosti a digitálnej regulácii na Slovensku, v Česku a v EÚ: správy úradov a časová os služby Dosah.",
  cs: "Co je nového v kybernetické bezpečnosti a digitální regulaci na Slovensku, v Česku a v EU: zprávy úřadů a časová osa služby Dosah.",
  en: "What is new in cyber security and digital regulation in Slovakia, Czechia and the EU: news of the authorities and Dosah’s own time line.",
} satisfies Localized;

/** Number of items where the address does not say how many. */
const USUAL = 50;

/** The feed as RSS 2.0, with the filters of the page. */
export async function feedRss(request: PageRequest): Promise<Response> {
  const { head, items, changedAt } = await read(request, paths.feedRss);
  return feedDocument(renderRss(head, items), "application/rss+xml; charset=utf-8", changedAt);
}

/** The feed as JSON Feed 1.1, with the filters of the page. */
export async function feedJson(request: PageRequest): Promise<Response> {
  const { head, items, changedAt } = await read(request, paths.feedJson);
  return feedDocument(renderJsonFeed(head, items), "application/feed+json; charset=utf-8", changedAt);
}

/**
 * The time line as a calendar, filtered by jurisdiction and topic. It holds the past days, too, unless `when` says
 * otherwise: in a calendar that somebody subscribed to, a day must not disappear when it is over.
 */
export async function feedCalendar(request: PageRequest): Promise<Response> {
  const asked = readFeedQuery(request.query, ["jurisdiction", "topic", "when"]);
  const { items, dataAsOf, today } = await request.ask(regulatoryFeedCalendar, { when: "all", ...asked });
  const { locale, site } = request;
  const ics = renderIcs(
    {
      title: calendarTitle(locale, asked),
      host: new URL(site.baseUrl).hostname,
      revisedAt: new Date(dataAsOf).toISOString(),
    },
    items,
  );
  // Filtered by past or future, the calendar changes every day; without that filter it changes with the time line only.
  const changedAt = asked.when === undefined || asked.when === "all" ? dataAsOf : today;
  const type = "text/calendar; charset=utf-8";
  return feedDocument(ics, type, changedAt, fileHeaders(type, "dosah-regulatory-calendar.ics", "inline"));
}

async function read(request: PageRequest, path: string) {
  const { locale, site } = request;
  const asked = readFeedQuery(request.query, ["jurisdiction", "topic", "source", "limit"]);
  const { items, changedAt, sources } = await request.ask(regulatoryFeedBrowse, { limit: USUAL, ...asked });
  // What the capability has accepted is text and number.
  const filters: FeedQuery = asked;
  const head: FeedHead = {
    title: feedTitle(locale, filters, sources.values),
    description: description[locale],
    locale,
    pageUrl: `${site.baseUrl}${feedHref(locale, paths.feed, { ...filters, limit: undefined })}`,
    selfUrl: `${site.baseUrl}${feedHref(locale, path, filters)}`,
  };
  return { head, items, changedAt };
}

/** A document for a machine: it may be kept for five minutes and read by pages of other sites. */
function feedDocument(
  body: string,
  type: string,
  changedAt: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Cache-Control": publicCaching(),
      "Access-Control-Allow-Origin": "*",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Last-Modified": new Date(changedAt).toUTCString(),
      ...headers,
    },
  });
}
