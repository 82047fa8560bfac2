import assert from "node:assert/strict";
import fc from "fast-check";
import { JURISDICTIONS } from "../../../src/core/feed-item.ts";
import { readFeed } from "../../../src/sources/feeds/ask-source.ts";
import { FeedUnreadable } from "../../../src/sources/feeds/failure.ts";
import { toItem } from "../../../src/sources/feeds/to-item.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { checkForeignText, promisedLater } from "../oracles.ts";

const AT = Date.UTC(2026, 10, 21, 10);

const item = fc
  .array(
    fc.tuple(
      fc.constantFrom("title", "link", "guid", "description", "pubDate", "category", "dc:date", "content:encoded"),
      fc.oneof(
        fc.constantFrom(
          "https://a.test/1",
          "javascript:alert(1)",
          "&lt;script&gt;x&lt;/script&gt;",
          "Sat, 21 Nov 2026",
        ),
        fc.string({ maxLength: 20 }),
      ),
    ),
    { maxLength: 6 },
  )
  .map((fields) => fields.map(([name, text]) => `<${name}>${text}</${name}>`).join(""));

/** Feeds of every form: RSS, RDF, Atom, JSON Feed and the aggregated form, with any media type. */
export const fuzzer: Fuzzer = {
  recorded: ["src/sources/feeds/recorded"],
  isRecorded: (name) => name !== "README.md",
  words: [
    "<item>",
    "</item>",
    "<entry>",
    "<![CDATA[",
    "&#x202e;",
    "&amp;amp;lt;script",
    "<!DOCTYPE rss>",
    "https://",
    "xml:base",
  ],
  arbitrary: fc
    .array(item, { maxLength: 5 })
    .map((all) => `<rss><channel>${all.map((one) => `<item>${one}</item>`).join("")}</channel></rss>`),
  async check(input) {
    for (const contentType of [null, "text/html; charset=windows-1250"]) {
      const feed = await promisedLater(FeedUnreadable, () => readFeed(input, contentType));
      for (const raw of feed?.items ?? []) checkItem(raw);
    }
  },
};

function checkItem(raw: Parameters<typeof toItem>[0]): void {
  const made = toItem(raw, { sourceId: "test", jurisdiction: "EU", url: "https://feed.test/rss", at: AT });
  if (made === undefined) return;
  assert.match(made.url, /^https?:\/\/[^/@]+\//);
  assert.notEqual(made.title, "");
  assert.ok(JURISDICTIONS.includes(made.jurisdiction));
  assert.ok(made.publishedAt <= AT, "an item from the future");
  assert.ok(made.labels.length <= 12 && made.key.length <= 500);
  for (const [text, longest] of [
    [made.title, 300],
    [made.summary, 700],
    ...made.labels.map((label) => [label, 80] as const),
  ] as const) {
    checkForeignText(text === "" ? null : text, longest);
    assert.doesNotMatch(text, /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u, "marks that turn the writing stay");
  }
}
