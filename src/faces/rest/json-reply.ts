import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type LimitState, rateLimitHeaders } from "../../capabilities/calling/rate-limit-headers.ts";
import { publicCaching } from "../../core/cache-control.ts";
import { codingOf } from "../../core/content-coding.ts";
import type { HeaderOf, RestReply } from "./reply.ts";

/**
 * Ten packets, which a server sends before it waits for the client to acknowledge them (RFC 6928): an answer of fewer
 * bytes arrives no sooner when compressed, and compressing costs more than such an answer itself.
 */
const COMPRESSED_FROM_BYTES = 14_000;

/** Works in a thread of its own. Why no Brotli: docs/decisions/compression.md. */
const gzipped = promisify(gzip);

/** How an answer is sent. */
interface Sending {
  /** Seconds that shared caches may keep it; without them, none may. */
  readonly maxAge?: number | undefined;
  /** Another than 200 where something was made. */
  readonly status?: number;
  /** The answer as JSON in bytes of UTF-8, where it is known already. */
  readonly bytes?: string | undefined;
}

/**
 * A successful answer, compressed where it is long and the caller accepts that. With `maxAge` it carries an `ETag`; a
 * request whose `If-None-Match` names it gets 304 without a body.
 */
export function jsonReply(
  headerOf: HeaderOf,
  answer: () => unknown,
  { maxAge, status = 200, bytes }: Sending,
  headers: Readonly<Record<string, string>>,
  limits: readonly LimitState[],
): RestReply | Promise<RestReply> {
  const body = bytes ?? JSON.stringify(answer());
  const encoding = bytes === undefined ? undefined : "latin1";
  const isLong = body.length >= COMPRESSED_FROM_BYTES;
  const coding = isLong ? codingOf(headerOf("accept-encoding") ?? null, ["gzip"]) : undefined;
  // Nobody keeps it, unless the headers of the face say otherwise.
  const sent: Record<string, string> = { "Cache-Control": limits.length === 0 ? "no-store" : "private, no-store" };
  Object.assign(sent, headers, maxAge === undefined ? rateLimitHeaders(limits) : undefined);
  if (isLong) sent.Vary = headers.Vary === undefined ? "Accept-Encoding" : `${headers.Vary}, Accept-Encoding`;
  if (maxAge !== undefined) {
    // Each of the two forms has a tag of its own, or it would not name the bytes.
    const digest = createHash("sha256")
      .update(body, encoding ?? "utf8")
      .digest("base64url")
      .slice(0, 22);
    sent.ETag = `"${digest}${coding === undefined ? "" : `-${coding}`}"`;
    // A shared cache hands it to others: it says nothing of what this caller's limit leaves him.
    sent["Cache-Control"] = publicCaching(maxAge);
    if (isKnown(headerOf, sent.ETag)) return { status: 304, headers: sent, body: null };
  }
  sent["Content-Type"] = "application/json";
  if (coding === undefined) return { status, headers: sent, body, encoding };
  sent["Content-Encoding"] = coding;
  return gzipped(Buffer.from(body, encoding)).then((packed) => ({ status, headers: sent, body: packed }));
}

/** True when the caller already has what the tag names: weak comparison of RFC 9110, 13.1.2. */
export function isKnown(headerOf: HeaderOf, etag: string): boolean {
  const ifNoneMatch = headerOf("if-none-match");
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((given) => {
    const tag = given.trim();
    return tag === "*" || opaque(tag) === opaque(etag);
  });
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "");
}
