import type { Locale } from "../../../core/locale.ts";
import { href } from "../paths.ts";

/** How the feed is filtered, as it stands in an address. */
export interface FeedQuery {
  readonly jurisdiction?: string | undefined;
  readonly topic?: string | undefined;
  readonly source?: string | undefined;
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}

const NAMES = ["jurisdiction", "topic", "source", "limit", "page", "when"] as const;

/**
 * The arguments that a query has for the feed. What the feed does not know is left out: programs add
 * parameters to links (`utm_source`, `fbclid`), which is no mistake of the reader. What it knows is passed on as it is,
 * also twice or with a wrong value: the capability refuses it and says which one.
 * @param known the names that this address understands.
 */
export function readFeedQuery(
  query: URLSearchParams,
  known: readonly (typeof NAMES)[number][],
): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const name of known) {
    const [value, ...more] = query.getAll(name);
    if (value === undefined || (value === "" && more.length === 0)) continue;
    const isNumber = (name === "limit" || name === "page") && /^\d{1,9}$/.test(value);
    args[name] = more.length > 0 ? [value, ...more] : isNumber ? Number(value) : value;
  }
  return args;
}

/** The address of the feed, or of a document of it, with these filters in their one order. */
export function feedHref(
  locale: Locale,
  path: string,
  { jurisdiction, topic, source, limit, page }: FeedQuery,
): string {
  return href(locale, path, { jurisdiction, topic, source, limit, page: page === 1 ? undefined : page });
}
