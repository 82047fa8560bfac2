import { SourceFailure } from "../../outbound/failure.ts";
import { discardBody } from "../../outbound/read-body.ts";
import type { Fetch } from "../../outbound/request-json.ts";
import { readRetryAfter } from "../../outbound/retry-after.ts";
import type { FeedSource } from "./feed-source.ts";

/** A larger feed is none: the largest real one has a few hundred kilobytes. */
export const MOST_BYTES = 5 * 1024 * 1024;

/** Longest time for one feed with all its redirects, in milliseconds. */
const WHOLE_MS = 20_000;

const MOST_REDIRECTS = 4;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** What the last answer said of itself, so that an unchanged feed is not sent again. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** A feed as it arrived, or the news that nothing changed. `url` is the address after redirects. */
export type Fetched =
  | { readonly kind: "unchanged" }
  | ({
      readonly kind: "feed";
      readonly bytes: Uint8Array;
      readonly contentType: string | null;
      readonly url: string;
    } & Validators);

/** What fetching touches of the outside; all of it is passed in. */
export interface FetchEnvironment {
  readonly fetch: Fetch;
  readonly userAgent: string;
  readonly now: () => Date;
  /** Aborts when we shut down. */
  readonly closing: AbortSignal;
  /** Default: 20 seconds. */
  readonly wholeMs?: number;
}

/**
 * Fetches one address of a feed, asking only for what changed. Redirects are followed to https on the same site (the
 * same host, with or without `www.`) or to a host that the source names, at most four.
 * @throws SourceFailure for everything that is no feed: no connection, too slow, too large, a redirect elsewhere, any
 *   status but 200 and 304.
 */
export async function fetchFeed(
  url: string,
  { redirectHosts }: Pick<FeedSource, "redirectHosts">,
  known: Validators,
  environment: FetchEnvironment,
): Promise<Fetched> {
  const { closing, now, wholeMs = WHOLE_MS } = environment;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new SourceFailure("timeout")), wholeMs);
  const signal = AbortSignal.any([limit.signal, closing]);
  try {
    const { response, target } = await follow(new URL(url), redirectHosts, known, environment, signal);
    const { status, headers } = response;
    if (status === 304) {
      await discardBody(response);
      return { kind: "unchanged" };
    }
    if (status !== 200) {
      await discardBody(response);
      const waitMs = readRetryAfter(headers.get("retry-after"), now());
      throw new SourceFailure(status === 429 ? "rate_limited" : "http_status", { status, waitMs });
    }
    return {
      kind: "feed",
      bytes: await readBytes(response),
      contentType: headers.get("content-type"),
      url: target.href,
      etag: short(headers.get("etag")),
      lastModified: short(headers.get("last-modified")),
    };
  } catch (thrown) {
    if (thrown instanceof SourceFailure) throw thrown;
    if (closing.aborted) throw new SourceFailure("closed", { cause: thrown });
    if (limit.signal.aborted) throw new SourceFailure("timeout", { cause: thrown });
    throw new SourceFailure(isNoConnection(thrown) ? "connect" : "broken_off", { cause: thrown });
  } finally {
    clearTimeout(timer);
  }
}

async function follow(
  from: URL,
  redirectHosts: readonly string[],
  known: Validators,
  { fetch, userAgent }: FetchEnvironment,
  signal: AbortSignal,
): Promise<{ response: Response; target: URL }> {
  const headers: Record<string, string> = {
    accept:
      "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/json;q=0.9, application/xml;q=0.9, text/xml;q=0.8",
    "user-agent": userAgent,
    ...(known.etag === null ? {} : { "if-none-match": known.etag }),
    ...(known.lastModified === null ? {} : { "if-modified-since": known.lastModified }),
  };
  let target = from;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const response = await fetch(target, { method: "GET", headers, redirect: "manual", signal });
    if (!REDIRECTS.includes(response.status)) return { response, target };
    await discardBody(response);
    const next = URL.parse(response.headers.get("location") ?? "", target);
    if (next === null || !mayFollow(next, from, redirectHosts)) {
      throw new SourceFailure("redirect", { status: response.status });
    }
    target = next;
  }
  throw new SourceFailure("redirect");
}

/** Another site is another source, which nobody configured; and a feed once safe must not become unsafe. */
function mayFollow(next: URL, from: URL, redirectHosts: readonly string[]): boolean {
  if (next.username !== "" || next.password !== "") return false;
  if (next.origin === from.origin) return true;
  if (next.protocol !== "https:" || next.port !== "") return false;
  return siteOf(next.hostname) === siteOf(from.hostname) || redirectHosts.includes(next.hostname);
}

function siteOf(hostname: string): string {
  return hostname.replace(/^www\./, "");
}

async function readBytes(response: Response): Promise<Uint8Array> {
  if (Number(response.headers.get("content-length") ?? 0) > MOST_BYTES) {
    await discardBody(response);
    throw new SourceFailure("too_large", { status: response.status });
  }
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, length);
    length += value.byteLength;
    if (length > MOST_BYTES) {
      await reader.cancel().catch(() => undefined);
      throw new SourceFailure("too_large", { status: response.status });
    }
    chunks.push(value);
  }
}

/** A validator is sent back with every question; one that is too long for a header is not kept. */
function short(header: string | null): string | null {
  return header !== null && header.length <= 300 ? header : null;
}

const NO_CONNECTION: readonly unknown[] = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"];

function isNoConnection(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return ("code" in thrown && NO_CONNECTION.includes(thrown.code)) || isNoConnection(thrown.cause);
}
