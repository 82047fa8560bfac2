import { z } from "zod";
import { FEED_TOPICS, JURISDICTIONS } from "../../core/feed-item.ts";
import { TIMELINE_NAME, TIMELINE_SOURCE } from "../../knowledge/feeds.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { feedAnswerOf, feedDependsOn } from "./feed-answer.ts";
import { type FeedCandidate, type FeedFilter, feedCandidates, passes } from "./feed-items.ts";
import { feedParameters } from "./regulatory-feed.ts";
import { checkSource, sourceParameter } from "./source-parameter.ts";

const input = z.strictObject({
  ...feedParameters,
  source: sourceParameter,
  limit: z.number().int().min(1).max(50).default(20).describe("Items on a page, 1-50."),
  page: z.number().int().min(1).max(10_000).default(1).describe("Which page of them, from 1."),
  locale: localeParameter,
});

/** The feed page by page, and for each filter what every choice would give. */
export const regulatoryFeedBrowse = defineCapability({
  name: "regulatory_feed_browse",
  access: "public",
  dependsOn: feedDependsOn,
  keepsNoAnswers: true,
  input,
  run: ({ limit, page, locale, ...filter }, services) => {
    checkSource(filter.source, services);
    const candidates = feedCandidates(locale, services);
    const passing = candidates.filter((candidate) => passes(filter, candidate));
    const items = passing.slice((page - 1) * limit, page * limit).map(({ make }) => make());
    const count = counter(candidates, filter);
    const sources = [
      { id: TIMELINE_SOURCE, name: TIMELINE_NAME[locale] },
      ...services.feed.sources().map(({ id, name }) => ({ id, name: name[locale] })),
    ];
    return {
      ...feedAnswerOf(items, locale, services),
      total: passing.length,
      page,
      pages: Math.max(1, Math.ceil(passing.length / limit)),
      jurisdictions: {
        all: count({ jurisdiction: undefined }),
        values: JURISDICTIONS.map((id) => ({ id, count: count({ jurisdiction: id }) })),
      },
      topics: {
        all: count({ topic: undefined }),
        values: FEED_TOPICS.map((id) => ({ id, count: count({ topic: id }) })),
      },
      sources: {
        all: count({ source: undefined }),
        values: sources
          .map((source) => ({ ...source, count: count({ source: source.id }) }))
          .filter(({ id, count: items }) => items > 0 || id === filter.source),
      },
      changedAt: changedAt(candidates, services),
    };
  },
});

/** Counts the items for another value of one filter. */
function counter(candidates: readonly FeedCandidate[], filter: FeedFilter): (other: FeedFilter) => number {
  return (other) => candidates.filter((candidate) => passes({ ...filter, ...other }, candidate)).length;
}

/**
 * The feed changes when a source answers, when a day of the time line comes, and with the knowledge itself. It never
 * changes in the future.
 */
function changedAt(candidates: readonly FeedCandidate[], { feed, knowledge, today }: Services): string {
  const newestDay = candidates.find(({ sources }) => sources[0] === TIMELINE_SOURCE)?.at ?? 0;
  const known = knowledge.asOf <= today() ? Date.parse(knowledge.asOf) : 0;
  return new Date(Math.max(newestDay, known, feed.fetchedAt() ?? 0)).toISOString();
}
