import type { FeedItem, FeedSourceRecord } from "../../core/feed-item.ts";

/** Everything that is kept of all sources. */
export interface KeptFeeds {
  readonly items: readonly FeedItem[];
  readonly sources: readonly FeedSourceRecord[];
}

/**
 * Where the feed lives between restarts; `src/store` has the one in SQLite. It may throw: then the feed goes on in
 * memory and says so.
 */
export interface FeedKeeper {
  load(): KeptFeeds;
  /** Writes the record of one source and, where given, all items that are kept of it, in one step. */
  save(record: FeedSourceRecord, items?: readonly FeedItem[]): void;
  /** Changes whenever any process saved something. */
  revision(): number;
}
