import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sql } from "./sql.ts";
import { openSqliteDatabase } from "./sqlite-database.ts";
import { describeState } from "./state.contract.ts";
import { createState, STATE_FILE, type StateHealth } from "./state.ts";

describeState("the state in SQLite", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dosah-state-"));
  return {
    open: (migrations) => createState({ dir: folder, now: Date.now, migrations }),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
});

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "dosah-state-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const READ = sql("SELECT revision FROM feed_revision");
const WRITE = sql("UPDATE feed_revision SET revision = revision + 1");

function open(onHealth?: (health: StateHealth) => void) {
  return createState({ dir, now: Date.now, ...(onHealth === undefined ? {} : { onHealth }) });
}

test("what is acknowledged is on the disk: WAL and FULL, foreign keys on, deleted rows overwritten", async () => {
  const state = open();
  await state.open();
  const db = new DatabaseSync(join(dir, STATE_FILE));
  expect(db.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  db.close();
  for (const [pragma, value] of [
    ["synchronous", 2],
    ["foreign_keys", 1],
    ["secure_delete", 1],
  ] as const) {
    const found = await state.transaction((tx) => tx.get(sql(`PRAGMA ${pragma}`)));
    expect(Object.values(found ?? {}), pragma).toEqual([value]);
  }
  await state.close();
});

test("a new file, its log and its index are for the user of the service alone", async () => {
  const state = open();
  await state.open();
  for (const end of ["", "-wal", "-shm"]) expect(statSync(join(dir, `${STATE_FILE}${end}`)).mode & 0o777).toBe(0o600);
  await state.close();
});

test("a write waits for another process without holding up reads, and is busy after its time", async () => {
  const first = open();
  await first.open();
  await first.close();
  const driver = await openSqliteDatabase({ file: join(dir, STATE_FILE), now: Date.now, busyMs: 300 });
  const holder = new DatabaseSync(join(dir, STATE_FILE));
  holder.exec("BEGIN IMMEDIATE");
  const refused = expect(driver.run(WRITE)).rejects.toMatchObject({ kind: "busy" });
  expect(await driver.get(READ)).toEqual({ revision: 0 });
  await refused;
  const waiting = driver.run(WRITE);
  setTimeout(() => holder.exec("ROLLBACK"), 50);
  expect(await waiting).toBe(1);
  holder.close();
  await driver.close();
});

test("a damaged file is never begun anew: the state says so, and a good file is used without a restart", async () => {
  const changes: StateHealth[] = [];
  const text = "this is no database, it is a text of some length".repeat(50);
  writeFileSync(join(dir, STATE_FILE), text);
  const state = open((health) => changes.push(health));
  await expect(state.open()).rejects.toMatchObject({ kind: "down", trouble: "damaged" });
  await expect(state.get(READ)).rejects.toMatchObject({ kind: "down" });
  expect(state.health()).toBe("damaged");
  rmSync(join(dir, STATE_FILE));
  await state.open();
  expect(await state.get(READ)).toEqual({ revision: 0 });
  expect(changes).toEqual(["damaged", "ok"]);
  await state.close();
});

test("a full disk stops writes, reads go on, and nothing is half written", async () => {
  const state = open();
  await state.open();
  const db = new DatabaseSync(join(dir, STATE_FILE));
  const { page_count } = db.prepare("PRAGMA page_count").get() as { page_count: number };
  db.close();
  // How full the disk is cannot be set for a test: the file is not allowed to grow.
  await state.transaction((tx) => tx.get(sql(`PRAGMA max_page_count = ${page_count}`)));
  const add = sql("INSERT INTO feed_item (source, key, body) VALUES (?, ?, ?)");
  const writing = state.transaction(async (tx) => {
    for (let n = 0; n < 50; n++) await tx.run(add, "a", String(n), "x".repeat(4_000));
  });
  await expect(writing).rejects.toMatchObject({ kind: "full" });
  expect(state.health()).toBe("full");
  expect(await state.all(sql("SELECT key FROM feed_item"))).toEqual([]);
  await state.close();
});

test("the feed of the layout before migrations is carried over, and the answers beside it are dropped", async () => {
  const db = new DatabaseSync(join(dir, STATE_FILE));
  db.exec(`
    CREATE TABLE answer (
      key TEXT PRIMARY KEY, value TEXT NOT NULL, at INTEGER NOT NULL, used INTEGER NOT NULL, bytes INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE feed_item (
      source TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (source, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE feed_source (source TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE feed_revision (one INTEGER PRIMARY KEY CHECK (one = 1), revision INTEGER NOT NULL) STRICT;
    INSERT INTO feed_revision VALUES (1, 7);
    INSERT INTO feed_item VALUES ('a', '1', '{}');
    INSERT INTO answer VALUES ('k', 'v', 1, 1, 2)`);
  db.close();
  const state = open();
  await state.open();
  expect(await state.get(READ)).toEqual({ revision: 7 });
  expect(await state.all(sql("SELECT source, key, body FROM feed_item"))).toEqual([
    { source: "a", key: "1", body: "{}" },
  ]);
  await expect(state.all(sql("SELECT key FROM answer"))).rejects.toMatchObject({ kind: "other" });
  await state.close();
});
