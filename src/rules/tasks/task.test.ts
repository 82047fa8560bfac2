import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../../core/calendar.ts";
import { TASK_BANDS, TASK_KINDS } from "../../core/task.ts";
import { bandOf, nearTasks, orderTasks, type TaskFacts } from "./task.ts";
import { fingerprintOf, taskStateOf } from "./task-state.ts";

const TODAY = "2026-11-27";

const task: fc.Arbitrary<TaskFacts> = fc.record({
  key: fc.string({ minLength: 1, maxLength: 6 }),
  kind: fc.constantFrom(...TASK_KINDS),
  due: fc.option(fc.integer({ min: -60, max: 130 }).map((days) => addDays(TODAY, days))),
  weight: fc.option(fc.constantFrom(1 as const, 2 as const, 3 as const)),
  minutes: fc.option(fc.constantFrom(1, 5, 15, 120, 480)),
});

const list = fc.uniqueArray(task, { selector: ({ key }) => key, maxLength: 40 });

/** Another way to the same order: sorted stably by one thing after the other, the least one first. */
function sortedAnew(tasks: readonly TaskFacts[]): TaskFacts[] {
  const late = ({ due }: TaskFacts) => due !== null && due < TODAY;
  const month = addDays(TODAY, 30);
  const band = (one: TaskFacts) => {
    const isNow = late(one) || one.kind === "firm" || (one.kind === "finding" && one.weight === 3);
    const isSoon =
      (one.due !== null && one.due <= month) ||
      ["setup", "question", "finding", "access", "orphan"].some((kind) => kind === one.kind);
    return isNow ? 0 : isSoon ? 1 : 2;
  };
  const steps: ((a: TaskFacts, b: TaskFacts) => number)[] = [
    (a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
    (a, b) => TASK_KINDS.indexOf(a.kind) - TASK_KINDS.indexOf(b.kind),
    (a, b) => (a.minutes ?? 1e9) - (b.minutes ?? 1e9),
    (a, b) => (b.weight ?? 0) - (a.weight ?? 0),
    (a, b) => Date.parse(a.due ?? "9999-01-01") - Date.parse(b.due ?? "9999-01-01"),
    (a, b) => Number(b.kind === "setup") - Number(a.kind === "setup"),
    (a, b) => Number(b.kind === "deadline") - Number(a.kind === "deadline"),
    (a, b) => band(a) - band(b),
  ];
  return steps.reduce((sorted, step) => sorted.toSorted(step), [...tasks]);
}

test("a thousand lists stand in the order of an independent sort, whatever order they came in", () => {
  fc.assert(
    fc.property(list, (tasks) => {
      const ordered = orderTasks(tasks, TODAY);
      expect(ordered.map(({ key }) => key)).toEqual(sortedAnew(tasks).map(({ key }) => key));
      expect(orderTasks(tasks.toReversed(), TODAY)).toEqual(ordered);
    }),
    { numRuns: 1_000 },
  );
});

test("bands come one after the other: what is late or grave, what is due within a month, the rest", () => {
  const line = { key: "k", kind: "review", due: null, weight: 2, minutes: 15 } as const;
  const cases: readonly (readonly [Partial<TaskFacts>, string])[] = [
    [{ due: "2026-11-26" }, "now"],
    [{ due: TODAY }, "soon"],
    [{ due: "2026-12-27" }, "soon"],
    [{ due: "2026-12-28" }, "next"],
    [{ kind: "firm" }, "now"],
    [{ kind: "finding", weight: 3 }, "now"],
    [{ kind: "finding", weight: 2 }, "soon"],
    [{ kind: "deadline", mayBeOver: true }, "now"],
    [{ kind: "deadline" }, "next"],
    [{ kind: "setup" }, "soon"],
    [{ kind: "gap", weight: 3 }, "next"],
  ];
  for (const [facts, band] of cases) expect([facts, bandOf({ ...line, ...facts }, TODAY)]).toEqual([facts, band]);
  fc.assert(
    fc.property(list, (tasks) => {
      const bands = orderTasks(tasks, TODAY).map((each) => TASK_BANDS.indexOf(bandOf(each, TODAY)));
      expect(bands).toEqual(bands.toSorted((a, b) => a - b));
    }),
  );
});

test("what is due in more than 90 days is not listed, but the next period of the law always is", () => {
  const line = { weight: 3, minutes: null } as const;
  const far = (key: string, kind: "deadline" | "review", due: string) => ({ ...line, key, kind, due });
  const tasks = [
    far("late", "deadline", "2026-01-01"),
    far("near", "review", "2027-02-25"),
    far("far", "review", "2027-02-26"),
    far("second", "deadline", "2027-12-01"),
    far("first", "deadline", "2027-11-01"),
  ];
  expect(nearTasks(tasks, TODAY).map(({ key }) => key)).toEqual(["late", "near", "first"]);
});

test("what was put off or done returns when it gets worse, and when its day comes", () => {
  const line: TaskFacts = { key: "k", kind: "finding", due: null, weight: 2, minutes: 15 };
  const fingerprint = fingerprintOf(line);
  const snoozed = { state: "snoozed", until: "2026-12-10", fingerprint } as const;
  const done = { state: "done", until: null, fingerprint } as const;
  expect(taskStateOf(line, undefined, TODAY)).toBe("open");
  expect(taskStateOf(line, { state: null, until: null, fingerprint }, TODAY)).toBe("open");
  expect(taskStateOf(line, snoozed, TODAY)).toBe("snoozed");
  expect(taskStateOf(line, snoozed, "2026-12-09")).toBe("snoozed");
  expect(taskStateOf(line, snoozed, "2026-12-10")).toBe("open");
  expect(taskStateOf(line, done, "2028-01-01")).toBe("done");
  for (const worse of [{ weight: 3 }, { due: "2026-12-31" }, { mark: "2" }] as const) {
    expect(taskStateOf({ ...line, ...worse }, snoozed, TODAY)).toBe("open");
    expect(taskStateOf({ ...line, ...worse }, done, TODAY)).toBe("open");
  }
  expect(taskStateOf({ ...line, weight: 1 }, done, TODAY)).toBe("done");
});
