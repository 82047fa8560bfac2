import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AnswerCacheBounds, type CacheEvent, openAnswerCache, type StoredAnswers } from "./answer-cache.ts";

const HOUR = 3_600_000;

let folder: string;
let now: number;
let events: CacheEvent[];
let cache: StoredAnswers;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "answers-"));
  now = Date.UTC(2026, 10, 21, 12);
  events = [];
  cache = open();
});
afterEach(() => {
  cache.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(bounds: Partial<AnswerCacheBounds> = {}): StoredAnswers {
  return openAnswerCache({
    dir: join(folder, "data"),
    now: () => now,
    report: (event) => void events.push(event),
    bounds,
  });
}

/** Opens the same file anew, with other bounds. */
function reopen(bounds: Partial<AnswerCacheBounds> = {}): void {
  cache.close();
  cache = open(bounds);
}

test("what was put is given back with its instant, also after a restart", () => {
  cache.put("a", "Žižka", now - 5);
  expect(cache.get("a")).toEqual({ value: "Žižka", at: now - 5 });
  expect(cache.get("b")).toBeUndefined();
  reopen();
  expect(cache.get("a")).toEqual({ value: "Žižka", at: now - 5 });
});

test("a later answer replaces an earlier one", () => {
  cache.put("a", "1", now);
  cache.put("a", "2", now + 1);
  expect(cache.get("a")).toEqual({ value: "2", at: now + 1 });
});

test("what is older than asked is purged", () => {
  cache.put("old", "1", now - HOUR);
  cache.put("new", "2", now);
  cache.purge(now);
  expect([cache.get("old"), cache.get("new")?.value]).toEqual([undefined, "2"]);
});

test("what is forgotten cannot be read from the file either", () => {
  for (let n = 0; n < 100; n++) cache.put(`old ${n}`, "Jedinečná", now - HOUR);
  const holdsName = () => readFileSync(join(folder, "data", "cache.db")).includes("Jedinečná");
  cache.close();
  expect(holdsName()).toBe(true);
  cache = open();
  cache.purge(now);
  cache.close();
  expect(holdsName()).toBe(false);
});

test("the number of answers is bounded, and those not used for longest go first", () => {
  reopen({ rows: 20 });
  for (let at = 0; at < 20; at++) {
    now += 1;
    cache.put(`k${at}`, "x", now);
  }
  now += 2 * HOUR;
  cache.get("k0");
  for (let at = 20; at < 200; at++) {
    now += 1;
    cache.put(`k${at}`, "x", now);
    if (at === 25) expect([cache.get("k0")?.value, cache.get("k1")]).toEqual(["x", undefined]);
  }
  expect(count()).toBeLessThanOrEqual(20);
  expect(cache.get("k199")).toBeDefined();
});

test("so are their bytes, and a value that is too large is not kept at all", () => {
  reopen({ bytes: 10_000, valueBytes: 2_000 });
  for (let at = 0; at < 100; at++) {
    now += 1;
    cache.put(`k${at}`, "é".repeat(500), now);
  }
  expect(count()).toBeLessThanOrEqual(9);
  expect(count()).toBeGreaterThan(5);
  cache.put("large", "x".repeat(2_001), now);
  expect(cache.get("large")).toBeUndefined();
  expect(events).toEqual([]);
});

test("a replaced answer counts once", () => {
  reopen({ rows: 5 });
  for (let at = 0; at < 50; at++) cache.put("same", String(at), now);
  for (let at = 0; at < 4; at++) cache.put(`k${at}`, "x", now + 1);
  expect(count()).toBe(5);
});

test("a file that is no database is put aside and begun anew, which is said until the next start", () => {
  cache.close();
  const file = join(folder, "data", "cache.db");
  const content = "this is no database, and it is long enough to be seen as none".repeat(20);
  mkdirSync(join(folder, "data"));
  writeFileSync(file, content);
  cache = open();
  expect(cache.get("a")).toBeUndefined();
  expect([cache.isBegunAnew, cache.isFailing]).toEqual([true, false]);
  cache.put("a", "1", now);
  expect(cache.get("a")?.value).toBe("1");
  expect(readFileSync(`${file}.damaged`, "utf8")).toBe(content);
  expect(events).toMatchObject([{ kind: "begun_anew", cause: expect.any(Error) }]);
  reopen();
  expect([cache.get("a")?.value, cache.isBegunAnew]).toEqual(["1", false]);
});

test("a file that is damaged while it serves is put aside, and no answer is read from the damaged parts", () => {
  for (let n = 0; n < 200; n++) cache.put(`k${n}`, "x".repeat(200), now);
  cache.close();
  const file = join(folder, "data", "cache.db");
  // The pages behind the first, which holds the layout of the tables.
  writeFileSync(file, readFileSync(file).fill(0xa5, 4_096));
  cache = open();
  for (let n = 0; n < 200; n++) expect(cache.get(`k${n}`)).toBeUndefined();
  expect(cache.isBegunAnew).toBe(true);
  cache.put("a", "1", now);
  expect(cache.get("a")?.value).toBe("1");
  expect(events.map(({ kind }) => kind)).toEqual(["begun_anew"]);
});

test("a damaged file that cannot be moved means no cache, and is reported once", () => {
  cache.close();
  const file = join(folder, "data", "cache.db");
  // A folder with something in it, where the damaged file should go.
  mkdirSync(join(`${file}.damaged`, "full"), { recursive: true });
  writeFileSync(file, "no database ".repeat(1_000));
  cache = open();
  cache.put("a", "1", now);
  now += 10_000;
  expect(cache.get("a")).toBeUndefined();
  expect([cache.isBegunAnew, cache.isFailing]).toEqual([false, true]);
  expect(events.map(({ kind }) => kind)).toEqual(["began"]);
});

test("a folder that cannot be made means no cache, and it is whole again once it can", () => {
  cache.close();
  rmSync(join(folder, "data"), { recursive: true, force: true });
  writeFileSync(join(folder, "data"), "a file where the folder should be");
  cache = open();
  cache.put("a", "1", now);
  expect(cache.isFailing).toBe(true);
  rmSync(join(folder, "data"));
  cache.put("a", "2", now);
  expect(cache.isFailing).toBe(true);
  now += 5_000;
  cache.put("a", "3", now);
  expect(cache.get("a")?.value).toBe("3");
  expect(events.map(({ kind }) => kind)).toEqual(["began", "ended"]);
});

test("a database that another process holds locked means no cache for that moment", () => {
  cache.put("a", "1", now);
  const other = new DatabaseSync(join(folder, "data", "cache.db"));
  other.exec("BEGIN IMMEDIATE");
  cache.put("b", "2", now);
  expect(cache.isFailing).toBe(true);
  other.exec("COMMIT");
  other.close();
  now += 5_000;
  cache.put("b", "2", now);
  expect(cache.get("b")?.value).toBe("2");
  expect(cache.get("a")?.value).toBe("1");
});

test("a full disk means that answers are no longer kept; those that are there still serve", () => {
  cache.put("a", "1", now);
  // How full the disk is cannot be set for a test: a trigger gives the error of one that is.
  const other = new DatabaseSync(join(folder, "data", "cache.db"));
  other.exec("CREATE TRIGGER full BEFORE INSERT ON answer BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END");
  other.close();
  cache.put("b", "2", now);
  expect(cache.isFailing).toBe(true);
  now += 5_000;
  expect(cache.get("a")?.value).toBe("1");
  expect(cache.get("b")).toBeUndefined();
});

test("a closed cache holds nothing and does not fail", () => {
  cache.close();
  cache.put("a", "1", now);
  expect(cache.get("a")).toBeUndefined();
  expect(events).toEqual([]);
});

test("what is written is on the disk when the call is over", () => {
  const db = new DatabaseSync(join(folder, "data", "cache.db"), { open: false });
  cache.put("a", "1", now);
  db.open();
  expect(db.prepare("SELECT value FROM answer").get()).toEqual({ value: "1" });
  expect(db.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  db.close();
});

function count(): number {
  const db = new DatabaseSync(join(folder, "data", "cache.db"), { readOnly: true });
  const row = db.prepare("SELECT count(*) AS n FROM answer").get();
  db.close();
  return Number(row?.n);
}
