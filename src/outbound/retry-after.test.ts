import fc from "fast-check";
import { expect, test } from "vitest";
import { readRetryAfter } from "./retry-after.ts";

const now = new Date("2026-11-21T12:00:00Z");

test.each([
  ["seconds", "120", 120_000],
  ["zero", "0", 0],
  ["blanks round it", " 5 ", 5_000],
  ["a date", "Sat, 21 Nov 2026 12:01:00 GMT", 60_000],
  ["a date that has passed", "Sat, 21 Nov 2026 11:00:00 GMT", 0],
  ["more than an hour is cut", "86400", 3_600_000],
  ["a date far away is cut", "Sat, 21 Nov 2037 12:00:00 GMT", 3_600_000],
  ["a negative number", "-5", undefined],
  ["a fraction", "1.5", undefined],
  ["a day without its time of HTTP", "2026-11-22", undefined],
  ["words", "soon, please", undefined],
  ["nothing", "", undefined],
  ["no header", null, undefined],
])("Retry-After: %s", (_case, header, ms) => {
  expect(readRetryAfter(header, now)).toBe(ms);
});

test("whatever the header says, the wait is none or between now and an hour", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (header) => {
      const ms = readRetryAfter(header, now);
      expect(ms === undefined || (ms >= 0 && ms <= 3_600_000)).toBe(true);
    }),
  );
});
