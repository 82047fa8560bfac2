import { FetchFailure } from "./failure.ts";
import { type BucketObject, readBucketPage } from "./read-bucket-page.ts";

/** A page of a thousand keys has less than half of it. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The real list has two pages at most. More than this is built to exhaust us. */
const MOST_PAGES = 1_000;

/** Reads a text by its address, see `readPage`. */
export type ReadText = (url: string, maxBytes: number) => Promise<string>;

/**
 * Lists the files of a bucket whose keys begin with `prefix`, page by page. It is asked in the first version of the
 * list, which every bucket speaks; one that answers with a continuation token is asked on with that.
 * @param bucket its address, with a slash at the end.
 * @param after keys up to this one are left out by a bucket that can.
 * @throws FetchFailure `no_listing` also for a list that goes round or does not end.
 */
export async function listBucket(
  bucket: string,
  prefix: string,
  read: ReadText,
  after = "",
): Promise<readonly BucketObject[]> {
  const objects: BucketObject[] = [];
  const asked = new Set<string>();
  let next: Record<string, string> = after === "" ? {} : { marker: after };
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({ prefix, "max-keys": "1000", ...next });
    const url = `${bucket}?${query}`;
    if (asked.has(url)) throw new FetchFailure("no_listing", url);
    asked.add(url);
    const found = readBucketPage(await read(url, MOST_BYTES), url);
    objects.push(...found.objects.filter(({ key }) => key.startsWith(prefix)));
    if (!found.isTruncated) return objects;
    next =
      found.continuationToken === ""
        ? { marker: found.nextMarker === "" ? (found.objects.at(-1)?.key ?? "") : found.nextMarker }
        : { "list-type": "2", "continuation-token": found.continuationToken };
  }
  throw new FetchFailure("no_listing", bucket);
}
