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
  ["St, 18 lis 2026 08:00:00 +0100", "2026-11-18T07:00:00Z"],
  ["St, 18 okt 2026 08:00:00 +0200", "2026-10-18T06:00:00Z"],
  ["Po, 4 máj 2026", "2026-05-04T00:00:00Z"],
  ["1 jún 2026 10:00", "2026-06-01T10:00:00Z"],
  ["1 júl 2026 10:00", "2026-07-01T10:00:00Z"],
  ["18. novembra 2026", "2026-11-18T00:00:00Z"],
  ["Čt, 1. října 2026 9:05", "2026-10-01T09:05:00Z"],
  ["2. června 2026", "2026-06-02T00:00:00Z"],
  ["2. července 2026", "2026-07-02T00:00:00Z"],
  ["3 čvc 2026", "2026-07-03T00:00:00Z"],
  ["pátek, 3 zář 2026", "2026-09-03T00:00:00Z"],
  ["5 úno 2026", "2026-02-05T00:00:00Z"],
  ["18.11.2026 08:00", "2026-11-18T08:00:00Z"],
  ["21. 11. 2026", "2026-11-21T00:00:00Z"],
  ["St 18.11.2026, 08:00:30 +0100", "2026-11-18T07:00:30Z"],
  ["Nov 18 2026", "2026-11-18T00:00:00Z"],
  ["November 18th, 2026 9:30 AM", "2026-11-18T09:30:00Z"],
  ["Sun, 15 Nov 2026 12:15 PM", "2026-11-15T12:15:00Z"],
  ["15 Nov 2026 12:15 AM GMT", "2026-11-15T00:15:00Z"],
  ["15 Nov 2026 11:15 p.m.", "2026-11-15T23:15:00Z"],
])("%s is %s", (text, instant) => {
  expect(parseFeedDate(text)).toBe(Date.parse(instant));
});

test.each([
  "",
  "yesterday",
  "11/21/2026",
  "3 čer 2026",
  "31.11.2026",
  "11.21.2026",
  "15 Nov 2026 13:15 PM",
  "15 Nov 2026 0:15 AM",
  "Nov 31 2026",
  "18 slnko 2026",
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
