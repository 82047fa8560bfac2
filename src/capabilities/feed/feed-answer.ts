import { z } from "zod";
import { dayOf } from "../../core/day.ts";
import type { Locale } from "../../core/locale.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import type { Services } from "../contexts.ts";
import { type FeedFilter, type FeedItemAnswer, feedItem, newestItems } from "./feed-items.ts";

/** What every answer with items of the feed says. */
export const feedAnswer = z.object({
  items: z.array(feedItem).describe("Newest first."),
  count: z.number().int().describe("Items in this answer."),
  fetchedAt: z.string().nullable().describe("When a source answered last, ISO 8601 UTC; null: none has answered yet."),
  topicRulesVersion: z.string().describe("Version of the published rules that give the topics."),
  dataAsOf: z.string().describe("Day of the last fetch, else the day to which the time line was checked."),
  indicative: z.literal(true),
  disclaimer: z.string(),
});

/** An answer with items of the feed. */
export type FeedAnswer = z.output<typeof feedAnswer>;

/** Answers with the newest items that pass the filter, at most `limit`. */
export function answerFeed(filter: FeedFilter, limit: number, locale: Locale, services: Services): FeedAnswer {
  return feedAnswerOf(newestItems(filter, limit, locale, services), locale, services);
}

/** Adds to items what every answer with items of the feed says. */
export function feedAnswerOf(items: FeedItemAnswer[], locale: Locale, { feed, knowledge }: Services): FeedAnswer {
  const fetchedAt = feed.fetchedAt();
  return {
    items,
    count: items.length,
    fetchedAt: fetchedAt === null ? null : new Date(fetchedAt).toISOString(),
    topicRulesVersion: feed.topicRules.version,
    dataAsOf: fetchedAt === null ? knowledge.asOf : dayOf(new Date(fetchedAt)),
    indicative: true,
    disclaimer: DISCLAIMER[locale],
  };
}

/** What an answer made of the feed depends on. */
export function feedDependsOn({ knowledge, feed, today }: Pick<Services, "knowledge" | "feed" | "today">): unknown[] {
  return [knowledge, feed.entries(), feed.sources(), today()];
}
