import { expect, test } from "vitest";
import { dayOf, inForce, isDay, localDayOf } from "./day.ts";

test.each([
  ["2026-11-21", true],
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["2026-02-30", false],
  ["2026-13-01", false],
  ["2026-1-1", false],
  ["2026-11-21T00:00:00Z", false],
  ["", false],
  ["tomorrow", false],
])("%s is a day of the calendar: %s", (text, isReal) => {
  expect(isDay(text)).toBe(isReal);
});

test("the day of an instant is the one in UTC", () => {
  expect(dayOf(new Date("2026-11-21T23:59:59.999Z"))).toBe("2026-11-21");
});

const law = [
  { from: "2025-01-01", text: "first" },
  { from: "2026-01-01", text: "second" },
];

test.each([
  ["2024-12-31", undefined],
  ["2025-01-01", "first"],
  ["2025-12-31", "first"],
  ["2026-01-01", "second"],
])("on %s the text in force is %s", (asOf, text) => {
  expect(inForce(law, asOf)?.text).toBe(text);
});

test.each([
  ["2026-11-19T23:00:00Z", "2026-11-20", "an authority's midnight in winter"],
  ["2026-11-19T22:59:59Z", "2026-11-19", "a second before it"],
  ["2026-07-19T22:00:00Z", "2026-07-20", "midnight in summer"],
  ["2026-11-20T00:00:00Z", "2026-11-20", "a day that was given without a time"],
])("%s is %s in Slovakia and Czechia: %s", (instant, day) => {
  expect(localDayOf(new Date(instant))).toBe(day);
});
