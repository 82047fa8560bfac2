import type { FeedItem, FeedSourceRecord } from "../../core/feed-item.ts";
import { SourceFailure } from "../../outbound/failure.ts";
import { decodeFeed } from "./decode.ts";
import { FeedUnreadable, feedFailureKind } from "./failure.ts";
import type { FeedSource } from "./feed-source.ts";
import { type FetchEnvironment, type Fetched, fetchFeed } from "./fetch-feed.ts";
import type { RawItem } from "./raw-item.ts";
import { readJsonFeed } from "./read-json-feed.ts";
import { readXmlFeed } from "./read-xml-feed.ts";
import { toItem, withOwnKeys } from "./to-item.ts";

/** What asking a source needs. */
export interface AskOptions extends FetchEnvironment {
  /** Whether a text concerns one of our topics: of feeds of everything only that is kept. */
  readonly concernsUs: (title: string, summary: string) => boolean;
}

/** What a source said: nothing new, or the items of its feed with the address and validators that gave them. */
export type FeedAnswer =
  | { readonly kind: "unchanged" }
  | {
      readonly kind: "read";
      readonly items: readonly FeedItem[];
      /** Characters of the feed that were mended. */
      readonly repaired: number;
      readonly url: string;
      readonly etag: string | null;
      readonly lastModified: string | null;
    };

/**
 * Tries the addresses of the source, the one that answered last first, until one gives a feed.
 * @throws SourceFailure or what reading threw: the failure of the first address.
 */
export async function askSource(
  source: FeedSource,
  before: FeedSourceRecord,
  options: AskOptions,
): Promise<FeedAnswer> {
  const addresses = [...new Set([before.url ?? "", ...source.urls])].filter((url) => source.urls.includes(url));
  let first: unknown;
  for (const url of addresses) {
    const known = url === before.url ? before : { etag: null, lastModified: null };
    try {
      const fetched = await fetchFeed(url, source, known, options);
      return fetched.kind === "unchanged" ? fetched : await read(source, url, fetched, options);
    } catch (thrown) {
      first ??= thrown;
      const kind = feedFailureKind(thrown);
      if (kind === "closed" || kind === "rate_limited" || kind === "connect") break;
    }
  }
  throw first ?? new SourceFailure("wrong_route");
}

async function read(
  source: FeedSource,
  url: string,
  fetched: Extract<Fetched, { kind: "feed" }>,
  { now, concernsUs }: AskOptions,
): Promise<FeedAnswer> {
  const { items: raw, base, repaired } = await readFeed(fetched.bytes, fetched.contentType);
  const answer = {
    sourceId: source.id,
    jurisdiction: source.jurisdiction,
    url: URL.parse(base ?? "", fetched.url)?.href ?? fetched.url,
    at: now().getTime(),
  };
  const plain = withOwnKeys(raw.flatMap((item) => toItem(item, answer) ?? []));
  const kept = source.onlyWithTopic ? plain.filter(({ title, summary }) => concernsUs(title, summary)) : plain;
  return { kind: "read", items: kept, repaired, url, etag: fetched.etag, lastModified: fetched.lastModified };
}

/**
 * Reads a feed of any form we know. The first character decides, not the media type: servers send feeds as
 * `text/html` and `text/plain`.
 * @returns the items in the feed's order, and the base for relative addresses, if the feed gives one.
 * @throws FeedUnreadable when it is none, is broken, or is built to do harm.
 */
export async function readFeed(
  bytes: Uint8Array,
  contentType: string | null,
): Promise<{ items: readonly RawItem[]; base: string | undefined; repaired: number }> {
  const text = decodeFeed(bytes, contentType);
  const first = /[^\s\ufeff]/.exec(text)?.[0];
  // What most servers send instead of a feed that is gone.
  if (/^[\s\ufeff]*<(?:!doctype\s+html|html)\b/i.test(text)) throw new FeedUnreadable("no_feed");
  if (first === "<") return readXmlFeed(text);
  if (first === "{") return { items: readJsonFeed(text), base: undefined, repaired: 0 };
  throw new FeedUnreadable("no_feed");
}
