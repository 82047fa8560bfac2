import type { FeedItem, FeedSourceRecord } from "../../core/feed-item.ts";

/** Everything that is kept of all sources. */
export interface KeptFeeds {
  readonly items: readonly FeedItem[];
  readonly sources: readonly FeedSourceRecord[];
}

/**
 * Where the feed lives between restarts; `src/state` has the one in the state database. It may throw: then the feed
 * goes on in memory and says so.
 */
export interface FeedKeeper {
  load(): Promise<KeptFeeds>;
  /** Writes the record of one source and, where given, all items that are kept of it, in one step. */
  save: SaveFeed;
  /** Changes whenever any process saved something. */
  revision(): Promise<number>;
}

/** Keeps what asking one source brought. */
export type SaveFeed = (record: FeedSourceRecord, items?: readonly FeedItem[]) => Promise<void>;
