import { expect, test } from "vitest";
import { OBLIGATION_STATUSES } from "../../core/obligation-status.ts";
import {
  type EnteredStatus,
  isCurrentVersion,
  isLaterThanRecommended,
  isWorkOverdue,
  saveEntry,
  workDayFault,
} from "./save-entry.ts";

const TODAY = "2026-11-22";

const enter = (fields: Partial<EnteredStatus>): EnteredStatus => ({
  status: "met",
  evidenceNote: "",
  responsiblePerson: "",
  lastReviewedAt: null,
  nextReviewAt: null,
  ...fields,
});

const save = (fields: Partial<EnteredStatus>, intervalMonths = 12) =>
  saveEntry(enter(fields), { today: TODAY, intervalMonths });

test("a save by a person is manual, reviewed today and looked at again after the interval of the catalog", () => {
  expect(save({ status: "partial" })).toEqual({
    ...enter({ status: "partial", lastReviewedAt: TODAY, nextReviewAt: "2027-11-22" }),
    statusSource: "manual",
  });
});

test.each([
  ["2026-08-31", 6, "2027-02-28"],
  ["2023-08-31", 6, "2024-02-29"],
  ["2024-02-29", 12, "2025-02-28"],
  ["2026-01-31", 1, "2026-02-28"],
  ["2026-10-31", 1, "2026-11-30"],
])("reviewed on %s, an interval of %i months ends on %s", (lastReviewedAt, months, nextReviewAt) => {
  expect(save({ lastReviewedAt }, months)).toMatchObject({ nextReviewAt });
});

test("what is not tracked has neither source nor dates, and keeps its note and person", () => {
  const entered = { evidenceNote: "Zápisnica", responsiblePerson: "Jana", lastReviewedAt: TODAY };
  expect(save({ status: null, ...entered, nextReviewAt: "1999-01-01" })).toEqual({
    ...enter({ status: null, evidenceNote: "Zápisnica", responsiblePerson: "Jana" }),
    statusSource: null,
  });
});

test.each([
  ["today", TODAY, []],
  ["tomorrow", "2026-11-23", ["lastReviewedAt in_the_future"]],
  ["the first day of 2000", "2000-01-01", []],
  ["the day before it", "1999-12-31", ["lastReviewedAt before_2000"]],
])("a last review on %s", (_case, lastReviewedAt, expected) => {
  expect(faultsOf(save({ lastReviewedAt }))).toEqual(expected);
});

test.each([
  ["the day of the last review", TODAY, ["nextReviewAt not_later"]],
  ["the day after", "2026-11-23", []],
  ["ten years later", "2036-11-22", []],
  ["ten years and a day later", "2036-11-23", ["nextReviewAt too_late"]],
])("a next review on %s", (_case, nextReviewAt, expected) => {
  expect(faultsOf(save({ lastReviewedAt: TODAY, nextReviewAt }))).toEqual(expected);
});

test.each([
  ["", ["evidenceNote reason_missing"]],
  [" \n ", ["evidenceNote reason_missing"]],
  ["We have no suppliers.", []],
])("what does not apply needs a reason: %j", (evidenceNote, expected) => {
  expect(faultsOf(save({ status: "not_applicable", evidenceNote }))).toEqual(expected);
});

test("everything that is wrong is said at once", () => {
  const entered = { status: "not_applicable", lastReviewedAt: "2027-01-01", nextReviewAt: "2026-01-01" } as const;
  expect(faultsOf(save(entered))).toEqual([
    "evidenceNote reason_missing",
    "lastReviewedAt in_the_future",
    "nextReviewAt not_later",
  ]);
});

function faultsOf(saved: ReturnType<typeof saveEntry>): readonly string[] {
  if (!Array.isArray(saved)) return [];
  return saved.map((fault) => `${fault.field} ${"why" in fault ? fault.why : fault.code}`);
}

test.each([
  ["nothing was there and nothing is", 0, undefined, true],
  ["nothing was there, and somebody saved it first", 0, 1, false],
  ["the stored version", 3, 3, true],
  ["an older version", 2, 3, false],
  ["a version that does not exist yet", 4, 3, false],
  ["a version of an entry that is gone", 1, undefined, false],
])("a form that shows %s", (_case, sent, stored, expected) => {
  expect(isCurrentVersion(sent, stored)).toBe(expected);
});

test.each([
  ["the day of the catalog", "2026-08-31", "2027-02-28", false],
  ["the day after it", "2026-08-31", "2027-03-01", true],
  ["the day before it", "2026-08-31", "2027-02-27", false],
  ["a leap day", "2023-08-31", "2024-02-29", false],
  ["no day", "2026-08-31", null, false],
])("a next review on %s is later than recommended or not", (_case, lastReviewedAt, nextReviewAt, expected) => {
  expect(isLaterThanRecommended({ lastReviewedAt, nextReviewAt }, 6)).toBe(expected);
});

const STATES = [...OBLIGATION_STATUSES, null];

test.each(STATES.flatMap((from) => STATES.map((to) => [from, to] as const)))(
  "by hand %s may become %s",
  (from, status) => {
    const before = save({ status: from, evidenceNote: "reason" });
    expect(before).toMatchObject({ status: from });
    expect(save({ ...(before as EnteredStatus), status })).toMatchObject({
      status,
      statusSource: status === null ? null : "manual",
    });
  },
);

test.each([
  [null, undefined],
  ["2026-11-22", undefined],
  ["2036-11-22", undefined],
  ["2026-11-21", "in_the_past"],
  ["2036-11-23", "too_far"],
] as const)("work that is due on %s is %s", (day, why) => {
  expect(workDayFault(day, null, TODAY)?.why).toBe(why);
  // A day that is stored stays, also when it is past.
  expect(workDayFault(day, day, TODAY)).toBeUndefined();
});

test("work is overdue after its day, unless the obligation is met or does not apply", () => {
  for (const status of [null, "partial", "in_progress", "not_met"] as const) {
    expect(isWorkOverdue(status, "2026-11-21", TODAY)).toBe(true);
    expect(isWorkOverdue(status, TODAY, TODAY)).toBe(false);
    expect(isWorkOverdue(status, null, TODAY)).toBe(false);
  }
  for (const status of ["met", "not_applicable"] as const)
    expect(isWorkOverdue(status, "2020-01-01", TODAY)).toBe(false);
});
