import type { Logger } from "pino";
import type { Feed, FeedEntry, FeedSourceState } from "../capabilities/feed/feed.ts";
import { isSame } from "../core/kept.ts";
import type { FeedOfJobs } from "../jobs/feed-jobs.ts";
import type { TopicRules } from "../knowledge/feed-topics.ts";
import type { PublisherFeed } from "../knowledge/feeds.ts";
import type { Timeline } from "../knowledge/timeline.ts";
import { createConnectFetch } from "../outbound/connect-fetch.ts";
import { SourceFailure } from "../outbound/failure.ts";
import type { Fetch } from "../outbound/request-json.ts";
import { createTopicClassifier } from "../rules/feed-topics/classify-topics.ts";
import { createAggregator, type FeedEvent } from "../sources/feeds/aggregator.ts";
import type { MergedItem } from "../sources/feeds/merge.ts";
import { feedRevision, loadFeeds, saveFeed } from "../state/feed-items.ts";
import type { StateDatabase } from "../state/state-database.ts";

/** The regulatory feed, ready to be read, refreshed and closed. It is read from memory. */
export interface OpenFeed extends Feed, FeedOfJobs {
  /** Takes over what this or another instance has kept. */
  reload(): Promise<void>;
  /** Breaks off what is under way. */
  close(): void;
}

/** What opening the feed needs. */
export interface FeedOptions {
  /** Where it is kept. */
  readonly state: StateDatabase;
  readonly feeds: readonly PublisherFeed[];
  readonly topicRules: TopicRules;
  readonly timeline: Timeline;
  /** `Dosah/<version> (+<public address>)`. */
  readonly userAgent: string;
  readonly now: () => Date;
  readonly log: Logger;
  readonly fetch?: Fetch;
  readonly random?: () => number;
}

/** Joins the sources, the state and the topic rules. Asks nobody until it is refreshed. */
export function openFeed(options: FeedOptions): OpenFeed {
  const { feeds, topicRules, timeline, log, state } = options;
  const classify = createTopicClassifier(topicRules);
  const closing = new AbortController();
  const aggregator = createAggregator({
    sources: feeds.filter(({ enabled }) => enabled),
    keeper: {
      load: () => loadFeeds(state),
      save: (record, items) => state.transaction((tx) => saveFeed(tx, record, items), { isRepeatable: true }),
      revision: () => feedRevision(state),
    },
    fetch: options.fetch ?? createConnectFetch(),
    userAgent: options.userAgent,
    now: options.now,
    random: options.random ?? Math.random,
    closing: closing.signal,
    concernsUs: (title, summary) => classify(title, summary).length > 0,
    onEvent: (event) => report(log, event),
  });
  let shown: readonly MergedItem[] | undefined;
  let entries: readonly FeedEntry[] = [];
  let restsOn: readonly unknown[] = [];
  let states: readonly FeedSourceState[] = [];

  return {
    entries: () => {
      const merged = aggregator.items();
      if (merged !== shown) {
        entries = merged.map((item) => toEntry(item, classify));
        shown = merged;
      }
      return entries;
    },
    // The same list until something changes: what is made of it may be kept so long.
    sources: () => {
      const now = [aggregator.items(), ...aggregator.records()];
      if (isSame(restsOn, now)) return states;
      restsOn = now;
      const records = new Map(aggregator.records().map((record) => [record.sourceId, record]));
      const counts = aggregator.counts();
      states = feeds.map(({ id, name, jurisdiction, site, language, enabled }) => {
        const record = records.get(id);
        const { answeredAt = null, failedAt = null, failure = null, failuresInARow = 0, nextAt = null } = record ?? {};
        const { items, withoutDate } = counts.get(id) ?? { items: 0, withoutDate: 0 };
        return {
          id,
          name,
          jurisdiction,
          site,
          language,
          isEnabled: enabled,
          answeredAt,
          failedAt,
          failure,
          failuresInARow,
          nextAt,
          items,
          withoutDate,
          repaired: record?.repaired ?? 0,
        };
      });
      return states;
    },
    fetchedAt: () => {
      const answered = aggregator.records().flatMap((record) => record.answeredAt ?? []);
      return answered.length === 0 ? null : Math.max(...answered);
    },
    nextAt: aggregator.nextAt,
    refresh: aggregator.refresh,
    reload: aggregator.reload,
    due: () => new Map(aggregator.records().map(({ sourceId, nextAt }) => [sourceId, nextAt])),
    refreshSource: async (id, keep) => {
      await aggregator.refreshSource(id, (record, items) => keep(record.nextAt, (tx) => saveFeed(tx, record, items)));
    },
    milestones: timeline.milestones,
    topicRules: { version: topicRules.version, why: new Map(topicRules.rules.map(({ id, why }) => [id, why])) },
    close: () => closing.abort(new SourceFailure("closed")),
  };
}

function toEntry({ item, alsoFrom }: MergedItem, classify: ReturnType<typeof createTopicClassifier>): FeedEntry {
  const { id, publishedAt, isDateEstimated, jurisdiction, sourceId, url, title, summary, labels } = item;
  const topics = classify(title, summary);
  return {
    id,
    publishedAt,
    isDateEstimated,
    jurisdiction,
    sourceId,
    url,
    alsoFrom,
    topics,
    foreign: { title, summary, labels },
  };
}

/** What a feed sent never reaches the log: only our own words and the id of the source. */
function report(log: Logger, event: FeedEvent): void {
  if (event.kind === "source_failed")
    log.warn({ source: event.sourceId, failure: event.failure }, "a feed gave no items");
  else log.error({ err: event.cause }, "the feed could not be kept: it goes on in memory");
}
