import { expect, test } from "vitest";
import { afterAnswer, afterFailure } from "./aggregator.ts";

const MINUTE = 60_000;
const hourly = { everyMinutes: 60 };

test("a source is asked again after its interval, a tenth sooner or later", () => {
  expect(afterAnswer(hourly, 0, 0)).toBe(54 * MINUTE);
  expect(afterAnswer(hourly, 0, 0.5)).toBe(60 * MINUTE);
  expect(afterAnswer(hourly, 1_000, 0.999_999)).toBeLessThanOrEqual(66 * MINUTE + 1_000);
});

test.each([
  [1, 15],
  [2, 30],
  [3, 60],
  [7, 960],
  [8, 1_440],
  [500, 1_440],
])("after failure %i in a row it waits %i minutes", (failures, minutes) => {
  expect(afterFailure(failures, "http_status", undefined, 0, 0.5)).toBe(minutes * MINUTE);
});

test("a machine without internet looks again within about an hour, however long it was without", () => {
  expect(afterFailure(50, "connect", undefined, 0, 0.999)).toBeLessThanOrEqual(66 * MINUTE);
});

test("a wait that the source asks for is kept when it is longer, and does not shorten ours", () => {
  expect(afterFailure(1, "rate_limited", 3_600_000, 0, 0.5)).toBe(3_600_000);
  expect(afterFailure(1, "rate_limited", 1_000, 0, 0.5)).toBe(15 * MINUTE);
});
