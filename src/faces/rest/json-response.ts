import { createHash } from "node:crypto";
import { type LimitState, rateLimitHeaders } from "../../capabilities/calling/rate-limit-headers.ts";

/**
 * A successful answer. With `maxAge` (seconds) it may stay in shared caches and carries an `ETag`; a request whose
 * `If-None-Match` names it gets 304 without a body. Without, nobody may keep it.
 */
export function jsonResponse(
  request: Request,
  answer: unknown,
  maxAge: number | undefined,
  headers: Readonly<Record<string, string>>,
  limits: readonly LimitState[],
): Response {
  const body = JSON.stringify(answer);
  const common = { ...headers, ...rateLimitHeaders(limits) };
  if (maxAge === undefined) {
    const uncached = { ...common, "Content-Type": "application/json", "Cache-Control": "no-store" };
    return new Response(body, { headers: uncached });
  }
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const cached = { ...common, ETag: etag, "Cache-Control": `public, max-age=${maxAge}` };
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers: cached });
  return new Response(body, { headers: { ...cached, "Content-Type": "application/json" } });
}

/** True when the caller already has what the tag names: weak comparison of RFC 9110, 13.1.2. */
export function isKnown(request: Request, etag: string): boolean {
  const ifNoneMatch = request.headers.get("if-none-match");
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(",").some((given) => {
    const tag = given.trim();
    return tag === "*" || tag.replace(/^W\//, "") === etag;
  });
}
