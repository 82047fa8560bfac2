import type { FirstCount, LimitDecision, LimitRule, LimitState } from "../../limits/limiter.ts";

export { UNCOUNTED } from "../../limits/first-count.ts";
export type { FirstCount, LimitDecision, LimitRule, LimitState };

/**
 * The `RateLimit` and `RateLimit-Policy` headers for the limits a call counts under, as structured fields:
 * `"name";q=10;w=60` (quota, window in seconds) and `"name";r=9;t=30` (remaining, seconds to the new window).
 * Implements draft-ietf-httpapi-ratelimit-headers, where every item of a list needs a name of its own: a row of the
 * limits table with two windows gives two. No limits, no headers.
 */
export function rateLimitHeaders(states: readonly LimitState[]): Readonly<Record<string, string>> {
  if (states.length === 0) return NONE;
  let policy = "";
  let left = "";
  for (let index = 0; index < states.length; index++) {
    const state = states[index];
    if (state === undefined) continue;
    const item = `${index === 0 ? "" : ", "}"${nameOf(state.name, index, states)}"`;
    policy += `${item};q=${state.quota};w=${state.windowSeconds}`;
    left += `${item};r=${Math.max(0, state.remaining)};t=${state.resetSeconds}`;
  }
  return { "RateLimit-Policy": policy, RateLimit: left };
}

const NONE: Readonly<Record<string, string>> = Object.freeze({});

/** `rest_scope_check` for the minute, `rest_scope_check_day` for the day of the same row. */
function nameOf(name: string, index: number, states: readonly LimitState[]): string {
  for (let before = 0; before < index; before++) if (states[before]?.name === name) return `${name}_day`;
  return name;
}
