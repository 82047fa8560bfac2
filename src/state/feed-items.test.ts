import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FeedItem, FeedSourceRecord } from "../core/feed-item.ts";
import { feedRevision, loadFeeds, saveFeed } from "./feed-items.ts";
import { sql } from "./sql.ts";
import { createState, type State } from "./state.ts";
import { createTestDatabase, hasPostgres } from "./test-postgres.fixture.ts";

const record: FeedSourceRecord = {
  sourceId: "a",
  url: "https://a.example/rss",
  etag: '"1"',
  lastModified: null,
  askedAt: 1,
  answeredAt: 1,
  failedAt: null,
  failure: null,
  failuresInARow: 0,
  nextAt: 2,
};

function item(key: string, more: Partial<FeedItem> = {}): FeedItem {
  return {
    id: `id-${key}`,
    key,
    sourceId: "a",
    jurisdiction: "SK",
    url: "https://a.example/1",
    title: "Ľalia",
    summary: "",
    labels: ["x"],
    publishedAt: 5,
    isDateEstimated: false,
    ...more,
  };
}

function describeFeedItems(name: string, create: () => Promise<{ open(): State; remove(): Promise<void> }>): void {
  describe(name, () => {
    let database: Awaited<ReturnType<typeof create>>;
    let state: State;

    beforeEach(async () => {
      database = await create();
      state = database.open();
    });
    afterEach(async () => {
      await state.close();
      await database.remove();
    });

    const save = (to: FeedSourceRecord, items?: readonly FeedItem[]) =>
      state.transaction((tx) => saveFeed(tx, to, items), { isRepeatable: true });
    const keys = async () => (await loadFeeds(state)).items.map(({ key }) => key);

    test("what was kept is there after a restart, byte for byte", async () => {
      await save(record, [item("1"), item("2")]);
      await state.close();
      state = database.open();
      expect(await loadFeeds(state)).toEqual({ items: [item("1"), item("2")], sources: [record] });
    });

    test("saving a record alone leaves the items; saving items replaces those of that source only", async () => {
      await save(record, [item("1")]);
      await save({ ...record, sourceId: "b" }, [item("9", { sourceId: "b" })]);
      await save({ ...record, failuresInARow: 3 });
      expect(await keys()).toEqual(["1", "9"]);
      expect((await loadFeeds(state)).sources[0]).toMatchObject({ sourceId: "a", failuresInARow: 3 });
      await save(record, [item("2")]);
      expect(await keys()).toEqual(["2", "9"]);
    });

    test("every save changes the revision, also in the eyes of another process", async () => {
      const other = database.open();
      const before = await feedRevision(other);
      await save(record, []);
      expect(await feedRevision(other)).toBe(before + 1);
      await other.close();
    });

    test("a row that nobody can read is left out, the others stay", async () => {
      await save(record, [item("1"), item("2")]);
      await state.run(sql("UPDATE feed_item SET body = ? WHERE key = '1'"), "{");
      const add = sql("INSERT INTO feed_item (source, key, body) VALUES ('a', '3', ?)");
      await state.run(add, '{"url":"javascript:alert(1)"}');
      expect(await keys()).toEqual(["2"]);
    });

    test("a save that fails in the middle changes nothing", async () => {
      await save(record, [item("1")]);
      const unwritable = {
        ...item("2"),
        toJSON: () => {
          throw new Error("no");
        },
      };
      await expect(save(record, [item("3"), unwritable])).rejects.toThrow("no");
      expect(await keys()).toEqual(["1"]);
    });
  });
}

describeFeedItems("the kept feed in SQLite", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-feed-"));
  return {
    open: () => createState({ dir, now: Date.now }),
    remove: async () => rmSync(dir, { recursive: true, force: true }),
  };
});

describe.skipIf(!hasPostgres)("with a PostgreSQL server at 127.0.0.1:5432", () => {
  describeFeedItems("the kept feed in PostgreSQL", async () => {
    const database = await createTestDatabase();
    return {
      open: () => createState({ dir: "", databaseUrl: database.url, now: Date.now }),
      remove: database.drop,
    };
  });
});
