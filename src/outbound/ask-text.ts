import { createConnectFetch } from "./connect-fetch.ts";
import type { DownloadEnvironment } from "./download.ts";
import { SourceFailure } from "./failure.ts";
import { follow, reasonOf } from "./follow.ts";
import { discardBody, readBody } from "./read-body.ts";
import { readRetryAfter } from "./retry-after.ts";

/** A small text to ask for. */
export interface AskedText {
  readonly url: URL;
  readonly maxBytes: number;
  /** The longest that the whole answer may take, in milliseconds. */
  readonly totalMs: number;
  /** The `ETag` of the text that we hold: the same one is then not sent again. */
  readonly etag?: string | null;
}

/**
 * Asks once for a small text, for example a checksum. Nothing is tried again: the caller has a timetable.
 * @throws SourceFailure for everything but a whole answer.
 */
export async function askText(
  { url, maxBytes, totalMs, etag }: AskedText,
  { userAgent, now, fetch = createConnectFetch() }: DownloadEnvironment,
  stop: AbortSignal,
): Promise<
  { readonly kind: "unchanged" } | { readonly kind: "received"; readonly text: string; readonly etag: string | null }
> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new SourceFailure("timeout")), totalMs);
  const signal = AbortSignal.any([limit.signal, stop]);
  try {
    const condition = etag == null ? {} : { "if-none-match": etag };
    const headers = { "user-agent": userAgent, accept: "text/plain, */*", ...condition };
    const { response } = await follow(fetch, { url, headers }, signal);
    const { status } = response;
    if (status === 304 && etag != null) return { kind: "unchanged" };
    if (status !== 200) {
      await discardBody(response);
      const waitMs = readRetryAfter(response.headers.get("retry-after"), now());
      throw new SourceFailure(status === 429 ? "rate_limited" : "http_status", { status, waitMs });
    }
    return { kind: "received", text: await readBody(response, maxBytes), etag: response.headers.get("etag") };
  } catch (thrown) {
    throw stop.aborted ? new SourceFailure("closed") : reasonOf(thrown, signal);
  } finally {
    clearTimeout(timer);
  }
}
