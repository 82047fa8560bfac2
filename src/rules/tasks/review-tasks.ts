import { addDays } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";
import type { ObligationStatus } from "../../core/obligation-status.ts";
import type { ListedTask, TaskPerson } from "./listed-task.ts";

/** A review within so many days is a line. */
const AHEAD_DAYS = 30;

/** An entry of the register, as far as its reviews go. */
export interface ReviewedEntry {
  readonly code: string;
  readonly status: ObligationStatus | null;
  readonly lastReviewedAt: Day | null;
  readonly nextReviewAt: Day | null;
  /** By when the work on it is to be done. */
  readonly workDueAt: Day | null;
  readonly person: TaskPerson | null;
}

/** Reviews that are due within a month or late. What is not tracked, or does not apply, is not reviewed. */
export function reviewTasks(entries: readonly ReviewedEntry[], today: Day): readonly ListedTask[] {
  const limit = addDays(today, AHEAD_DAYS);
  return entries.flatMap(({ code, status, lastReviewedAt, nextReviewAt, person }): ListedTask[] => {
    if (status === null || status === "not_applicable" || nextReviewAt === null || nextReviewAt > limit) return [];
    return [
      {
        key: `review:${code}`,
        kind: "review",
        due: nextReviewAt,
        weight: 2,
        minutes: 15,
        about: { kind: "review", code, lastReviewedAt },
        person,
      },
    ];
  });
}

/** Work that is to be done within a month or late, on what is not met yet. */
export function workTasks(entries: readonly ReviewedEntry[], today: Day): readonly ListedTask[] {
  const limit = addDays(today, AHEAD_DAYS);
  return entries.flatMap(({ code, status, workDueAt, person }): ListedTask[] => {
    if (status === "met" || status === "not_applicable" || workDueAt === null || workDueAt > limit) return [];
    const about = { kind: "work", code } as const;
    return [{ key: `work:${code}`, kind: "work", due: workDueAt, weight: 2, minutes: null, about, person }];
  });
}

/** Entries whose responsible member left. */
export function orphanTasks(count: number): readonly ListedTask[] {
  if (count === 0) return [];
  const about = { kind: "orphan", count } as const;
  return [{ key: "orphan:entries", kind: "orphan", due: null, weight: 2, minutes: 5, about, person: null }];
}
