import { expect, test } from "vitest";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

const state = { name: "greet", quota: 10, windowSeconds: 60, remaining: 9, resetSeconds: 30 };

test("limits are written as structured fields, one item a window with a name of its own", () => {
  const day = { ...state, quota: 100, windowSeconds: 86_400, remaining: 0, resetSeconds: 7_200 };
  expect(rateLimitHeaders([state, day])).toEqual({
    "RateLimit-Policy": '"greet";q=10;w=60, "greet_day";q=100;w=86400',
    RateLimit: '"greet";r=9;t=30, "greet_day";r=0;t=7200',
  });
});

test("without limits there are no headers, and nothing is ever less than none", () => {
  expect(rateLimitHeaders([])).toEqual({});
  expect(rateLimitHeaders([{ ...state, remaining: -3 }]).RateLimit).toBe('"greet";r=0;t=30');
});
