import { addDays } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";
import { TASK_BANDS, TASK_KINDS, type TaskBand, type TaskKind } from "../../core/task.ts";

/** What the place of a line depends on. */
export interface TaskFacts {
  /** Names the line within its organization: `review:NIS2-21-2-B`. */
  readonly key: string;
  readonly kind: TaskKind;
  /** `null`: no day is known. */
  readonly due: Day | null;
  /** 3 grave to 1 light; `null`: not weighed. */
  readonly weight: 1 | 2 | 3 | null;
  /** How long it takes; `null`: not known. */
  readonly minutes: number | null;
  /** A period of the law whose first day is not known and which may be over. */
  readonly mayBeOver?: true;
  /** What a state that was stored holds for besides, such as the revision that was looked at. */
  readonly mark?: string;
}

/** So many days ahead a line is due soon. */
const SOON_DAYS = 30;
/** What is due later than this is not listed. */
const LISTED_DAYS = 90;

const SOON_KINDS: readonly TaskKind[] = ["setup", "question", "finding", "access", "orphan"];

/** How soon a line is to be done. */
export function bandOf({ kind, due, weight, mayBeOver }: TaskFacts, today: Day): TaskBand {
  if (due !== null && due < today) return "now";
  if (kind === "firm" || (kind === "finding" && weight === 3)) return "now";
  if (kind === "deadline" && due === null && mayBeOver === true) return "now";
  if (due !== null && due <= addDays(today, SOON_DAYS)) return "soon";
  return SOON_KINDS.includes(kind) ? "soon" : "next";
}

/** The lines in their order. The same lines on the same day stand the same way. */
export function orderTasks<T extends TaskFacts>(tasks: readonly T[], today: Day): T[] {
  return tasks
    .map((task) => ({ task, place: placeOf(task, today) }))
    .sort((a, b) => comparePlaces(a.place, b.place))
    .map(({ task }) => task);
}

/** What two lines are compared by, the first difference decides. */
function placeOf(task: TaskFacts, today: Day): readonly (number | string)[] {
  const { key, kind, due, weight, minutes } = task;
  return [
    TASK_BANDS.indexOf(bandOf(task, today)),
    kind === "deadline" ? 0 : kind === "setup" ? 1 : 2,
    due ?? "~",
    -(weight ?? 0),
    minutes ?? Number.POSITIVE_INFINITY,
    TASK_KINDS.indexOf(kind),
    key,
  ];
}

function comparePlaces(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at] ?? one;
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

/** The lines that are near enough to be listed. The next period of the law always is, however far. */
export function nearTasks<T extends TaskFacts>(tasks: readonly T[], today: Day): T[] {
  const limit = addDays(today, LISTED_DAYS);
  const [next] = tasks
    .filter(({ kind, due }) => kind === "deadline" && due !== null && due >= today)
    .toSorted((a, b) => comparePlaces([a.due ?? "", a.key], [b.due ?? "", b.key]));
  return tasks.filter((task) => task.due === null || task.due <= limit || task === next);
}
