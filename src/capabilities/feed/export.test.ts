import fc from "fast-check";
import { expect, test } from "vitest";
import { itemsOf } from "../../sources/feeds/sample.fixture.ts";
import { renderIcs } from "./export-ics.ts";
import { renderJsonFeed } from "./export-json.ts";
import { renderRss } from "./export-rss.ts";
import type { FeedItemAnswer } from "./feed-items.ts";

const head = {
  title: "Novinky <Dosah>",
  description: "Čo je nové & prečo",
  locale: "sk",
  pageUrl: "https://dosah.example/sk/regulatory-feed",
  selfUrl: "https://dosah.example/feed.rss?topic=NIS2&a=1",
};

const EVIL = `</title><script>alert("1")</script>]]> & 'x' \u0000\u202e`;

function copied(
  more: Partial<FeedItemAnswer["untrusted"]> = {},
  url = "https://urad.example/1?a=1&b=2",
): FeedItemAnswer {
  return {
    id: "abc",
    publishedAt: "2026-11-20T10:00:00.000Z",
    dateEstimated: false,
    jurisdiction: "SK",
    topics: ["NIS2"],
    topicReasons: [],
    source: { id: "urad", name: "Úrad & spol." },
    alsoFrom: [],
    url,
    language: "sk",
    own: false,
    title: null,
    summary: null,
    untrusted: { title: "Titulok", summary: "Text", labels: [], ...more },
  };
}

const own: FeedItemAnswer = {
  ...copied(),
  id: "dosah-timeline:a",
  own: true,
  title: "Náš titulok",
  summary: "Náš text",
  untrusted: { title: "", summary: "", labels: [] },
};

test("RSS is a feed that our own reader reads back", async () => {
  const rss = renderRss(head, [copied(), own]);
  expect(await itemsOf(rss)).toMatchObject([
    {
      key: "abc",
      title: "Titulok",
      summary: "Text",
      url: "https://urad.example/1?a=1&b=2",
      labels: ["NIS2", "SK"],
      publishedAt: Date.parse("2026-11-20T10:00:00Z"),
    },
    { key: "dosah-timeline:a", title: "Náš titulok", summary: "Náš text" },
  ]);
  expect(rss).toContain("<title>Novinky &lt;Dosah&gt;</title>");
  expect(rss).toContain("<pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate>");
});

test("foreign text is escaped in RSS, once for XML and in the description once more for HTML", () => {
  const rss = renderRss(head, [copied({ title: EVIL, summary: EVIL })]);
  expect(rss).not.toContain("<script");
  expect(rss).not.toContain("\u0000");
  expect(rss).toContain("<title>&lt;/title&gt;&lt;script&gt;");
  expect(rss).toContain("<description>&amp;lt;/title&amp;gt;&amp;lt;script");
});

test("JSON Feed gives plain text, which no reader takes for HTML", async () => {
  const json = renderJsonFeed(head, [copied({ title: EVIL, summary: "" }), own]);
  const parsed: unknown = JSON.parse(json);
  expect(parsed).toMatchObject({
    version: "https://jsonfeed.org/version/1.1",
    feed_url: head.selfUrl,
    items: [
      { id: "abc", title: EVIL, content_text: EVIL, authors: [{ name: "Úrad & spol." }] },
      { title: "Náš titulok" },
    ],
  });
  expect(json).not.toContain("content_html");
  expect(await itemsOf(json)).toHaveLength(2);
});

test("an item whose own text was withheld is left out of every export", () => {
  const withheld = { ...own, title: null };
  expect(renderRss(head, [withheld])).not.toContain("<item>");
  expect(JSON.parse(renderJsonFeed(head, [withheld])).items).toEqual([]);
  const day = {
    id: "a",
    date: "2026-12-02",
    title: null,
    summary: null,
    url: "https://eur-lex.europa.eu/",
    topics: [],
  };
  expect(renderIcs({ title: "T", host: "h", revisedAt: "2026-11-21T12:00:00.000Z" }, [day])).not.toContain("VEVENT");
});

test("whatever a source writes, RSS stays one document with its items", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (title, summary) => {
      const rss = renderRss(head, [copied({ title: `x${title}`, summary })]);
      expect(await itemsOf(rss)).toHaveLength(1);
    }),
  );
});

const calendar = { title: "Kalendár; Dosah, s. r. o.", host: "dosah.example", revisedAt: "2026-11-21T12:00:00.000Z" };
const day = {
  id: "ai-act-x",
  date: "2026-12-31",
  title: "AI Act: zákaz, ktorý platí; odteraz",
  topics: ["AI_ACT", "NIS2"],
  summary: "Prvý riadok\nDruhý \\ riadok. ".repeat(8),
  url: "https://eur-lex.europa.eu/eli/reg/2024/1689/oj",
};

test("the calendar has whole days that make nobody busy, with texts escaped", () => {
  const ics = renderIcs(calendar, [day]);
  const unfolded = ics.replace(/\r\n /g, "");
  expect(unfolded).toContain("DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n");
  expect(unfolded).toContain("SUMMARY:AI Act: zákaz\\, ktorý platí\\; odteraz\r\n");
  expect(unfolded).toContain("DESCRIPTION:Prvý riadok\\nDruhý \\\\ riadok. ");
  expect(unfolded).toContain("UID:ai-act-x@dosah.example\r\n");
  expect(unfolded).toContain("DTSTAMP:20261121T120000Z\r\n");
  expect(unfolded).toContain("CATEGORIES:AI_ACT,NIS2\r\n");
  expect(unfolded).toContain("TRANSP:TRANSPARENT\r\n");
  expect(ics.endsWith("END:VCALENDAR\r\n")).toBe(true);
});

test("no line of the calendar is longer than 75 bytes, none breaks inside a character, and no text can add a line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const ics = renderIcs(calendar, [{ ...day, title: `x${text}\r\nEND:VEVENT`, summary: text }]);
      for (const line of ics.split("\r\n")) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line.isWellFormed()).toBe(true);
        expect(line).not.toMatch(/\p{Cc}/u);
      }
      expect(ics.match(/^END:VEVENT/gm)).toHaveLength(1);
    }),
  );
});
