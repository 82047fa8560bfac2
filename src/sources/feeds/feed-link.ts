/** Longer addresses are no addresses of a text for people. */
const LONGEST = 2_000;

/** Parameters that tell where a reader came from, not what the page is. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|mc_cid|mc_eid|pk_\w+|mtm_\w+)$/i;

/**
 * The address of an item, resolved against the feed's own: http(s) only, without user name and password.
 * `undefined` for everything else (`javascript:`, `data:`, `mailto:`, nonsense).
 */
export function resolveLink(link: string, base: string): string | undefined {
  const trimmed = link.trim();
  if (trimmed === "" || trimmed.length > LONGEST) return undefined;
  const url = URL.parse(trimmed, base);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  if (url.username !== "" || url.password !== "" || url.hostname === "" || url.href.length > LONGEST) return undefined;
  return url.href;
}

/**
 * The same for all spellings of one page: no scheme, no `www.`, no fragment, no tracking parameters, parameters in
 * order, no slash at the end. For comparing only, never to be followed.
 */
export function comparableLink(url: string): string {
  const parsed = new URL(url);
  const kept = new URLSearchParams([...parsed.searchParams].filter(([name]) => !TRACKING.test(name)));
  kept.sort();
  const query = kept.toString();
  const host = parsed.host.replace(/^www\./, "");
  // Looked at from the first slash of a row only: the row may be as long as an address.
  const path = parsed.pathname.replace(/(?<!\/)\/+$/, "");
  return `${host}${path}${query === "" ? "" : `?${query}`}`;
}
