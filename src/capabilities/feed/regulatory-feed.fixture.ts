import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { dayOf } from "../../core/day.ts";
import { loadTopicRules } from "../../knowledge/feed-topics.ts";
import { loadFeeds, type PublisherFeed } from "../../knowledge/feeds.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { loadTimeline } from "../../knowledge/timeline.ts";
import type { Fetch } from "../../outbound/request-json.ts";
import { confirmText } from "../../rules/citations/check.ts";
import { createState } from "../../state/state.ts";
import { type OpenFeed, openFeed } from "../../wiring/open-feed.ts";
import { bareServices } from "../bare-services.fixture.ts";
import type { Services } from "../contexts.ts";

const topicRules = loadTopicRules(knowledge.dir);
const timeline = loadTimeline(knowledge.dir, knowledge.acts);

/** Services with a real feed over a fake network; nothing else is in them. */
export interface FeedFixture {
  readonly feed: OpenFeed;
  readonly services: Services;
  close(): void;
}

/** A network in which no host answers. */
export const offline: Fetch = async () => {
  throw Object.assign(new Error("no such host"), { code: "ENOTFOUND" });
};

/**
 * Opens a feed in a folder of its own.
 * @param options.now the clock; default: 21 November 2026, noon.
 */
export function openFeedFixture(
  options: { fetch?: Fetch; feeds?: readonly PublisherFeed[]; now?: () => Date; dir?: string } = {},
): FeedFixture {
  const { fetch = offline, feeds = loadFeeds(knowledge.dir), now = () => new Date("2026-11-21T12:00:00Z") } = options;
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), "dosah-feed-"));
  const state = createState({ dir, now: () => now().getTime() });
  const feed = openFeed({
    state,
    feeds,
    topicRules,
    timeline,
    now,
    fetch,
    userAgent: "Dosah/test",
    random: () => 0.5,
    log: pino({ level: "silent" }),
  });
  return {
    feed,
    services: {
      knowledge,
      feed,
      baseUrl: "https://dosah.example",
      today: () => dayOf(now()),
      now,
      confirm: (text) => confirmText(text, knowledge.acts),
      registers: noRegisters,
      scans: bareServices(knowledge).scans,
      trust: bareServices(knowledge).trust,
      pdf: bareServices(knowledge).pdf,
    },
    close: () => {
      feed.close();
      void state.close();
      if (options.dir === undefined) rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The feed uses no register: to look at one is a failure of the test. */
const noRegisters = new Proxy({} as Services["registers"], {
  get: () => {
    throw new Error("the feed uses no register");
  },
});

/** A feed of the list in a test. */
export function publisher(id: string, more: Partial<PublisherFeed> = {}): PublisherFeed {
  return {
    id,
    name: { sk: id, cs: id, en: id },
    jurisdiction: "SK",
    urls: [`https://${id}.example/rss`],
    site: `https://${id}.example`,
    language: "sk",
    enabled: true,
    everyMinutes: 60,
    onlyWithTopic: false,
    redirectHosts: [],
    confidence: "high",
    ...more,
  };
}
