import { type LimitState, rateLimitHeaders } from "../../capabilities/calling/rate-limit-headers.ts";
import type { PublishedFile } from "../../capabilities/opendata/published-file.ts";
import { isKnown } from "./json-response.ts";

/**
 * A published file: its checksum as a strong `ETag` and as `Repr-Digest` (RFC 9530), its day, its licence. A request
 * whose `If-None-Match` names it gets 304 without a body. The bytes are sent as they are, so that the checksum of what
 * was saved is the one in the header.
 */
export function fileResponse(
  request: Request,
  { fileName, text, sha256, date, licence }: PublishedFile,
  { mediaType, maxAge }: { readonly mediaType: string; readonly maxAge: number },
  headers: Readonly<Record<string, string>>,
  limits: readonly LimitState[],
): Response {
  const etag = `"${sha256}"`;
  const common = {
    ...headers,
    ...rateLimitHeaders(limits),
    ETag: etag,
    "Repr-Digest": `sha-256=:${Buffer.from(sha256, "hex").toString("base64")}:`,
    "Last-Modified": new Date(`${date}T00:00:00Z`).toUTCString(),
    "Cache-Control": `public, max-age=${maxAge}, no-transform`,
    Link: [`<${licence}>; rel="license"`, ...(headers.Link === undefined ? [] : [headers.Link])].join(", "),
  };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers: common });
  return new Response(text, {
    headers: {
      ...common,
      "Content-Type": mediaType,
      "Content-Disposition": `inline; filename="${fileName}"`,
    },
  });
}
