/** A source may ask for a long wait; more than an hour we do not believe. */
const LONGEST_MS = 3_600_000;

/**
 * Reads a `Retry-After` header (seconds, or an HTTP date) as milliseconds from `now`, at least 0 and at most an hour.
 * `undefined` when there is none or it cannot be read.
 */
export function readRetryAfter(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1_000, LONGEST_MS);
  // Only the date forms of HTTP, all with letters: `Date.parse` would also read "-5" or "1e3" as a year.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(at - now.getTime(), 0), LONGEST_MS);
}
