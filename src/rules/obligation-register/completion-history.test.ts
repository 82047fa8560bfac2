import { expect, test } from "vitest";
import type { ObligationStatus } from "../../core/obligation-status.ts";
import { completionHistory } from "./completion-history.ts";

const statuses = new Map<string, ObligationStatus | null>([
  ["A", "met"],
  ["B", "met"],
  ["C", null],
  ["D", "partial"],
]);

test("how far a register was is its present state with later changes taken back", () => {
  const changes = [
    { code: "B", day: "2026-11-20", before: "partial" },
    { code: "gone", day: "2026-11-01", before: "met" },
    { code: "D", day: "2026-10-31", before: null },
    { code: "B", day: "2026-10-31", before: "not_met" },
    { code: "A", day: "2026-02-10", before: null },
  ] as const;
  const points = completionHistory(statuses, changes, "2026-11-27");
  expect(points.map(({ day }) => day)).toEqual([
    "2025-12-31",
    "2026-01-31",
    "2026-02-28",
    "2026-03-31",
    "2026-04-30",
    "2026-05-31",
    "2026-06-30",
    "2026-07-31",
    "2026-08-31",
    "2026-09-30",
    "2026-10-31",
    "2026-11-27",
  ]);
  expect(points.map(({ completion }) => completion)).toEqual([0, 0, 25, 25, 25, 25, 25, 25, 25, 25, 50, 62]);
});

test("of fewer than two days there is no line", () => {
  expect(completionHistory(statuses, [], "2026-11-27")).toEqual([]);
  const one = { code: "A", day: "2026-11-20", before: null } as const;
  expect(completionHistory(statuses, [one, { ...one, code: "B" }], "2026-11-27")).toEqual([]);
});
