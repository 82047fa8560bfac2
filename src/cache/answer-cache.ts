import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { isDamagedFile, putDatabaseAside } from "../files/damaged-file.ts";

/** The file of what may be thrown away, in `DATA_DIR`. */
export const CACHE_FILE = "cache.db";

/** Another process (the command line) may hold the lock for as long as one write takes. */
const LOCK_WAIT_MS = 50;
/** A database that fails is tried again this often. */
const RETRY_MS = 5_000;
/** A use is noted at most this often: noting each would be a write for each read. */
const USE_NOTED_MS = 3_600_000;
/** Of a full cache this share is emptied at once, so that not every write has to empty it. */
const EVICTED_SHARE = 0.1;

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS answer (
    key TEXT PRIMARY KEY, value TEXT NOT NULL, at INTEGER NOT NULL, used INTEGER NOT NULL, bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS answer_used ON answer (used);
  CREATE INDEX IF NOT EXISTS answer_at ON answer (at)`;

/** Sizes of the cache. */
export interface AnswerCacheBounds {
  readonly rows: number;
  /** Keys and values together. */
  readonly bytes: number;
  /** A larger value is not kept. */
  readonly valueBytes: number;
}

const BOUNDS: AnswerCacheBounds = { rows: 50_000, bytes: 64 * 1024 * 1024, valueBytes: 64 * 1024 };

/** What the operator should know: the cache began to fail, is whole again, or was damaged and has begun anew. */
export interface CacheEvent {
  readonly kind: "began" | "ended" | "begun_anew";
  readonly cause?: unknown;
}

/** Remembered answers in the cache file. */
export interface StoredAnswers {
  get(key: string): { readonly value: string; readonly at: number } | undefined;
  /** `at`: the instant the value is from, milliseconds since 1970. */
  put(key: string, value: string, at: number): void;
  /** Forgets what is from before this instant. */
  purge(before: number): void;
  readonly isFailing: boolean;
  /** True when the file was found damaged since the start: it was put aside, and answers are kept in a new one. */
  readonly isBegunAnew: boolean;
  close(): void;
}

/**
 * Opens the remembered answers in `cache.db`. They survive a restart and are bounded: the least used go first. A file
 * that cannot be read or written (full disk, lock, wrong rights) means no cache and nothing else: it is reported once
 * and tried again every five seconds. A damaged file, or one that is no database, is put aside and begun anew. What is
 * forgotten is overwritten: answers name sole traders.
 * @param options.dir folder of the embedded data; made when it is missing.
 * @param options.now the clock, in milliseconds.
 */
export function openAnswerCache(options: {
  readonly dir: string;
  readonly now: () => number;
  readonly report?: (event: CacheEvent) => void;
  readonly bounds?: Partial<AnswerCacheBounds>;
}): StoredAnswers {
  const { dir, now, report } = options;
  const bounds = { ...BOUNDS, ...options.bounds };
  let opened: Opened | undefined;
  let failedAt: number | undefined;
  let isBegunAnew = false;
  let isClosed = false;

  return {
    get: (key) =>
      attempt((db) => {
        const row = db.get.get(key);
        if (row === undefined) return undefined;
        if (now() - Number(row.used) > USE_NOTED_MS) db.use.run(now(), key);
        return { value: String(row.value), at: Number(row.at) };
      }),
    put: (key, value, at) => {
      const bytes = Buffer.byteLength(key) + Buffer.byteLength(value);
      if (bytes > bounds.valueBytes) return;
      attempt((db) => {
        const before = db.get.get(key);
        db.put.run(key, value, at, now(), bytes);
        db.rows += before === undefined ? 1 : 0;
        db.bytes += bytes - Number(before?.bytes ?? 0);
        if (db.rows > bounds.rows || db.bytes > bounds.bytes) evict(db);
      });
    },
    purge: (before) => {
      attempt((db) => {
        db.purge.run(before);
        measure(db);
      });
    },
    get isFailing() {
      return failedAt !== undefined;
    },
    get isBegunAnew() {
      return isBegunAnew;
    },
    close: () => {
      isClosed = true;
      discard();
    },
  };

  function attempt<T>(work: (db: Opened) => T): T | undefined {
    if (isClosed || (failedAt !== undefined && now() - failedAt < RETRY_MS)) return undefined;
    try {
      opened ??= open(dir);
      const result = work(opened);
      if (failedAt !== undefined) report?.({ kind: "ended" });
      failedAt = undefined;
      return result;
    } catch (cause) {
      // A fresh handle is what recovers from most causes.
      discard();
      if (isDamagedFile(cause) && beginAnew(cause)) return undefined;
      if (failedAt === undefined) report?.({ kind: "began", cause });
      failedAt = now();
      return undefined;
    }
  }

  /** Puts the damaged file aside, so that the next use makes a new one; false when it cannot be moved. */
  function beginAnew(damage: unknown): boolean {
    try {
      putDatabaseAside(join(dir, CACHE_FILE));
    } catch {
      return false;
    }
    report?.({ kind: "begun_anew", cause: damage });
    isBegunAnew = true;
    return true;
  }

  function discard(): void {
    try {
      opened?.db.close();
    } catch {
      // A handle that cannot be closed is not used again either.
    }
    opened = undefined;
  }

  /** Empties a tenth, least used first; another process may have written too, so the sizes are measured anew. */
  function evict(db: Opened): void {
    measure(db);
    for (let round = 0; round < 10 && (db.rows > bounds.rows || db.bytes > bounds.bytes); round++) {
      db.evict.run(Math.max(1, Math.ceil(db.rows * EVICTED_SHARE)));
      measure(db);
    }
  }
}

/** The database with its statements prepared, and what it holds as far as this process knows. */
interface Opened {
  readonly db: DatabaseSync;
  readonly get: StatementSync;
  readonly use: StatementSync;
  readonly put: StatementSync;
  readonly purge: StatementSync;
  readonly evict: StatementSync;
  rows: number;
  bytes: number;
}

function open(dir: string): Opened {
  mkdirSync(dir, { recursive: true });
  const db = new DatabaseSync(join(dir, CACHE_FILE), { timeout: LOCK_WAIT_MS });
  try {
    db.exec(SCHEMA);
    const opened = {
      db,
      get: db.prepare("SELECT value, at, used, bytes FROM answer WHERE key = ?"),
      use: db.prepare("UPDATE answer SET used = ? WHERE key = ?"),
      put: db.prepare(
        "INSERT INTO answer (key, value, at, used, bytes) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET " +
          "value = excluded.value, at = excluded.at, used = excluded.used, bytes = excluded.bytes",
      ),
      purge: db.prepare("DELETE FROM answer WHERE at < ?"),
      evict: db.prepare("DELETE FROM answer WHERE key IN (SELECT key FROM answer ORDER BY used LIMIT ?)"),
      rows: 0,
      bytes: 0,
    };
    measure(opened);
    return opened;
  } catch (cause) {
    db.close();
    throw cause;
  }
}

function measure(opened: Opened): void {
  const sizes = opened.db.prepare("SELECT count(*) AS n, coalesce(sum(bytes), 0) AS bytes FROM answer").get();
  opened.rows = Number(sizes?.n ?? 0);
  opened.bytes = Number(sizes?.bytes ?? 0);
}
