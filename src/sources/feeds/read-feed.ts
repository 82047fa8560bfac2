import { decodeFeed } from "./decode.ts";
import { FeedUnreadable } from "./failure.ts";
import type { RawItem } from "./raw-item.ts";
import { readJsonFeed } from "./read-json-feed.ts";
import { readXmlFeed } from "./read-xml-feed.ts";

/**
 * Reads a feed of any form we know. The first character decides, not the media type: servers send feeds as
 * `text/html` and `text/plain`.
 * @returns the items in the feed's order, and the base for relative addresses, if the feed gives one.
 * @throws FeedUnreadable when it is none, is broken, or is built to do harm.
 */
export async function readFeed(
  bytes: Uint8Array,
  contentType: string | null,
): Promise<{ items: readonly RawItem[]; base: string | undefined }> {
  const text = decodeFeed(bytes, contentType);
  const first = /[^\s\ufeff]/.exec(text)?.[0];
  // What most servers send instead of a feed that is gone.
  if (/^[\s\ufeff]*<(?:!doctype\s+html|html)\b/i.test(text)) throw new FeedUnreadable("no_feed");
  if (first === "<") return readXmlFeed(text);
  if (first === "{") return { items: readJsonFeed(text), base: undefined };
  throw new FeedUnreadable("no_feed");
}
