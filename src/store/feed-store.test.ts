import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FeedItem, FeedSourceRecord } from "../core/feed-item.ts";
import { STATE_FILE } from "./answer-cache.ts";
import { openFeedStore } from "./feed-store.ts";

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "dosah-feed-"));
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

const record: FeedSourceRecord = {
  ...{ sourceId: "a", url: "https://a.example/rss", etag: '"1"', lastModified: null, askedAt: 1, answeredAt: 1 },
  ...{ failedAt: null, failure: null, failuresInARow: 0, nextAt: 2 },
};

function item(key: string, more: Partial<FeedItem> = {}): FeedItem {
  return {
    ...{
      id: `id-${key}`,
      key,
      sourceId: "a",
      jurisdiction: "SK",
      url: "https://a.example/1",
      title: "Ľalia",
      summary: "",
    },
    ...{ labels: ["x"], publishedAt: 5, isDateEstimated: false },
    ...more,
  };
}

test("what was kept is there after a restart, byte for byte", () => {
  const first = openFeedStore(dir);
  first.save(record, [item("1"), item("2")]);
  first.close();
  const second = openFeedStore(dir);
  expect(second.load()).toEqual({ items: [item("1"), item("2")], sources: [record] });
  second.close();
});

test("saving a record alone leaves the items; saving items replaces those of that source only", () => {
  const store = openFeedStore(dir);
  store.save(record, [item("1")]);
  store.save({ ...record, sourceId: "b" }, [item("9", { sourceId: "b" })]);
  store.save({ ...record, failuresInARow: 3 });
  expect(store.load().items.map(({ key }) => key)).toEqual(["1", "9"]);
  store.save(record, [item("2")]);
  expect(store.load().items.map(({ key }) => key)).toEqual(["2", "9"]);
  store.close();
});

test("every save changes the revision, also in the eyes of another process", () => {
  const one = openFeedStore(dir);
  const two = openFeedStore(dir);
  const before = two.revision();
  one.save(record, []);
  expect(two.revision()).toBe(before + 1);
  one.close();
  two.close();
});

test("a row that nobody can read is left out, the others stay", () => {
  const store = openFeedStore(dir);
  store.save(record, [item("1"), item("2")]);
  const db = new DatabaseSync(join(dir, STATE_FILE));
  db.exec("UPDATE feed_item SET body = '{' WHERE key = '1'");
  db.exec(`INSERT INTO feed_item VALUES ('a', '3', '{"url":"javascript:alert(1)"}')`);
  db.close();
  expect(store.load().items.map(({ key }) => key)).toEqual(["2"]);
  store.close();
});

test("a file that is no database is an error each time and no crash, and mending it is enough", () => {
  writeFileSync(join(dir, STATE_FILE), "this is no database, it is a text of some length".repeat(50));
  const store = openFeedStore(dir);
  expect(() => store.load()).toThrow();
  expect(() => store.save(record)).toThrow();
  rmSync(join(dir, STATE_FILE));
  store.save(record, [item("1")]);
  expect(store.load().items).toHaveLength(1);
  store.close();
});

test("a save that fails in the middle changes nothing", () => {
  const store = openFeedStore(dir);
  store.save(record, [item("1")]);
  const unwritable: FeedItem = {
    ...item("2"),
    labels: new Proxy([], {
      get: () => {
        throw new Error("no");
      },
    }),
  };
  expect(() => store.save(record, [item("3"), unwritable])).toThrow();
  expect(store.load().items.map(({ key }) => key)).toEqual(["1"]);
  store.close();
});
