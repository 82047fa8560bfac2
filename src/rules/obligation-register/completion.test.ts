import { expect, test } from "vitest";
import type { ObligationStatus } from "../../core/obligation-status.ts";
import { completionOf, isOverdue } from "./completion.ts";

type Status = ObligationStatus | null;
const times = (count: number, status: Status): readonly Status[] => Array.from({ length: count }, () => status);

test.each<[string, readonly Status[], number]>([
  ["nothing is tracked", times(30, null), 0],
  ["one of thirty is partly met", [...times(29, null), "partial"], 1],
  ["one of thirty is met", [...times(29, null), "met"], 3],
  ["all but one are met", [...times(29, "met"), "not_met"], 96],
  ["all are met", times(30, "met"), 100],
  ["all but a partly met one are met", [...times(199, "met"), "partial"], 99],
  ["all that apply are met", [...times(10, "met"), ...times(20, "not_applicable")], 100],
  ["nothing applies", times(30, "not_applicable"), 100],
  ["work is under way", times(30, "in_progress"), 0],
  ["half is met", [...times(15, "met"), ...times(15, "not_met")], 50],
  ["there is no obligation", [], 0],
])("where %s: %#", (_case, statuses, expected) => {
  expect(completionOf(statuses)).toBe(expected);
});

test.each<[string, Status, string | null, boolean]>([
  ["a review of yesterday", "met", "2026-11-21", true],
  ["a review of today", "met", "2026-11-22", false],
  ["a review of tomorrow", "met", "2026-11-23", false],
  ["an obligation that is not tracked", null, "2026-11-21", false],
  ["an obligation that does not apply", "not_applicable", "2026-11-21", false],
  ["an obligation without a review", "not_met", null, false],
])("%s is overdue or not: %#", (_case, status, next, expected) => {
  expect(isOverdue(status, next, "2026-11-22")).toBe(expected);
});
