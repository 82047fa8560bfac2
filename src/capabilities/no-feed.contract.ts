import type { Feed } from "./feed/feed.ts";

/** A feed that holds nothing, for tests of what needs none. */
export const noFeed: Feed = {
  entries: () => [],
  sources: () => [],
  fetchedAt: () => null,
  nextAt: () => undefined,
  refresh: async () => [],
  milestones: [],
  topicRules: { version: "test", why: new Map() },
};
