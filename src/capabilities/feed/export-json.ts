import { type ExportEntry, exportEntry, type FeedHead } from "./export-entry.ts";
import type { FeedItemAnswer } from "./feed-items.ts";

/**
 * Writes items as JSON Feed 1.1. Texts are given as plain text (`content_text`), so no reader takes them for HTML.
 * @returns the document, for `application/feed+json; charset=utf-8`.
 */
export function renderJsonFeed(head: FeedHead, items: readonly FeedItemAnswer[]): string {
  return renderJsonFeedEntries(
    head,
    items.flatMap((item) => exportEntry(item) ?? []),
  );
}

/** The same for entries that are no items of the regulatory feed. */
export function renderJsonFeedEntries(head: FeedHead, entries: readonly ExportEntry[]): string {
  const text = JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: head.title,
    description: head.description,
    language: head.locale,
    home_page_url: head.pageUrl,
    feed_url: head.selfUrl,
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      // The format wants content; an item without a summary has its title only.
      content_text: entry.summary === "" ? entry.title : entry.summary,
      date_published: entry.publishedAt,
      authors: [{ name: entry.source }],
      tags: entry.tags,
    })),
  });
  // Escaped, so that a program that reads the document as HTML finds no markup; for JSON the text is the same.
  return text.replaceAll("<", "\\u003c");
}
