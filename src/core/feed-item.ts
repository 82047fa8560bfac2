/** Whom a regulatory item concerns, as the words stand on the wire. */
export const JURISDICTIONS = ["SK", "CZ", "EU", "OTHER"] as const;

export type Jurisdiction = (typeof JURISDICTIONS)[number];

/** The bodies of rules that the feed follows, as the words stand on the wire. */
export const FEED_TOPICS = ["NIS2", "DORA", "GDPR", "AML", "AI_ACT", "CRA", "CER"] as const;

export type FeedTopic = (typeof FEED_TOPICS)[number];

/** One item as one source sent it. Title, summary and labels are copied text: they leave under `untrusted` only. */
export interface FeedItem {
  /** Stable: made of the address, so that two sources that name the same page have the same id. */
  readonly id: string;
  /** What the source itself calls the item, so that a moved item stays the same one. */
  readonly key: string;
  /** Id of the source in `knowledge/feeds.yaml`. */
  readonly sourceId: string;
  readonly jurisdiction: Jurisdiction;
  /** Plain http(s) address of the text. */
  readonly url: string;
  /** Plain text, no markup; never empty. */
  readonly title: string;
  /** Plain text, no markup; may be empty. */
  readonly summary: string;
  readonly labels: readonly string[];
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  /** True when the source gave no usable day, or one in the future: then the item counts from when we saw it first. */
  readonly isDateEstimated: boolean;
}

/** What is kept of one source between two questions. Instants in milliseconds since 1970. */
export interface FeedSourceRecord {
  readonly sourceId: string;
  /** The address that answered last; validators belong to it. */
  readonly url: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly askedAt: number | null;
  /** The last time the source gave a readable feed, changed or not. */
  readonly answeredAt: number | null;
  readonly failedAt: number | null;
  /** Why, in our own closed set of words. */
  readonly failure: string | null;
  readonly failuresInARow: number;
  /** When it is worth asking again. */
  readonly nextAt: number;
  /** Characters that were mended so that the last feed could be read. */
  readonly repaired?: number | undefined;
}
