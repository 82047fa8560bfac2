import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFeedDate } from "./feed-date.ts";

test.each([
  ["Sat, 21 Nov 2026 12:00:00 GMT", "2026-11-21T12:00:00Z"],
  ["Sat, 21 Nov 2026 12:00:00 +0100", "2026-11-21T11:00:00Z"],
  ["21 Nov 2026 12:00 CEST", "2026-11-21T10:00:00Z"],
  ["Sat, 21 Nov 26 12:00:00 EST", "2026-11-21T17:00:00Z"],
  ["Saturday, 21-November-2026 12:00:00 UTC", "2026-11-21T12:00:00Z"],
  ["21 Nov 2026", "2026-11-21T00:00:00Z"],
  ["Sat, 21 Nov 2026 12:00:00 +0000 (UTC)", "2026-11-21T12:00:00Z"],
  ["1 Feb 99 00:00:00 Z", "1999-02-01T00:00:00Z"],
  ["2026-11-21", "2026-11-21T00:00:00Z"],
  ["2026-11-21T12:00:00Z", "2026-11-21T12:00:00Z"],
  ["2026-11-21T12:00:00.123456+01:00", "2026-11-21T11:00:00Z"],
  ["2026-11-21 12:00", "2026-11-21T12:00:00Z"],
  ["2026-11-21T12:00:00+0100", "2026-11-21T11:00:00Z"],
  ["2026-02-28T24:00:00Z", "2026-03-01T00:00:00Z"],
])("%s is %s", (text, instant) => {
  expect(parseFeedDate(text)).toBe(Date.parse(instant));
});

test.each([
  "",
  "yesterday",
  "21. 11. 2026",
  "11/21/2026",
  "2026-02-30",
  "Sat, 31 Jun 2026 00:00:00 GMT",
  "2026-13-01",
  "2026-11-21T25:00:00Z",
  "2026-11-21T12:60:00Z",
  "1 Jan 1970 00:00:00 GMT",
  "2100-01-01",
  "21 Nov 2026 12:00:00 XYZ",
  "2026-11-21T12:00:00+99:00",
  "1700000000",
])("%j is no date", (text) => {
  expect(parseFeedDate(text)).toBeUndefined();
});

test("any instant that a feed may write is read back", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date("1990-01-02"), max: new Date("2099-12-30"), noInvalidDate: true }), (date) => {
      const seconds = Math.floor(date.getTime() / 1_000) * 1_000;
      expect(parseFeedDate(new Date(seconds).toUTCString())).toBe(seconds);
      expect(parseFeedDate(new Date(seconds).toISOString())).toBe(seconds);
    }),
  );
});

test("nonsense is never a date and never an error", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const date = parseFeedDate(text);
      expect(date === undefined || Number.isInteger(date)).toBe(true);
    }),
  );
});
