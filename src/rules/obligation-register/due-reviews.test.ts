import { expect, test } from "vitest";
import { dueReviews } from "./due-reviews.ts";

const met = (nextReviewAt: string) => ({ status: "met", nextReviewAt }) as const;
const none = { in30: 0, in7: 0, today: 0, overdue: 0 };

test.each([
  ["2026-12-23", { in30: 1 }],
  ["2026-12-22", null],
  ["2026-12-24", null],
  ["2026-11-30", { in7: 1 }],
  ["2026-11-29", null],
  ["2026-11-23", { today: 1 }],
  ["2026-11-22", null],
  ["2026-10-24", { overdue: 1 }],
  ["2026-10-25", null],
  ["2026-09-24", { overdue: 1 }],
  ["2024-02-29", null],
])("a review on %s is named on 23 November 2026 as %j", (day, named) => {
  expect(dueReviews([met(day)], "2026-11-23")).toEqual(named === null ? null : { ...none, ...named });
});

test("over the end of a leap year's February the days are counted, not the months", () => {
  expect(dueReviews([met("2028-03-01")], "2028-01-31")).toEqual({ ...none, in30: 1 });
  expect(dueReviews([met("2028-02-29")], "2028-03-30")).toEqual({ ...none, overdue: 1 });
});

test("what is not tracked, does not apply or has no day is not named; the rest is counted", () => {
  const day = "2026-11-23";
  expect(dueReviews([{ status: null, nextReviewAt: day }], day)).toBeNull();
  expect(dueReviews([{ status: "not_applicable", nextReviewAt: day }], day)).toBeNull();
  expect(dueReviews([{ status: "met", nextReviewAt: null }], day)).toBeNull();
  expect(dueReviews([met(day), met(day), met("2026-11-30")], day)).toEqual({ ...none, today: 2, in7: 1 });
});

test.each([
  // Nobody was reminded since 20 November.
  ["2026-12-24", null],
  ["2026-12-23", { in30: 1 }],
  ["2026-12-20", { in30: 1 }],
  ["2026-12-19", null],
  ["2026-11-30", { in7: 1 }],
  ["2026-11-27", { in7: 1 }],
  ["2026-11-26", null],
  ["2026-11-24", null],
  ["2026-11-23", { today: 1 }],
  ["2026-11-20", { overdue: 1 }],
  ["2026-11-19", null],
  ["2026-10-21", { overdue: 1 }],
  ["2026-10-20", null],
])("a review on %s, of which nobody was reminded for three days, is named on 23 November 2026 as %j", (day, named) => {
  expect(dueReviews([met(day)], "2026-11-23", "2026-11-20")).toEqual(named === null ? null : { ...none, ...named });
});

test("after months without a mail each review is named once, as it stands; a first day that is ahead misses nothing", () => {
  const entries = ["2026-12-24", "2026-12-20", "2026-11-25", "2026-11-23", "2026-11-01", "2026-01-01"].map(met);
  expect(dueReviews(entries, "2026-11-23", "2026-06-01")).toEqual({ in30: 1, in7: 1, today: 1, overdue: 2 });
  expect(dueReviews([met("2026-12-22")], "2026-11-23", "2026-11-25")).toBeNull();
});
