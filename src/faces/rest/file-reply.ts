import type { PublishedFile } from "../../capabilities/opendata/published-file.ts";
import { publicCaching } from "../../core/cache-control.ts";
import { isKnown } from "./json-reply.ts";
import type { HeaderOf, RestReply } from "./reply.ts";

/**
 * A published file: its checksum as a strong `ETag` and as `Repr-Digest` (RFC 9530), its day, its licence. A request
 * whose `If-None-Match` names it gets 304 without a body. The bytes are sent as they are, so that the checksum of what
 * was saved is the one in the header.
 */
export function fileReply(
  headerOf: HeaderOf,
  { fileName, text, sha256, date, licence }: PublishedFile,
  { mediaType, maxAge }: { readonly mediaType: string; readonly maxAge: number },
  headers: Readonly<Record<string, string>>,
): RestReply {
  const etag = `"${sha256}"`;
  const common = {
    ...headers,
    ETag: etag,
    "Repr-Digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
    "Last-Modified": new Date(`${date}T00:00:00Z`).toUTCString(),
    "Cache-Control": `${publicCaching(maxAge)}, no-transform`,
    Link: [`<${licence}>; rel="license"`, ...(headers.Link === undefined ? [] : [headers.Link])].join(", "),
  };
  if (isKnown(headerOf, etag)) return { status: 304, headers: common, body: null };
  return {
    status: 200,
    body: text,
    headers: {
      ...common,
      "Content-Type": mediaType,
      "Content-Disposition": `inline; filename="${fileName}"`,
    },
  };
}
