import fc from "fast-check";
import { expect, test } from "vitest";
import type { FeedItem } from "../../core/feed-item.ts";
import { KEPT_PER_SOURCE, keepItems, mergeSources } from "./merge.ts";
import { idOf } from "./to-item.ts";

const DAY = 86_400_000;

function item(sourceId: string, url: string, more: Partial<FeedItem> = {}): FeedItem {
  return {
    id: idOf(url),
    key: url,
    sourceId,
    jurisdiction: "EU",
    url,
    title: `Title of ${url}`,
    summary: "",
    labels: [],
    publishedAt: 100 * DAY,
    isDateEstimated: false,
    ...more,
  };
}

test("an item keeps its id when its address and its words change", () => {
  const before = item("a", "https://a.example/1", { key: "guid-1" });
  const [after] = keepItems([before], [item("a", "https://a.example/moved", { key: "guid-1", title: "New words" })]);
  expect(after).toMatchObject({ id: before.id, url: "https://a.example/moved", title: "New words" });
});

test("an item whose key changes is still the one of that address", () => {
  const kept = keepItems(
    [item("a", "https://a.example/1", { key: "old" })],
    [item("a", "https://a.example/1", { key: "new" })],
  );
  expect(kept).toHaveLength(1);
});

test("a day that we had to estimate stays, until the source states one", () => {
  const seen = item("a", "https://a.example/1", { isDateEstimated: true, publishedAt: 50 * DAY });
  const [again] = keepItems([seen], [{ ...seen, publishedAt: 60 * DAY }]);
  expect(again?.publishedAt).toBe(50 * DAY);
  const [stated] = keepItems([seen], [{ ...seen, publishedAt: 40 * DAY, isDateEstimated: false }]);
  expect(stated).toMatchObject({ publishedAt: 40 * DAY, isDateEstimated: false });
});

test("what a feed drops is kept, newest first, up to the cap", () => {
  const old = Array.from({ length: KEPT_PER_SOURCE }, (_, at) =>
    item("a", `https://a.example/${at}`, { publishedAt: at }),
  );
  const kept = keepItems(old, [item("a", "https://a.example/new", { publishedAt: DAY })]);
  expect(kept).toHaveLength(KEPT_PER_SOURCE);
  expect(kept[0]?.url).toBe("https://a.example/new");
  expect(kept.some(({ url }) => url === "https://a.example/0")).toBe(false);
});

test("the same page from two sources is one item, and names both", () => {
  const merged = mergeSources([
    [item("first", "https://urad.example/1?utm_source=x", { publishedAt: 2 * DAY })],
    [item("second", "https://www.urad.example/1", { publishedAt: DAY })],
  ]);
  expect(merged).toHaveLength(1);
  expect(merged[0]).toMatchObject({ item: { sourceId: "second" }, alsoFrom: ["first"] });
});

const title = "Commission adopts the implementing regulation on cybersecurity";

test.each<[string, Partial<FeedItem>, number]>([
  ["the same telling title a day later is the same text", { title: title.toUpperCase(), publishedAt: 101 * DAY }, 1],
  ["four days later it is another one", { title, publishedAt: 104 * DAY }, 2],
  ["of another jurisdiction it is another one", { title, jurisdiction: "CZ" }, 2],
  ["another title is another text", { title: `${title} again` }, 2],
])("%s", (_case, other, count) => {
  const merged = mergeSources([
    [item("a", "https://a.example/1", { title })],
    [item("b", "https://b.example/1", other)],
  ]);
  expect(merged).toHaveLength(count);
});

test("a title that says little joins nothing", () => {
  const merged = mergeSources([
    [item("a", "https://a.example/1", { title: "Press release" })],
    [item("b", "https://b.example/1", { title: "Press release" })],
  ]);
  expect(merged).toHaveLength(2);
});

test("two texts of one source stay two, even under one title", () => {
  const merged = mergeSources([
    [item("a", "https://a.example/1", { title }), item("a", "https://a.example/2", { title })],
  ]);
  expect(merged).toHaveLength(2);
});

test("an estimated day never makes a source the first", () => {
  const merged = mergeSources([
    [item("a", "https://x.example/1", { publishedAt: DAY, isDateEstimated: true })],
    [item("b", "https://x.example/1", { publishedAt: 5 * DAY })],
  ]);
  expect(merged[0]?.item.sourceId).toBe("b");
});

test("merging loses no page, doubles none, and gives the newest first", () => {
  const items = fc.array(
    fc.record({ page: fc.integer({ min: 0, max: 6 }), at: fc.integer({ min: 0, max: 10 }), estimated: fc.boolean() }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(items, items, (one, two) => {
      const of = (source: string, all: typeof one) =>
        keepItems(
          [],
          all.map(({ page, at, estimated }) =>
            item(source, `https://x.example/${page}`, { publishedAt: at * DAY, isDateEstimated: estimated }),
          ),
        );
      const merged = mergeSources([of("a", one), of("b", two)]);
      expect(new Set(merged.map(({ item: { url } }) => url))).toEqual(
        new Set([...one, ...two].map(({ page }) => `https://x.example/${page}`)),
      );
      expect(new Set(merged.map(({ item: { id } }) => id)).size).toBe(merged.length);
      const days = merged.map(({ item: { publishedAt } }) => publishedAt);
      expect(days).toEqual(days.toSorted((a, b) => b - a));
    }),
  );
});
