import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type LimitState, rateLimitHeaders } from "../../capabilities/calling/rate-limit-headers.ts";
import { codingOf } from "../../core/content-coding.ts";

/**
 * Ten packets, which a server sends before it waits for a word of the client (RFC 6928): an answer of fewer bytes
 * arrives no sooner when compressed, and compressing costs more than such an answer itself.
 */
const COMPRESSED_FROM_BYTES = 14_000;

/** Works in a thread of its own. Why no Brotli: docs/decisions/compression.md. */
const gzipped = promisify(gzip);

/**
 * A successful answer, compressed where it is long and the caller accepts that. With `maxAge` (seconds) it may stay in
 * shared caches and carries an `ETag`; a request whose `If-None-Match` names it gets 304 without a body. Without,
 * nobody may keep it.
 */
export async function jsonResponse(
  request: Request,
  answer: unknown,
  maxAge: number | undefined,
  headers: Readonly<Record<string, string>>,
  limits: readonly LimitState[],
): Promise<Response> {
  const body = JSON.stringify(answer);
  const isLong = body.length >= COMPRESSED_FROM_BYTES;
  const common = { ...headers, ...rateLimitHeaders(limits), ...(isLong ? { Vary: "Accept-Encoding" } : {}) };
  if (maxAge === undefined) return send({ ...common, "Cache-Control": "no-store" });
  // Weak: the same answer may go out in two forms.
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const cached = { ...common, ETag: etag, "Cache-Control": `public, max-age=${maxAge}` };
  return isKnown(request, etag) ? new Response(null, { status: 304, headers: cached }) : send(cached);

  async function send(known: Readonly<Record<string, string>>): Promise<Response> {
    const typed = { ...known, "Content-Type": "application/json" };
    const coding = isLong ? codingOf(request.headers.get("accept-encoding"), ["gzip"]) : undefined;
    if (coding === undefined) return new Response(body, { headers: typed });
    return new Response(await gzipped(body), { headers: { ...typed, "Content-Encoding": coding } });
  }
}

/** True when the caller already has what the tag names: weak comparison of RFC 9110, 13.1.2. */
export function isKnown(request: Request, etag: string): boolean {
  const ifNoneMatch = request.headers.get("if-none-match");
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(",").some((given) => {
    const tag = given.trim();
    return tag === "*" || opaque(tag) === opaque(etag);
  });
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, "");
}
