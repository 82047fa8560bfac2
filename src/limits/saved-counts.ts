import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDamagedFile, putDatabaseAside } from "../files/damaged-file.ts";
import type { LimiterEvent } from "./limiter.ts";
import { DAY_MS, type LimitPlan, quotaOf } from "./plan.ts";
import { NONE } from "./slot-lists.ts";
import type { WindowTable } from "./window-table.ts";

/** Counts are written together this often; a process that is killed loses at most what came since. */
const BATCH_MS = 250;
/** A batch is over in some milliseconds, because nothing else runs meanwhile; what is left waits for the next. */
const BATCH_ROWS = 5_000;
/** A database that fails is tried again this often. */
const RETRY_MS = 5_000;
/** A second process on the same file (a restart that overlaps) may hold its lock for as long as a batch takes. */
const LOCK_WAIT_MS = 50;

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS day_counts (
    name TEXT NOT NULL, key TEXT NOT NULL, opened INTEGER NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (name, key)
  ) STRICT, WITHOUT ROWID`;

// A process that is about to end must not overwrite what its successor counted in the same window or a later one.
const SAVE = `
  INSERT INTO day_counts (name, key, opened, used) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET opened = excluded.opened, used = excluded.used
  WHERE excluded.opened > opened OR (excluded.opened = opened AND excluded.used > used)`;

/** How many times the numbers of a rule hold for a key; 1 unless it is an exempt network. */
export type FactorOf = (key: string) => number;

/** Keeps the day windows of a memory limiter in a small database of its own. */
export interface SavedCounts {
  /** True while the last attempt to read or write failed; counting goes on in memory. */
  readonly isFailing: boolean;
  /** True when the file was found damaged since the start: it was put aside, and counts are saved in a new one. */
  readonly isBegunAnew: boolean;
  /** Windows whose change waits to be written. */
  readonly pending: number;
  /** Called with every day window that changed. */
  readonly onChange: (id: number, key: string) => void;
  /** Fills the table from the file, at most `capacity` windows, and writes its changes from then on. */
  attach(table: WindowTable, plan: LimitPlan, factorOf: FactorOf, capacity: number, now: () => number): void;
  /** Writes what is left and closes the file. */
  close(): void;
}

/**
 * Saves day counts in the SQLite file, in batches. A file that cannot be read or written (full disk, wrong rights,
 * lock) stops nothing: it is reported once and tried again, and all changes since are written then. A damaged file, or
 * one that is no database, is put aside and begun anew.
 * @param file path of the database; its folder is made when it is missing.
 */
export function createSavedCounts(file: string, report: (event: LimiterEvent) => void): SavedCounts {
  let database: DatabaseSync | undefined;
  let attached:
    | { table: WindowTable; plan: LimitPlan; factorOf: FactorOf; capacity: number; now: () => number }
    | undefined;
  let isLoaded = false;
  let isLoading = false;
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;
  let isBegunAnew = false;
  /** Keys that changed since the last write, by window; their counts are read when they are written. */
  const changed = new Map<number, Set<string>>();
  let changes = 0;

  function schedule(delay: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      attempt();
    }, delay).unref();
  }

  function onChange(id: number, key: string): void {
    // What is being read from the file need not be written to it.
    if (attached === undefined || isLoading) return;
    schedule(BATCH_MS);
    const keys = changed.get(id) ?? new Set();
    changed.set(id, keys);
    const before = keys.size;
    keys.add(key);
    changes += keys.size - before;
    if (changes > attached.capacity * 2) forgetGone(attached.table);
  }

  /** Bounds the list while the file fails: rows of windows that are gone stay in it until they are a day old. */
  function forgetGone(table: WindowTable): void {
    for (const [id, keys] of changed) for (const key of keys) if (table.peek(id, key) === undefined) keys.delete(key);
    changes = changed.values().reduce((sum, keys) => sum + keys.size, 0);
  }

  function open(): DatabaseSync {
    if (database === undefined) {
      mkdirSync(dirname(file), { recursive: true });
      const opened = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
      // Kept before the schema is tried, so that a failure closes it.
      database = opened;
      opened.exec(SCHEMA);
    }
    return database;
  }

  /** Reads what was saved, if that is still to be done, and writes what changed. Failures are tried again later. */
  function attempt(): void {
    try {
      const opened = open();
      if (!isLoaded) {
        isLoading = true;
        load(opened);
      }
      opened.exec("BEGIN IMMEDIATE");
      const written = write(opened);
      opened.exec("COMMIT");
      forgetWritten(written);
      if (isFailing) report({ kind: "ended", trouble: "not_saved" });
      isFailing = false;
      if (changes > 0) schedule(BATCH_MS);
    } catch (cause) {
      isLoading = false;
      // Closing rolls back, and a fresh handle is what recovers from most causes.
      discard();
      if (isDamagedFile(cause) && beginAnew(cause)) return;
      if (!isFailing) report({ kind: "began", trouble: "not_saved", cause });
      isFailing = true;
      schedule(RETRY_MS);
    }
  }

  /** Puts the damaged file aside and tries with a new one soon; false when it cannot be moved. */
  function beginAnew(damage: unknown): boolean {
    try {
      putDatabaseAside(file);
    } catch {
      return false;
    }
    report({ kind: "began", trouble: "begun_anew", cause: damage });
    isBegunAnew = true;
    schedule(BATCH_MS);
    return true;
  }

  function discard(): void {
    try {
      database?.close();
    } catch {
      // A handle that cannot be closed is not used again either.
    }
    database = undefined;
  }

  function load(opened: DatabaseSync): void {
    if (attached === undefined) return;
    const { table, plan, factorOf, capacity, now } = attached;
    const start = now();
    opened.prepare("DELETE FROM day_counts WHERE opened <= ?").run(start - DAY_MS);
    const windows = new Map(plan.windows.filter((each) => each.windowMs === DAY_MS).map((each) => [each.name, each]));
    const most = "SELECT * FROM day_counts ORDER BY used DESC LIMIT ?";
    const rows = opened.prepare(`SELECT name, key, opened, used FROM (${most}) ORDER BY opened`).all(capacity);
    for (const row of rows) {
      const window = windows.get(String(row.name));
      if (window === undefined) continue;
      const key = String(row.key);
      const used = Number(row.used);
      const slot = table.find(window.id, key, start);
      // Where the file could not be read at first, both counts belong to the same caller: they add up.
      if (slot !== NONE) table.count(slot, table.used(slot) + used);
      else {
        const count = { opened: Math.min(Number(row.opened), start), used };
        table.open(window.id, key, count, quotaOf(window, factorOf(key)), window.shared, start);
      }
    }
    isLoaded = true;
    isLoading = false;
  }

  /** Writes as many changes as a batch may have; returns which, by window. */
  function write(opened: DatabaseSync): ReadonlyMap<number, readonly string[]> {
    const written = new Map<number, string[]>();
    if (attached === undefined) return written;
    const { table, plan } = attached;
    const save = opened.prepare(SAVE);
    const remove = opened.prepare("DELETE FROM day_counts WHERE name = ? AND key = ?");
    let left = BATCH_ROWS;
    for (const [id, keys] of changed) {
      const name = plan.windows[id]?.name ?? "";
      const done: string[] = [];
      written.set(id, done);
      for (const key of keys) {
        if (left-- === 0) return written;
        const count = table.peek(id, key);
        if (count === undefined) remove.run(name, key);
        else save.run(name, key, count.opened, count.used);
        done.push(key);
      }
    }
    return written;
  }

  /** What is in the file need not be written again, unless it changes. */
  function forgetWritten(written: ReadonlyMap<number, readonly string[]>): void {
    for (const [id, done] of written) {
      const keys = changed.get(id);
      if (keys?.size === done.length) keys.clear();
      else for (const key of done) keys?.delete(key);
      changes -= done.length;
    }
  }

  return {
    get isFailing() {
      return isFailing;
    },
    get isBegunAnew() {
      return isBegunAnew;
    },
    get pending() {
      return changes;
    },
    onChange,
    attach: (table, plan, factorOf, capacity, now) => {
      attached = { table, plan, factorOf, capacity, now };
      attempt();
    },
    close: () => {
      if (changes > 0) attempt();
      while (changes > 0 && !isFailing) attempt();
      clearTimeout(timer);
      discard();
    },
  };
}
