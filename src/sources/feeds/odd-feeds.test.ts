import { describe, expect, test } from "vitest";
import { readFeed } from "./ask-source.ts";
import { keepItems, mergeSources } from "./merge.ts";
import { repairXml } from "./repair-xml.ts";
import { itemsOf, READ, rss, rssItem } from "./sample.fixture.ts";

const repairedOf = async (document: string) => (await readFeed(new TextEncoder().encode(document), null)).repaired;

describe("one bad character ends no feed:", () => {
  test.each([
    ["a lone ampersand", "Věda & výzkum NIS2", "Věda & výzkum NIS2", 1],
    ["an ampersand before a word", "R&D a NIS2", "R&D a NIS2", 1],
    ["two in a row", "A && B", "A && B", 2],
    ["a reference beside a lone one", "A &amp; B & C", "A & B & C", 1],
    ["a control character", "Nová\u0002 vyhláška\u000b NIS2", "Nová vyhláška NIS2", 2],
    ["a reference to a control character", "Nová&#2; vyhláška&#x1F; NIS2", "Nová vyhláška NIS2", 2],
    ["a reference to a tab", "Nová&#9;vyhláška", "Nová vyhláška", 0],
    ["CDATA, where an ampersand is text", "<![CDATA[Věda & výzkum]]>", "Věda & výzkum", 0],
    ["CDATA with a control character", "<![CDATA[Věda\u0001 a výzkum]]>", "Věda a výzkum", 1],
  ])("%s", async (_what, written, title, repaired) => {
    const document = rss(rssItem(written, "https://urad.example.cz/1") + rssItem("Druhá", "https://urad.example.cz/2"));
    expect((await itemsOf(document)).map((item) => item.title)).toEqual([title, "Druhá"]);
    expect(await repairedOf(document)).toBe(repaired);
  });

  test("an ampersand in an address", async () => {
    const [item] = await itemsOf(rss(rssItem("x", "https://urad.example.cz/?a=1&b=2")));
    expect(item?.url).toBe("https://urad.example.cz/?a=1&b=2");
  });

  test("what is no reference and never ends costs no more than its length", () => {
    expect(repairXml("<![CDATA[".repeat(200_000)).repaired).toBe(0);
    expect(repairXml(`&${"a".repeat(500_000)}`).repaired).toBe(1);
    expect(repairXml("&#".repeat(500_000)).repaired).toBe(500_000);
  });
});

describe("items of one source that share an address stay different where their titles differ:", () => {
  const page = "https://urad.example.cz/aktuality";
  const guid = (text: string) => `<guid isPermaLink="false">${text}</guid>`;
  test.each([
    ["by two guids", guid("1"), guid("2")],
    ["under the guid N/A", guid("N/A"), guid("N/A")],
    ["under one guid", guid("aktuality"), guid("aktuality")],
    ["without a guid", "", ""],
  ])("%s", async (_what, one, two) => {
    const fresh = await itemsOf(rss(rssItem("Prvá NIS2", page, one) + rssItem("Druhá NIS2", page, two)));
    const kept = keepItems([], fresh);
    expect(kept.map(({ title }) => title).toSorted()).toEqual(["Druhá NIS2", "Prvá NIS2"]);
    expect(new Set(kept.map(({ id }) => id)).size).toBe(2);
    // The same answer again, in the other order, adds nothing and keeps every id.
    const again = keepItems(kept, fresh.toReversed());
    expect(again.map(({ id, title }) => `${id} ${title}`).toSorted()).toEqual(
      kept.map(({ id, title }) => `${id} ${title}`).toSorted(),
    );
    const merged = mergeSources([again]);
    expect(merged).toHaveLength(2);
    expect(new Set(merged.map(({ item }) => item.id)).size).toBe(2);
  });

  test("items under the guid N/A at addresses of their own", async () => {
    const other = rssItem("Druhá", "https://urad.example.cz/2", guid("N/A"));
    const first = await itemsOf(rss(rssItem("Prvá", "https://urad.example.cz/1", guid("N/A"))));
    expect(keepItems(keepItems([], first), await itemsOf(rss(other)))).toHaveLength(2);
  });

  test("another source that brings one of the two joins that one", async () => {
    const own = keepItems([], await itemsOf(rss(rssItem("Prvá NIS2", page) + rssItem("Druhá NIS2", page))));
    const copied = keepItems(
      [],
      (await itemsOf(rss(rssItem("Druhá NIS2", page)))).map((item) => ({ ...item, sourceId: "other" })),
    );
    const merged = mergeSources([own, copied]);
    expect(merged.map(({ item, alsoFrom }) => [item.title, alsoFrom]).toSorted()).toEqual([
      ["Druhá NIS2", ["other"]],
      ["Prvá NIS2", []],
    ]);
  });
});

test.each([
  ["St, 18 lis 2026 08:00:00 +0100", "2026-11-18T07:00:00Z"],
  ["18.11.2026 08:00", "2026-11-18T08:00:00Z"],
  ["Sun, 15 Nov 2026 12:15 PM", "2026-11-15T12:15:00Z"],
])("an item of %s is dated", async (written, instant) => {
  const [item] = await itemsOf(rss(rssItem("Termín", "https://urad.example.cz/1", `<pubDate>${written}</pubDate>`)));
  expect(item).toMatchObject({ publishedAt: Date.parse(instant), isDateEstimated: false });
  expect(READ.at).toBeGreaterThan(Date.parse(instant));
});
