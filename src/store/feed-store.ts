import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { z } from "zod";
import { type FeedItem, type FeedSourceRecord, JURISDICTIONS } from "../core/feed-item.ts";
import { STATE_FILE } from "./answer-cache.ts";

/** Another process may hold the lock for as long as one write takes, in milliseconds. */
const LOCK_WAIT_MS = 500;

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS feed_item (
    source TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (source, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS feed_source (source TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS feed_revision (one INTEGER PRIMARY KEY CHECK (one = 1), revision INTEGER NOT NULL) STRICT;
  INSERT OR IGNORE INTO feed_revision VALUES (1, 0)`;

const itemShape = z.object({
  id: z.string().min(1),
  key: z.string().min(1),
  sourceId: z.string(),
  jurisdiction: z.enum(JURISDICTIONS),
  url: z.url({ protocol: /^https?$/ }),
  title: z.string().min(1),
  summary: z.string(),
  labels: z.array(z.string()),
  publishedAt: z.number().int(),
  isDateEstimated: z.boolean(),
});

const instant = z.number().int().nullable();

const recordShape = z.object({
  sourceId: z.string(),
  url: z.string().nullable(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  askedAt: instant,
  answeredAt: instant,
  failedAt: instant,
  failure: z.string().nullable(),
  failuresInARow: z.number().int(),
  nextAt: z.number().int(),
});

/** The kept feed in the state database; the contract of `sources/feeds/feed-keeper.ts`. */
export interface FeedStore {
  load(): { readonly items: readonly FeedItem[]; readonly sources: readonly FeedSourceRecord[] };
  save(record: FeedSourceRecord, items?: readonly FeedItem[]): void;
  revision(): number;
  close(): void;
}

/**
 * Opens the feed in `state.db`. The file is opened with the first call and again after a failure, so that a full disk
 * or a lock costs one call and no restart. A row that cannot be read (of another version) is left out.
 * @param dir folder of the embedded data; made when it is missing.
 * @throws (each call) what SQLite throws; the caller goes on in memory.
 */
export function openFeedStore(dir: string): FeedStore {
  let opened: Opened | undefined;

  function withDatabase<T>(work: (db: Opened) => T): T {
    try {
      opened ??= open(dir);
      return work(opened);
    } catch (cause) {
      close();
      throw cause;
    }
  }

  function close(): void {
    try {
      opened?.db.close();
    } catch {
      // A handle that cannot be closed is not used again either.
    }
    opened = undefined;
  }

  return {
    load: () =>
      withDatabase(({ items, sources }) => ({
        items: items.all().flatMap(({ body }) => readBody(body, itemShape)),
        sources: sources.all().flatMap(({ body }) => readBody(body, recordShape)),
      })),
    save: (record, items) =>
      withDatabase(({ db, clear, putItem, putSource, count }) => {
        db.exec("BEGIN IMMEDIATE");
        try {
          if (items !== undefined) {
            clear.run(record.sourceId);
            for (const item of items) putItem.run(record.sourceId, item.key, JSON.stringify(item));
          }
          putSource.run(record.sourceId, JSON.stringify(record));
          count.run();
          db.exec("COMMIT");
        } catch (cause) {
          if (db.isTransaction) db.exec("ROLLBACK");
          throw cause;
        }
      }),
    revision: () => withDatabase(({ revision }) => Number(revision.get()?.revision ?? 0)),
    close,
  };
}

interface Opened {
  readonly db: DatabaseSync;
  readonly items: StatementSync;
  readonly sources: StatementSync;
  readonly clear: StatementSync;
  readonly putItem: StatementSync;
  readonly putSource: StatementSync;
  readonly count: StatementSync;
  readonly revision: StatementSync;
}

function open(dir: string): Opened {
  mkdirSync(dir, { recursive: true });
  const db = new DatabaseSync(join(dir, STATE_FILE), { timeout: LOCK_WAIT_MS });
  try {
    db.exec(SCHEMA);
    return {
      db,
      items: db.prepare("SELECT body FROM feed_item ORDER BY source, key"),
      sources: db.prepare("SELECT body FROM feed_source ORDER BY source"),
      clear: db.prepare("DELETE FROM feed_item WHERE source = ?"),
      putItem: db.prepare("INSERT OR REPLACE INTO feed_item (source, key, body) VALUES (?, ?, ?)"),
      putSource: db.prepare("INSERT OR REPLACE INTO feed_source (source, body) VALUES (?, ?)"),
      count: db.prepare("UPDATE feed_revision SET revision = revision + 1"),
      revision: db.prepare("SELECT revision FROM feed_revision"),
    };
  } catch (cause) {
    db.close();
    throw cause;
  }
}

function readBody<S extends z.ZodType>(body: unknown, shape: S): z.output<S>[] {
  try {
    const parsed = shape.safeParse(JSON.parse(String(body)));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}
