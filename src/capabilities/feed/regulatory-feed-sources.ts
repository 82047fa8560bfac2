import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { failureWords } from "./failure-texts.ts";
import type { FeedSourceState } from "./feed.ts";
import { feedDependsOn } from "./feed-answer.ts";

/**
 * `new`: not asked yet; `ok`: the last question was answered; `failing`: it was not, older items still show; `off`: not
 * asked by the shipped list.
 */
export const FEED_STATES = ["new", "ok", "failing", "off"] as const;

/** The state of each source of the feed: the page shows it beside the items. */
export const regulatoryFeedSources = defineCapability({
  name: "regulatory_feed_sources",
  access: "public",
  dependsOn: feedDependsOn,
  keepsNoAnswers: true,
  input: z.strictObject({ locale: localeParameter }),
  run: ({ locale }, { feed }) => ({
    sources: feed.sources().map((source) => ({
      id: source.id,
      name: source.name[locale],
      jurisdiction: source.jurisdiction,
      url: source.site,
      state: stateOf(source),
      answeredAt: written(source.answeredAt),
      failedAt: written(source.failedAt),
      failure: source.failuresInARow > 0 ? source.failure : null,
      failureText: source.failuresInARow > 0 ? failureWords(source.failure, locale) : null,
      // A source that was never asked has no time at which it is due.
      nextAt: source.isEnabled && source.nextAt !== 0 ? written(source.nextAt) : null,
      items: source.items,
      withoutDate: source.withoutDate,
      repaired: source.repaired,
    })),
  }),
});

function stateOf({ isEnabled, answeredAt, failuresInARow }: FeedSourceState): (typeof FEED_STATES)[number] {
  if (!isEnabled) return "off";
  if (failuresInARow > 0) return "failing";
  return answeredAt === null ? "new" : "ok";
}

function written(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
