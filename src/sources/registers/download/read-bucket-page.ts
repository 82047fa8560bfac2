import { SaxesParser } from "saxes";
import { FetchFailure } from "./failure.ts";

/** A file in a bucket, as its list says. All of it is foreign text: a key is not a path and never becomes one. */
export interface BucketObject {
  readonly key: string;
  /** In bytes; `NaN` where the list says something else than a number. */
  readonly size: number;
  /** Without its quotes; empty where there is none. */
  readonly etag: string;
  readonly lastModified: string;
}

/** A page of a bucket's list. */
export interface BucketPage {
  readonly objects: readonly BucketObject[];
  readonly isTruncated: boolean;
  /** How the next page is asked for, whichever of the two the bucket speaks. */
  readonly nextMarker: string;
  readonly continuationToken: string;
}

/** Real lists are three levels deep. */
const DEEPEST = 20;

/** The longest key that S3 allows. */
const LONGEST_KEY = 1024;

/**
 * Reads a `ListBucketResult` of S3. A document type is refused, so no entity but XML's own exists; depth is bounded,
 * and so is the length of the text by its reader.
 * @param url where it is from, for the failure.
 * @throws FetchFailure `no_listing` for anything that is not one, whole and well-formed.
 */
export function readBucketPage(text: string, url: string): BucketPage {
  const parser = new SaxesParser({ xmlns: true });
  const path: string[] = [];
  const values = new Map<string, string>();
  const objects: BucketObject[] = [];
  let value = "";
  const page: Record<string, string> = {};

  parser.on("doctype", () => {
    throw new FetchFailure("no_listing", url);
  });
  parser.on("opentagstart", () => {
    if (path.length >= DEEPEST) throw new FetchFailure("no_listing", url);
  });
  parser.on("opentag", ({ local }) => {
    if (path.length === 0 && local !== "ListBucketResult") throw new FetchFailure("no_listing", url);
    path.push(local);
    value = "";
  });
  parser.on("text", (part) => {
    value += part;
  });
  parser.on("cdata", (part) => {
    value += part;
  });
  parser.on("closetag", () => {
    const [, parent = "", name] = path;
    if (path.length === 3 && parent === "Contents" && name !== undefined) values.set(name, value);
    else if (path.length === 2 && parent === "Contents") {
      const object = objectOf(values);
      if (object !== undefined) objects.push(object);
      values.clear();
    } else if (path.length === 2) page[parent] = value.trim();
    path.pop();
    value = "";
  });
  try {
    parser.write(text.replace(/^[\s\ufeff]+/, "")).close();
  } catch (cause) {
    throw cause instanceof FetchFailure ? cause : new FetchFailure("no_listing", url, { cause });
  }
  return {
    objects,
    isTruncated: page.IsTruncated === "true",
    nextMarker: page.NextMarker ?? "",
    continuationToken: page.NextContinuationToken ?? "",
  };
}

function objectOf(values: ReadonlyMap<string, string>): BucketObject | undefined {
  const key = values.get("Key") ?? "";
  if (key === "" || key.length > LONGEST_KEY) return undefined;
  const size = values.get("Size")?.trim() ?? "";
  return {
    key,
    size: /^\d{1,15}$/.test(size) ? Number(size) : Number.NaN,
    etag: (values.get("ETag") ?? "").trim().replace(/^"(.*)"$/, "$1"),
    lastModified: (values.get("LastModified") ?? "").trim(),
  };
}
