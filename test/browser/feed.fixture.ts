import type { Feed, FeedEntry, FeedSourceState } from "../../src/capabilities/feed/feed.ts";
import type { Knowledge } from "../../src/knowledge/knowledge.ts";
import { createTopicClassifier } from "../../src/rules/feed-topics/classify-topics.ts";

/** A hostile title: markup, an entity, a change of writing direction, a character without width. */
export const HOSTILE_TITLE =
  "</a><script>alert(1)</script><img src=x onerror=alert(2)> NIS2 &amp; \u202Egnp.exe\u202C \u200Bskryté";

const HOUR = 3_600_000;
const NOON = Date.parse("2026-11-21T12:00:00Z");

const source = (id: string, more: Partial<FeedSourceState> = {}): FeedSourceState => ({
  id,
  name: { sk: id, cs: id, en: id },
  jurisdiction: "EU",
  site: `https://${id}.example/`,
  language: "en",
  isEnabled: true,
  answeredAt: NOON - HOUR,
  failedAt: null,
  failure: null,
  failuresInARow: 0,
  nextAt: NOON + HOUR,
  items: 3,
  withoutDate: 0,
  repaired: 0,
  ...more,
});

/** One source in every state. */
const sources: readonly FeedSourceState[] = [
  source("nukib", { name: { sk: "NÚKIB", cs: "NÚKIB", en: "NÚKIB" }, jurisdiction: "CZ", language: "cs", items: 12 }),
  source("enisa", { name: { sk: "ENISA", cs: "ENISA", en: "ENISA" } }),
  source("dead", {
    name: { sk: "Mlčiaci úrad", cs: "Mlčící úřad", en: "Silent authority" },
    jurisdiction: "SK",
    failedAt: NOON,
    failure: "not_well_formed",
    failuresInARow: 3,
    items: 0,
  }),
  source("fresh", { answeredAt: null, nextAt: 0, items: 0 }),
  source("off", { isEnabled: false, answeredAt: null, nextAt: 0, items: 0 }),
];

interface RecordedItem {
  readonly sourceId: string;
  readonly title: string;
  readonly summary?: string;
  readonly hoursAgo: number;
  readonly more?: Partial<FeedEntry>;
}

const items: readonly RecordedItem[] = [
  { sourceId: "enisa", title: HOSTILE_TITLE, summary: `<b>x</b> ${HOSTILE_TITLE}`, hoursAgo: 2 },
  { sourceId: "enisa", title: "Guidelines on the AI Act and the GDPR", hoursAgo: 30, more: { alsoFrom: ["nukib"] } },
  { sourceId: "enisa", title: "No web address", hoursAgo: 40, more: { url: "javascript:alert(3)" } },
  { sourceId: "enisa", title: "\u200B", summary: "\u202E", hoursAgo: 41, more: { isDateEstimated: true } },
  ...Array.from({ length: 12 }, (_, at) => ({
    sourceId: "nukib",
    title: `Zákon o kybernetické bezpečnosti, ${at + 1}. část`,
    summary: "Shrnutí.",
    hoursAgo: 50 + at * 20,
  })),
];

/** A feed that was read an hour ago: copied items beside the time line, and a source in every state. */
export function feedOver({ feedTopics, timeline }: Knowledge): Feed {
  const classify = createTopicClassifier(feedTopics);
  const entries = items.map(
    ({ sourceId, title, summary = "", hoursAgo, more }, at): FeedEntry => ({
      id: `item-${at}`,
      publishedAt: NOON - hoursAgo * HOUR,
      isDateEstimated: false,
      sourceId,
      alsoFrom: [],
      jurisdiction: sources.find(({ id }) => id === sourceId)?.jurisdiction ?? "OTHER",
      topics: classify(title, summary),
      url: `https://${sourceId}.example/${at}?a=1&b=2`,
      foreign: { title, summary, labels: [HOSTILE_TITLE] },
      ...more,
    }),
  );
  return {
    entries: () => entries,
    sources: () => sources,
    fetchedAt: () => NOON - HOUR,
    nextAt: () => NOON + HOUR,
    refresh: async () => [],
    milestones: timeline.milestones,
    topicRules: { version: feedTopics.version, why: new Map(feedTopics.rules.map(({ id, why }) => [id, why])) },
  };
}
