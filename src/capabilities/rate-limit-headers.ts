import type { LimitDecision, LimitRule, LimitState } from "../limits/limiter.ts";

export type { LimitDecision, LimitRule, LimitState };

/**
 * The `RateLimit` and `RateLimit-Policy` headers for the limits a call counts under, as structured fields:
 * `"name";q=10;w=60` (quota, window in seconds) and `"name";r=9;t=30` (remaining, seconds to the new window).
 * Implements draft-ietf-httpapi-ratelimit-headers. No limits, no headers.
 */
export function rateLimitHeaders(states: readonly LimitState[]): Record<string, string> {
  if (states.length === 0) return {};
  return {
    "RateLimit-Policy": states
      .map(({ name, quota, windowSeconds }) => `"${name}";q=${quota};w=${windowSeconds}`)
      .join(", "),
    RateLimit: states
      .map(({ name, remaining, resetSeconds }) => `"${name}";r=${Math.max(0, remaining)};t=${resetSeconds}`)
      .join(", "),
  };
}
