import { describe, expect, test } from "vitest";
import { localDay, localInstants } from "./local-time.ts";

describe("a local time", () => {
  test("is one instant, two in the hour that comes twice, none in the hour that is skipped", () => {
    expect(localInstants("2027-01-15T09:30")).toEqual(["2027-01-15T08:30:00.000Z"]);
    expect(localInstants("2027-07-15T09:30")).toEqual(["2027-07-15T07:30:00.000Z"]);
    expect(localInstants("2027-10-31T02:30")).toEqual(["2027-10-31T00:30:00.000Z", "2027-10-31T01:30:00.000Z"]);
    expect(localInstants("2027-03-28T02:30")).toEqual([]);
  });

  test("is nothing for any other text", () => {
    for (const text of ["", "2027-02-30T10:00", "2027-01-15", "2027-01-15T25:00", "tomorrow"]) {
      expect(localInstants(text), text).toEqual([]);
    }
  });
});

test("an instant has the day that the clocks of both countries show", () => {
  expect(localDay("2026-11-22T22:59:00Z")).toBe("2026-11-22");
  expect(localDay("2026-11-22T23:00:00Z")).toBe("2026-11-23");
  expect(localDay("2026-07-22T22:00:00Z")).toBe("2026-07-23");
});
