import { type ExportEntry, exportEntry, type FeedHead } from "./export-entry.ts";
import type { FeedItemAnswer } from "./feed-items.ts";

/**
 * Writes items as RSS 2.0. Every text is escaped, twice where the format reads HTML (`description`), so that a copied
 * text can be neither an element of the feed nor a tag for its reader.
 * @returns the document, for `application/rss+xml; charset=utf-8`.
 */
export function renderRss(head: FeedHead, items: readonly FeedItemAnswer[]): string {
  return renderRssEntries(
    head,
    items.flatMap((item) => exportEntry(item) ?? []),
  );
}

/** The same for entries that are no items of the regulatory feed. */
export function renderRssEntries(
  { title, description, locale, pageUrl, selfUrl }: FeedHead,
  entries: readonly ExportEntry[],
): string {
  const newest = entries[0]?.publishedAt;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    "<channel>",
    element("title", title),
    element("link", pageUrl),
    `<atom:link href="${escapeXml(selfUrl)}" rel="self" type="application/rss+xml"/>`,
    element("description", description),
    element("language", locale),
    ...(newest === undefined ? [] : [element("lastBuildDate", rfc822(newest))]),
    ...entries.map((entry) =>
      [
        "<item>",
        element("title", entry.title),
        element("link", entry.url),
        `<guid isPermaLink="false">${escapeXml(entry.id)}</guid>`,
        element("pubDate", rfc822(entry.publishedAt)),
        element("dc:creator", entry.source),
        // Readers take the description for HTML: escaped once for them and once for XML.
        ...(entry.summary === "" ? [] : [element("description", escapeXml(entry.summary))]),
        ...entry.tags.map((tag) => element("category", tag)),
        "</item>",
      ].join("\n"),
    ),
    "</channel>",
    "</rss>",
    "",
  ].join("\n");
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for XML content and attributes; characters that XML does not have are left out. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (character) => ESCAPED[character] ?? character);
}

/** `Sat, 21 Nov 2026 12:00:00 GMT`, as RFC 822 and its successors want it. */
function rfc822(instant: string): string {
  return new Date(instant).toUTCString();
}
