/** Kinds of things to do, in the order in which equal lines stand. */
export const TASK_KINDS = [
  "deadline",
  "firm",
  "setup",
  "question",
  "finding",
  "review",
  "work",
  "risk",
  "gap",
  "supplier",
  "access",
  "expiry",
  "invitation",
  "orphan",
  "carry",
] as const;

export type TaskKind = (typeof TASK_KINDS)[number];

/** Kinds on which owners and administrators alone act. */
export const MANAGED_TASKS: readonly TaskKind[] = ["access", "invitation", "risk"];

/** How soon: first what is late or grave, then what is due within a month, then the rest. */
export const TASK_BANDS = ["now", "soon", "next"] as const;

export type TaskBand = (typeof TASK_BANDS)[number];

/** Where a line stands. */
export const TASK_STATES = ["open", "snoozed", "done"] as const;

export type TaskState = (typeof TASK_STATES)[number];

/** The first steps of an organization in their order, each with the minutes that it takes. */
export const SETUP_STEPS = [
  { id: "firm", minutes: 1 },
  { id: "verdict", minutes: 5 },
  { id: "questionnaire", minutes: 20 },
  { id: "domain", minutes: 5 },
  { id: "register", minutes: 5 },
  { id: "people", minutes: 2 },
  { id: "profile", minutes: 40 },
] as const;

export type SetupStep = (typeof SETUP_STEPS)[number]["id"];

/** The key of the line of a first step. */
export function setupKey(step: SetupStep): string {
  return `setup:${step}`;
}
