import type { Day } from "../../core/day.ts";
import type { TaskState } from "../../core/task.ts";
import type { TaskFacts } from "./task.ts";

/** What was stored of a line. */
export interface StoredTaskState {
  readonly state: "snoozed" | "done" | null;
  /** The day on which a snoozed line returns. */
  readonly until: Day | null;
  /** What the line was then (`fingerprintOf`). */
  readonly fingerprint: string;
}

/** What a line is: a state that was stored holds while this does not get worse. */
export function fingerprintOf({ kind, due, weight, mark }: TaskFacts): string {
  return [kind, due ?? "", weight ?? "", mark ?? ""].join("|");
}

/**
 * Where a line stands today. A snoozed or done one returns when its day or its mark is another, or its weight higher;
 * a snoozed one returns on its day besides.
 */
export function taskStateOf(task: TaskFacts, stored: StoredTaskState | undefined, today: Day): TaskState {
  const state = stored?.state ?? null;
  if (stored === undefined || state === null) return "open";
  const [, due = "", weight = "", mark = ""] = stored.fingerprint.split("|");
  if (due !== (task.due ?? "") || mark !== (task.mark ?? "")) return "open";
  if ((task.weight ?? 0) > Number(weight)) return "open";
  if (state === "snoozed" && (stored.until === null || stored.until <= today)) return "open";
  return state;
}
