import type { FeedItemAnswer } from "./feed-items.ts";

/** A feed as a whole, in our own words and in the reader's language. */
export interface FeedHead {
  readonly title: string;
  readonly description: string;
  readonly locale: string;
  /** Address of the page that shows the same items. */
  readonly pageUrl: string;
  /** Address of this very document, with its filters. */
  readonly selfUrl: string;
}

/** What every export shows of an item: our words for an own item, copied ones for the others. */
export interface ExportEntry {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly publishedAt: string;
  /** Topics and jurisdiction. */
  readonly tags: readonly string[];
  readonly source: string;
}

/**
 * What can be shown of an item of an answer; `undefined` for an own item whose text was withheld. The texts are plain
 * text, some of it foreign: each export escapes them for its own format.
 */
export function exportEntry(item: FeedItemAnswer): ExportEntry | undefined {
  const { id, url, publishedAt, topics, jurisdiction, source, own, untrusted } = item;
  const title = own ? item.title : untrusted.title;
  const summary = own ? item.summary : untrusted.summary;
  if (title === null || title === "") return undefined;
  return { id, url, title, summary: summary ?? "", publishedAt, tags: [...topics, jurisdiction], source: source.name };
}
