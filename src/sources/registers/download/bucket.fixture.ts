import { createHash } from "node:crypto";
import type { Script } from "../../../outbound/fake-server.fixture.ts";
import { hostFile } from "../../../outbound/file-host.fixture.ts";
import type { FileServer } from "./file-server.fixture.ts";

/** The address of the bucket on a file server. */
export const BUCKET = "/susr-rpo/";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const md5 = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");

/** An entry of a bucket's list. */
export const entry = (key: string, size: number | string = 10, etag = "e") =>
  `<Contents><Key>${escaped(key)}</Key><LastModified>2026-11-08T01:02:03.000Z</LastModified><ETag>&quot;${etag}&quot;</ETag>` +
  `<Size>${size}</Size><StorageClass>STANDARD</StorageClass></Contents>`;

/** A list of a bucket, as S3 writes it. */
export const listing = (entries: readonly string[], more = "<IsTruncated>false</IsTruncated>") =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">` +
  `<Name>susr-rpo</Name><MaxKeys>1000</MaxKeys>${more}${entries.join("")}</ListBucketResult>`;

/** How a bucket gives its list. */
export interface BucketOptions {
  /** Entries per page; default 1000. */
  readonly page?: number;
  /** `token`: the second version of the list, whatever was asked. */
  readonly speaks?: "marker" | "token";
}

/** Answers as a bucket that holds these files: the list at its address, each file at its key. */
export function bucketOf(
  files: ReadonlyMap<string, Buffer>,
  { page = 1_000, speaks = "marker" }: BucketOptions = {},
): Script {
  return (request, response) => {
    const url = new URL(request.url ?? "/", "http://bucket");
    const file = files.get(decodeURIComponent(url.pathname.slice(BUCKET.length)));
    if (url.pathname !== BUCKET) {
      if (file === undefined) response.writeHead(404).end();
      else hostFile({ body: file, etag: `"${md5(file)}"` })(request, response);
      return;
    }
    const asked = url.searchParams;
    const after = asked.get("continuation-token")?.replace(/^token /, "") ?? asked.get("marker") ?? "";
    const keys = [...files.keys()].filter((key) => key.startsWith(asked.get("prefix") ?? "") && key > after).sort();
    const here = keys.slice(0, page);
    const isTruncated = keys.length > page;
    const token = speaks === "token" ? `<NextContinuationToken>token ${here.at(-1)}</NextContinuationToken>` : "";
    const state = `<IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? token : ""}`;
    const entries = here.map((key) => {
      const bytes = files.get(key) ?? Buffer.alloc(0);
      return entry(key, bytes.length, md5(bytes));
    });
    response.writeHead(200, { "content-type": "application/xml" }).end(listing(entries, state));
  };
}

/** Puts a bucket on a file server, beside its files; gives the map of what the bucket holds. */
export function addBucket(server: FileServer, options: BucketOptions = {}): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const others = server.script;
  const bucket = bucketOf(files, options);
  server.script = (request, response) =>
    (request.url?.startsWith(BUCKET) && (server.instead.get(request.url.split("?")[0] ?? "")?.length ?? 0) === 0
      ? bucket
      : others)(request, response);
  return files;
}
