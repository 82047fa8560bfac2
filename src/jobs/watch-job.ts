import type { StateDatabase } from "../state/state-database.ts";
import type { Jobs } from "./jobs.ts";

const MINUTE_MS = 60_000;

/** What the watch of firms is done with. */
export interface WatchJobOptions {
  /** The register file and the rules of this instance now. */
  version(): WatchVersion;
  /** Compares all watched firms with them. */
  watch(signal: AbortSignal, now: () => number): Promise<void>;
}

/** Which register file firms are compared with, and by which rules. */
export interface WatchVersion {
  /** When the file was built. */
  readonly snapshot: string;
  readonly ruleSet: string;
}

/** The key of the job of a file and a rule set: among all instances it is done once. */
export function watchKey({ snapshot, ruleSet }: WatchVersion): string {
  return `${snapshot} ${ruleSet}`;
}

/** One instance that has the file compares all watched firms with it; another one leaves the job. */
export function defineWatchJob(jobs: Jobs, { version, watch }: WatchJobOptions): void {
  jobs.define(
    "watch.snapshot",
    async (_payload, signal, run) => {
      const [snapshot = ""] = run.key.split(" ");
      if (version().snapshot < snapshot) return run.complete(undefined, run.now() + MINUTE_MS);
      await watch(signal, run.now);
      await run.complete();
    },
    { leaseMs: MINUTE_MS, retries: 5, backoffMs: MINUTE_MS },
  );
}

/** Puts the job of a file and a rule set on the list. */
export function addWatchJob(
  jobs: Pick<Jobs, "add">,
  state: StateDatabase,
  version: WatchVersion,
  now: number,
): Promise<boolean> {
  return jobs.add(state, { kind: "watch.snapshot", key: watchKey(version), runAt: now });
}
