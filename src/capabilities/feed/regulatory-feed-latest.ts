import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { answerFeed, type FeedAnswer, feedAnswer } from "./feed-answer.ts";
import { feedParameters } from "./regulatory-feed.ts";
import { checkSource, sourceParameter } from "./source-parameter.ts";

/** As many as the page shows (docs/specification.md, `limits.bound-feed-items`). */
const LATEST = 50;

const input = z.strictObject({
  source: sourceParameter,
  ...feedParameters,
  locale: localeParameter,
});

/** The latest 50 items that the page shows (docs/specification.md, `rest.feed`). */
export const regulatoryFeedLatest = defineCapability({
  name: "regulatory_feed_latest",
  access: "public",
  input,
  published: {
    title: "Latest regulatory items",
    description: "The latest 50 regulatory items, as on the page /regulatory-feed; of one source where it is named.",
    output: feedAnswer,
  },
  rest: [
    {
      method: "GET",
      path: "/api/regulatory-feed",
      cost: { rows: ["web_page"] },
      only: ["source", "locale"],
      maxAge: 300,
    },
  ],
  run: ({ locale, ...filter }, services): FeedAnswer => {
    checkSource(filter.source, services);
    return answerFeed(filter, LATEST, locale, services);
  },
});
