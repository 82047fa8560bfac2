import { expect, test } from "vitest";
import { addDays } from "../../core/calendar.ts";
import { type DigestTask, digestLines, isEmpty } from "./digest-lines.ts";

const TODAY = "2026-11-23";
const ME = "acc_me";

const line = (key: string, days: number | null, more: Partial<DigestTask> = {}): DigestTask => ({
  key,
  kind: "review",
  due: days === null ? null : addDays(TODAY, days),
  weight: 2,
  minutes: 15,
  about: { kind: "review", code: "NIS2-21-1", lastReviewedAt: null },
  person: null,
  band: days !== null && days < 0 ? "now" : "soon",
  state: "open",
  assignee: { type: "member", accountId: ME },
  givenOn: null,
  ...more,
});

const linesOf = (tasks: readonly DigestTask[], isWeekly: boolean, isManager = false) => {
  const lines = digestLines(tasks, { accountId: ME, isManager, isWeekly, today: TODAY, since: "2026-11-20" });
  const keys = (of: readonly DigestTask[]) => of.map(({ key }) => key);
  return { late: keys(lines.late), due: keys(lines.due), given: keys(lines.given), now: keys(lines.now) };
};

test("a weekly digest lists everything late and due, a daily one of what reaches a mark", () => {
  const days = [-45, -30, -1, 0, 1, 7, 14, 15, 30];
  const tasks = days.map((day) => line(String(day), day));
  expect(linesOf(tasks, true)).toEqual({ late: ["-45", "-30", "-1"], due: ["0", "1", "7", "14"], given: [], now: [] });
  expect(linesOf(tasks, false)).toEqual({ late: ["-30"], due: ["0", "7", "30"], given: [], now: [] });
});

test("it lists one's own lines, of what was given lately, and those who manage of what is to be done now", () => {
  const nobody = { assignee: null } as const;
  const tasks = [
    line("late", -1, nobody),
    line("given", null, { givenOn: "2026-11-20" }),
    line("before", null, { givenOn: "2026-11-19" }),
    line("done", -1, { state: "done" }),
  ];
  expect(linesOf(tasks, true)).toEqual({ late: [], due: [], given: ["given"], now: [] });
  expect(linesOf(tasks, true, true).now).toEqual(["late"]);
  const none = digestLines([], { accountId: ME, isManager: true, isWeekly: true, today: TODAY, since: null });
  expect(isEmpty(none)).toBe(true);
});
