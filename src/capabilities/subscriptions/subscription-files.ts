import { z } from "zod";
import { addDays } from "../../core/calendar.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { hashToken, isToken } from "../../identity/token.ts";
import { personStore } from "../../state/person-store.ts";
import { type FoundSubscription, type SubscriptionKind, subscriptionByHash } from "../../state/subscriptions.ts";
import type { NamedEvent } from "../../state/watch.ts";
import { useAllowance } from "../accounts/allowance.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { PersonContext, VisitorContext } from "../contexts.ts";
import type { ExportEntry } from "../feed/export-entry.ts";
import { renderIcs } from "../feed/export-ics.ts";
import { renderJsonFeedEntries } from "../feed/export-json.ts";
import { renderRssEntries } from "../feed/export-rss.ts";
import { eventUrl } from "../watch/events-read.ts";
import { weekItems } from "../week/week.ts";
import { eventTitle } from "./event-words.ts";

/** A feed has so many events. */
const MOST_EVENTS = 100;

/** A calendar looks so many days ahead. */
const DAYS_AHEAD = 400;

/** The events of a secret address, for whatever program asks: no cookie, no key. Membership is read each time. */
export const subscriptionFeed = defineCapability({
  name: "subscription_feed",
  access: "visitor",
  input: z.strictObject({ token: z.string(), format: z.enum(["xml", "json"]), locale: localeParameter }),
  run: async ({ token, format }, context) => {
    const { person, found } = await openAddress(token, "feed", context);
    const { locale } = found;
    const events = await person.store.newestEvents({
      orgId: found.org_id ?? "",
      listId: found.list_id ?? "",
      limit: MOST_EVENTS,
    });
    const head = {
      title: text.feed[locale],
      description: text.feedIs[locale],
      locale,
      pageUrl: `${context.baseUrl}/${locale}/week`,
      // The address is a secret: a reader knows it, and nobody else should find it in a copy of the document.
      selfUrl: `${context.baseUrl}/${locale}/account/feeds`,
    };
    const entries = events.map((event) => entryOf(event, context.baseUrl, locale));
    return { content: format === "xml" ? renderRssEntries(head, entries) : renderJsonFeedEntries(head, entries) };
  },
});

/** The days of a secret address as a calendar: what is dated in the week, with what is overdue on its own day. */
export const subscriptionCalendar = defineCapability({
  name: "subscription_calendar",
  access: "visitor",
  input: z.strictObject({ token: z.string(), locale: localeParameter }),
  run: async ({ token }, context) => {
    const { person, found } = await openAddress(token, "calendar", context);
    const { locale, org_id: orgId, list_id: listId } = found;
    const own = (await person.store.organizations()).filter(({ id }) => orgId === null || id === orgId);
    const until = addDays(context.today(), DAYS_AHEAD);
    const items = (await weekItems(own, person, locale)).filter(
      (item) => item.dueAt !== null && item.dueAt <= until && (listId === null || item.listId === listId),
    );
    const days = items.map(({ kind, organizationId, listId: list, dueAt, title, count, url, untrusted }) => ({
      id: [kind, dueAt, organizationId, ...(list === null ? [] : [list])].join("-"),
      date: dueAt ?? "",
      title: count > 1 && !title.endsWith(String(count)) ? `${title}: ${count}` : title,
      summary: [untrusted.name, untrusted.organization].filter((name) => name !== null && name !== "").join(", "),
      url,
      topics: [],
    }));
    const head = { title: text.calendar[locale], host: new URL(context.baseUrl).host, product: "Week" };
    // The same days give the same bytes, so that whoever asks again gets 304.
    return { content: renderIcs({ ...head, revisedAt: new Date(Number(found.created_at)).toISOString() }, days) };
  },
});

/** @throws ServiceError the same for a wrong address, one that ended, and one of somebody who left */
async function openAddress(
  token: string,
  kind: SubscriptionKind,
  context: VisitorContext,
): Promise<{ readonly found: FoundSubscription; readonly person: PersonContext }> {
  const { accounts, visitor: _visitor, change: _change, ...services } = context;
  const hash = isToken(token) ? hashToken(token) : undefined;
  const found = hash === undefined ? undefined : await subscriptionByHash(accounts.state, hash);
  if (found === undefined || hash === undefined || found.kind !== kind) throw new ServiceError(noAddress);
  await useAllowance(accounts, "feed_use", hash);
  const accountId = found.account_id;
  const store = personStore({ db: accounts.state, accountId });
  return { found, person: { ...services, accounts, store, person: { accountId } } };
}

function entryOf(event: NamedEvent, baseUrl: string, locale: Locale): ExportEntry {
  const title = eventTitle(event, locale);
  return {
    id: event.id,
    url: eventUrl(event, baseUrl, locale),
    title,
    summary: event.name === null ? title : `${title}. ${foreignText(event.name)}`,
    publishedAt: new Date(Number(event.at)).toISOString(),
    tags: [event.type, event.severity],
    source: "Dosah",
  };
}

const text = {
  feed: { sk: "Dosah: zmeny", cs: "Dosah: změny", en: "Dosah: changes" },
  feedIs: {
    sk: "Čo sa zmenilo u sledovaných firiem.",
    cs: "Co se změnilo u sledovaných firem.",
    en: "What changed of watched firms.",
  },
  calendar: { sk: "Dosah: termíny", cs: "Dosah: termíny", en: "Dosah: dates" },
} satisfies Record<string, Localized>;

const noAddress: Problem = {
  code: "not_found",
  message: { sk: "Taká adresa tu nie je.", cs: "Taková adresa zde není.", en: "There is no such address." },
  nextStep: {
    sk: "Novú adresu si vytvoríte v účte.",
    cs: "Novou adresu si vytvoříte v účtu.",
    en: "You can make a new address in the account.",
  },
};
