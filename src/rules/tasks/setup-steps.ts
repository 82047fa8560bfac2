import { SETUP_STEPS, type SetupStep, setupKey } from "../../core/task.ts";
import type { ListedTask } from "./listed-task.ts";

/** A first step and where it stands. */
export interface SetupStanding {
  readonly id: SetupStep;
  readonly minutes: number;
  /** `aside`: people want to do without it. */
  readonly state: "open" | "done" | "aside";
}

/** Where an organization stands with its first steps. */
export interface Setup {
  readonly steps: readonly SetupStanding[];
  /** The verdict is that the law does not reach it: what is open is voluntary. */
  readonly isVoluntary: boolean;
}

/**
 * The first steps as they stand.
 * @param done what the data of the organization say
 * @param aside the steps that were put aside
 */
export function setupOf(
  done: Readonly<Record<SetupStep, boolean>>,
  aside: ReadonlySet<SetupStep>,
  isOutOfScope: boolean,
): Setup {
  return {
    steps: SETUP_STEPS.map(({ id, minutes }) => ({
      id,
      minutes,
      state: done[id] ? "done" : aside.has(id) ? "aside" : "open",
    })),
    isVoluntary: done.verdict && isOutOfScope,
  };
}

/** The lines of the first open step, where it is not voluntary, and of those that were put aside. */
export function setupTasks(setup: Setup): readonly ListedTask[] {
  const open = setup.isVoluntary ? undefined : setup.steps.find(({ state }) => state === "open");
  return setup.steps.filter((step) => step === open || step.state === "aside").map((step) => lineOf(step, setup));
}

/** The line of an open step, be it the first one or not: each can be put aside. */
export function openSetupTask(setup: Setup, key: string): ListedTask | undefined {
  const step = setup.steps.find(({ id, state }) => state === "open" && setupKey(id) === key);
  return step === undefined ? undefined : lineOf(step, setup);
}

function lineOf({ id, minutes }: SetupStanding, { steps }: Setup): ListedTask {
  const done = steps.filter(({ state }) => state === "done").length;
  const about = { kind: "setup", step: id, done, of: steps.length } as const;
  return { key: setupKey(id), kind: "setup", due: null, weight: null, minutes, about, person: null };
}
