import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { feedDependsOn } from "./feed-answer.ts";
import { milestoneTexts } from "./feed-items.ts";
import { feedParameters } from "./regulatory-feed.ts";

const input = z.strictObject({
  ...feedParameters,
  when: z.enum(["coming", "past", "all"]).default("coming").describe("coming: from today on; past: before today."),
  locale: localeParameter,
});

/** The days of Dosah's own time line: the calendar of what comes, and the archive of what came. */
export const regulatoryFeedCalendar = defineCapability({
  name: "regulatory_feed_calendar",
  access: "public",
  dependsOn: feedDependsOn,
  keepsNoAnswers: true,
  input,
  run: ({ jurisdiction, topic, when, locale }, services) => {
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
