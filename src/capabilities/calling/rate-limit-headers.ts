import type { LimitDecision, LimitRule, LimitState } from "../../limits/limiter.ts";

export type { LimitDecision, LimitRule, LimitState };

/**
 * The `RateLimit` and `RateLimit-Policy` headers for the limits a call counts under, as structured fields:
 * `"name";q=10;w=60` (quota, window in seconds) and `"name";r=9;t=30` (remaining, seconds to the new window).
 * Implements draft-ietf-httpapi-ratelimit-headers, where every item of a list needs a name of its own: a row of the
 * limits table with two windows gives two. No limits, no headers.
 */
export function rateLimitHeaders(states: readonly LimitState[]): Record<string, string> {
  if (states.length === 0) return {};
  const named = states.map((state, index) => ({ ...state, name: nameOf(state, states.slice(0, index)) }));
  return {
    "RateLimit-Policy": named
      .map(({ name, quota, windowSeconds }) => `"${name}";q=${quota};w=${windowSeconds}`)
      .join(", "),
    RateLimit: named
      .map(({ name, remaining, resetSeconds }) => `"${name}";r=${Math.max(0, remaining)};t=${resetSeconds}`)
      .join(", "),
  };
}

/** `rest_scope_check` for the minute, `rest_scope_check_day` for the day of the same row. */
function nameOf({ name }: LimitState, before: readonly LimitState[]): string {
  return before.some((earlier) => earlier.name === name) ? `${name}_day` : name;
}
