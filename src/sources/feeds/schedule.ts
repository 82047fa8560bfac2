import type { FeedSource } from "./feed-source.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The first repetition after a failure; each further failure doubles it. */
const FIRST_RETRY_MS = 15 * MINUTE_MS;

/**
 * When to ask a source again after it answered: its own interval, up to a tenth sooner or later, so that many
 * instances don't ask together. Milliseconds since 1970.
 * @param random a number from 0 up to 1.
 */
export function afterAnswer({ everyMinutes }: Pick<FeedSource, "everyMinutes">, now: number, random: number): number {
  return Math.round(now + everyMinutes * MINUTE_MS * (0.9 + random * 0.2));
}

/**
 * When to ask again after a failure: later with each one in a row, at most once a day; where no connection could be
 * made, which is mostly our own side, at most after an hour. A wait that the source asks for is kept.
 * @param failuresInARow at least 1, this failure included.
 * @param waitMs what the source asked for with `Retry-After`, if anything.
 */
export function afterFailure(
  failuresInARow: number,
  kind: string,
  waitMs: number | undefined,
  now: number,
  random: number,
): number {
  const longest = kind === "connect" ? HOUR_MS : DAY_MS;
  const pause = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failuresInARow - 1, 12), longest);
  return Math.round(now + Math.max(pause * (0.9 + random * 0.2), waitMs ?? 0));
}
