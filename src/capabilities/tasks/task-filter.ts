import { z } from "zod";
import { TASK_BANDS, TASK_KINDS, TASK_STATES } from "../../core/task.ts";
import type { StandingTask } from "./read-tasks.ts";

/** What the list of what to do can be narrowed to. */
export const taskFilters = {
  mine: z.boolean().default(false).describe("Only lines that are yours to do."),
  kind: z.enum(TASK_KINDS).optional(),
  band: z.enum(TASK_BANDS).optional(),
  state: z.enum(TASK_STATES).default("open"),
};

/** The lines that filters leave. */
export function filteredTasks(
  tasks: readonly StandingTask[],
  { mine, kind, band, state }: z.output<z.ZodObject<typeof taskFilters>>,
  accountId: string,
): readonly StandingTask[] {
  return tasks.filter(
    (task) =>
      task.state === state &&
      (kind === undefined || task.kind === kind) &&
      (band === undefined || task.band === band) &&
      (!mine || isMine(task, accountId)),
  );
}

/** True for a line that somebody is to do. */
export function isMine({ assignee }: StandingTask, accountId: string): boolean {
  return assignee?.type === "member" && assignee.accountId === accountId;
}
