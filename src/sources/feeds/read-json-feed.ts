import { z } from "zod";
import { JURISDICTIONS } from "../../core/feed-item.ts";
import { FeedUnreadable } from "./failure.ts";
import { MOST_ITEMS, type RawItem } from "./raw-item.ts";

const text = z.string().catch("");
const texts = z.array(z.unknown()).catch([]);

/** An item of JSON Feed 1 or 1.1; what is malformed in it counts as not given. */
const jsonFeedItem = z.object({
  id: z.union([z.string(), z.number().transform(String)]).catch(""),
  url: text,
  external_url: text,
  title: text,
  summary: text,
  content_text: text,
  content_html: text,
  date_published: text,
  date_modified: text,
  tags: texts,
});

/** An item of the aggregated form (`{generatedAt, items: [...]}`). */
const aggregatedItem = z.object({
  id: z.union([z.string(), z.number().transform(String)]).catch(""),
  title: text,
  url: text,
  publishedAt: text,
  source: text,
  jurisdiction: z.enum(JURISDICTIONS).optional().catch(undefined),
  summary: text,
  labels: texts,
});

const jsonFeed = z.object({
  version: z.string().regex(/^https?:\/\/jsonfeed\.org\/version\/1/),
  items: z.array(z.unknown()),
});
const aggregated = z.object({ generatedAt: z.string(), items: z.array(z.unknown()) });

/**
 * Reads a JSON Feed, or the aggregated form. Its `topics` are not taken over: our own rules give the topic, so that one
 * item never has two reasons. The source that an aggregated item names becomes a label, since it is copied text.
 * @throws FeedUnreadable `not_well_formed` for what is no JSON, `no_feed` for another JSON, `too_many_items`.
 */
export function readJsonFeed(document: string): readonly RawItem[] {
  const json = parse(document);
  const feed = jsonFeed.safeParse(json);
  if (feed.success) return each(feed.data.items, jsonFeedItem, ofJsonFeed);
  const collection = aggregated.safeParse(json);
  if (collection.success) return each(collection.data.items, aggregatedItem, ofAggregated);
  throw new FeedUnreadable("no_feed");
}

function parse(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch (cause) {
    throw new FeedUnreadable("not_well_formed", { cause });
  }
}

/** One odd item does no harm to the others. */
function each<S extends z.ZodType>(
  items: readonly unknown[],
  schema: S,
  read: (item: z.output<S>) => RawItem,
): RawItem[] {
  if (items.length > MOST_ITEMS) throw new FeedUnreadable("too_many_items");
  return items.flatMap((item) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [read(parsed.data)] : [];
  });
}

function ofJsonFeed(item: z.output<typeof jsonFeedItem>): RawItem {
  const [summary] = [item.summary, item.content_text].filter(isGiven);
  return {
    ...(item.id === "" ? {} : { key: item.id }),
    // The standard says that title, summary and content_text are plain text.
    title: { value: item.title, mayBeHtml: false },
    summary:
      summary === undefined ? { value: item.content_html, mayBeHtml: true } : { value: summary, mayBeHtml: false },
    links: [item.url, item.external_url, item.id].filter(isGiven),
    labels: item.tags.filter(isText),
    dates: [item.date_published, item.date_modified].filter(isGiven),
  };
}

function ofAggregated(item: z.output<typeof aggregatedItem>): RawItem {
  return {
    ...(item.id === "" ? {} : { key: item.id }),
    ...(item.jurisdiction === undefined ? {} : { jurisdiction: item.jurisdiction }),
    title: { value: item.title, mayBeHtml: true },
    summary: { value: item.summary, mayBeHtml: true },
    links: [item.url].filter(isGiven),
    labels: [item.source, ...item.labels].filter(isText),
    dates: [item.publishedAt].filter(isGiven),
  };
}

function isGiven(value: string): boolean {
  return value !== "";
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
