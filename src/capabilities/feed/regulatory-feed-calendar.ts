import { z } from "zod";
import { FEED_TOPICS, JURISDICTIONS } from "../../core/feed-item.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { milestoneTexts } from "./feed-items.ts";
import { feedParameters } from "./regulatory-feed.ts";

const input = z.strictObject({
  ...feedParameters,
  when: z.enum(["coming", "past", "all"]).default("coming").describe("coming: from today on; past: before today."),
  locale: localeParameter,
});

const output = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        date: z.string(),
        jurisdiction: z.enum(JURISDICTIONS),
        topics: z.array(z.enum(FEED_TOPICS)),
        title: z.string().nullable(),
        summary: z.string().nullable(),
        url: z.string().describe("The official text."),
      }),
    )
    .describe("Oldest first."),
  count: z.number().int(),
  today: z.string().describe("The day that divides what came from what comes."),
  dataAsOf: z.string().describe("The day to which the time line was checked."),
});

type Answer = z.output<typeof output>;

/** The days of Dosah's own time line: the calendar of what comes, and the archive of what came. */
export const regulatoryFeedCalendar = defineCapability({
  name: "regulatory_feed_calendar",
  access: "public",
  input,
  web: { limits: [] },
  run: ({ jurisdiction, topic, when, locale }, services): Answer => {
    const today = services.today();
    const items = services.feed.milestones
      .filter(({ date }) => when === "all" || (when === "coming") === date >= today)
      .filter((milestone) => jurisdiction === undefined || milestone.jurisdiction === jurisdiction)
      .filter(({ topics }) => topic === undefined || topics.includes(topic))
      .map((milestone) => {
        const { id, date, topics, url } = milestone;
        const texts = milestoneTexts(milestone, locale, services);
        return { id, date, jurisdiction: milestone.jurisdiction, topics: [...topics], ...texts, url };
      });
    return { items, count: items.length, today, dataAsOf: services.knowledge.timeline.checkedOn };
  },
});
