import { SourceFailure } from "../../outbound/failure.ts";
import { type Fetch, follow, reasonOf } from "../../outbound/follow.ts";
import { discardBody, readBytes } from "../../outbound/read-body.ts";
import { readRetryAfter } from "../../outbound/retry-after.ts";
import type { FeedSource } from "./feed-source.ts";

/** A larger feed is none: the largest real one has a few hundred kilobytes. */
export const MOST_BYTES = 5 * 1024 * 1024;

/** Longest time for one feed with all its redirects, in milliseconds. */
const WHOLE_MS = 20_000;

const MOST_REDIRECTS = 4;

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
    const asked = new URL(url);
    const request = {
      url: asked,
      headers: headersOf(known, environment.userAgent),
      redirectTo: [...namesOf(asked.hostname), ...redirectHosts].map((host) => `https://${host}`),
      mostRedirects: MOST_REDIRECTS,
    };
    const { response, url: answered } = await follow(environment.fetch, request, signal);
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
      bytes: await readBytes(response, MOST_BYTES),
      contentType: headers.get("content-type"),
      url: answered.href,
      etag: short(headers.get("etag")),
      lastModified: short(headers.get("last-modified")),
    };
  } catch (thrown) {
    throw closing.aborted ? new SourceFailure("closed", { cause: thrown }) : reasonOf(thrown, signal);
  } finally {
    clearTimeout(timer);
  }
}

function headersOf(known: Validators, userAgent: string): Record<string, string> {
  return {
    accept:
      "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/json;q=0.9, application/xml;q=0.9, text/xml;q=0.8",
    "user-agent": userAgent,
    ...(known.etag === null ? {} : { "if-none-match": known.etag }),
    ...(known.lastModified === null ? {} : { "if-modified-since": known.lastModified }),
  };
}

/** The names of one site: with and without `www.`. */
function namesOf(hostname: string): readonly string[] {
  const site = hostname.replace(/^www\./, "");
  return [site, `www.${site}`];
}

/** A validator is sent back with every question; one that is too long for a header is not kept. */
function short(header: string | null): string | null {
  return header !== null && header.length <= 300 ? header : null;
}
