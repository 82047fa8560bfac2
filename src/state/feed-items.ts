import { z } from "zod";
import { type FeedItem, type FeedSourceRecord, JURISDICTIONS } from "../core/feed-item.ts";
import { repeatableSql, sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

const ITEMS = sql("SELECT body FROM feed_item ORDER BY source, key");
const SOURCES = sql("SELECT body FROM feed_source ORDER BY source");
const CLEAR = repeatableSql("DELETE FROM feed_item WHERE source = ?");
const PUT_ITEM = repeatableSql(
  "INSERT INTO feed_item (source, key, body) VALUES (?, ?, ?) ON CONFLICT (source, key) DO UPDATE SET body = excluded.body",
);
const PUT_SOURCE = repeatableSql(
  "INSERT INTO feed_source (source, body) VALUES (?, ?) ON CONFLICT (source) DO UPDATE SET body = excluded.body",
);
const COUNT = sql("UPDATE feed_revision SET revision = revision + 1");
const REVISION = sql("SELECT revision FROM feed_revision");

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

/** Everything that is kept of all feeds. A row that cannot be read (of another version) is left out. */
export async function loadFeeds(db: StateDatabase): Promise<{
  readonly items: readonly FeedItem[];
  readonly sources: readonly FeedSourceRecord[];
}> {
  const [items, sources] = await Promise.all([db.all<Row>(ITEMS), db.all<Row>(SOURCES)]);
  return {
    items: items.flatMap(({ body }) => readBody(body, itemShape)),
    sources: sources.flatMap(({ body }) => readBody(body, recordShape)),
  };
}

/**
 * Writes the record of one source and, where given, all items that are kept of it, which replace those that were.
 * @param tx a transaction; done twice it is as if done once.
 */
export async function saveFeed(
  tx: StateDatabase,
  record: FeedSourceRecord,
  items?: readonly FeedItem[],
): Promise<void> {
  const { sourceId } = record;
  if (items !== undefined) {
    await tx.run(CLEAR, sourceId);
    for (const item of items) await tx.run(PUT_ITEM, sourceId, item.key, JSON.stringify(item));
  }
  await tx.run(PUT_SOURCE, sourceId, JSON.stringify(record));
  await tx.run(COUNT);
}

/** Changes whenever any process saved something. */
export async function feedRevision(db: StateDatabase): Promise<number> {
  return (await db.get<{ revision: number }>(REVISION))?.revision ?? 0;
}

interface Row {
  readonly body: string;
}

function readBody<S extends z.ZodType>(body: string, shape: S): z.output<S>[] {
  try {
    const parsed = shape.safeParse(JSON.parse(body));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}
