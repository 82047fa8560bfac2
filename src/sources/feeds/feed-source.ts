import type { Jurisdiction } from "../../core/feed-item.ts";

/** One feed as the list of feeds describes it (`knowledge/feeds.yaml`, or the operator's own). */
export interface FeedSource {
  readonly id: string;
  readonly jurisdiction: Jurisdiction;
  /** Addresses of the same feed, the likeliest first: some are known in two spellings. */
  readonly urls: readonly string[];
  /** Hosts, besides the feed's own, to which the publisher may redirect. */
  readonly redirectHosts: readonly string[];
  readonly everyMinutes: number;
  /** True for feeds of everything, of which only what concerns our topics is kept. */
  readonly onlyWithTopic: boolean;
}
