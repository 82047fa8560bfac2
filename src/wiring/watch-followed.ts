import type { Jobs } from "../jobs/jobs.ts";
import { addWatchJob, type WatchVersion, watchKey } from "../jobs/watch-job.ts";
import { listOrganizations } from "../state/organizations.ts";
import type { StateDatabase } from "../state/state-database.ts";
import { firmsAfter, unwatchedAfter, watchRun } from "../state/watch.ts";

/** So often it is looked whether a register file is held, in milliseconds. */
const LOOK_MS = 60_000;

/** What the watch of firms says in `/readyz`. `held`: a register file that changes many firms waits for the operator. */
export type WatchHealth = "ok" | "held";

/** Keeps up with the register file and the rules of this instance. */
export interface FollowedWatch {
  /** Has a file or rules that this process did not meet before compared. Asks the state once a minute besides. */
  poll(): Promise<void>;
  health(): WatchHealth;
}

export function followWatch({
  jobs,
  state,
  version,
  now,
}: {
  readonly jobs: Pick<Jobs, "add" | "wake">;
  readonly state: StateDatabase & { now(): Promise<number> };
  readonly version: () => WatchVersion;
  readonly now: () => number;
}): FollowedWatch {
  /** What needs no job any more, and what was looked at last. */
  let met = "";
  let seen = "";
  let lookAt = 0;
  let health: WatchHealth = "ok";
  return {
    health: () => health,
    poll: async () => {
      const key = watchKey(version());
      if (key === seen && now() < lookAt) return;
      const run = await watchRun(state);
      const isDone = watchKey({ snapshot: run.snapshot, ruleSet: run.rule_set }) === key && run.state === "done";
      health = run.state === "held" ? "held" : "ok";
      // Where nobody watches a firm there is nothing to compare yet.
      if (key !== met && (await isAnyWatched(state))) {
        if (!isDone && run.state !== "held" && (await addWatchJob(jobs, state, version(), await state.now())))
          jobs.wake();
        met = key;
      }
      seen = key;
      lookAt = now() + LOOK_MS;
    },
  };
}

async function isAnyWatched(state: StateDatabase): Promise<boolean> {
  if ((await firmsAfter(state, "", 1)).length > 0 || (await unwatchedAfter(state, "", 1)).length > 0) return true;
  return (await listOrganizations(state, "", 1)).length > 0;
}
