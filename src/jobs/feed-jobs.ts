import type { StateDatabase } from "../state/state-database.ts";
import type { Jobs } from "./jobs.ts";

/** A source is asked at most this often, whatever its record says. */
const SOONEST_MS = 30_000;
const RULES = { leaseMs: 60_000, retries: 3, backoffMs: 60_000 } as const;

/** The feed as its jobs use it. */
export interface FeedOfJobs {
  /** Ids of the sources that are asked, each with the instant when it is due by the clock of this machine. */
  due(): ReadonlyMap<string, number>;
  /**
   * Asks one source. `keep` writes what came of it; it is called once, or not at all when the source need not be asked.
   * @param keep gets the instant when the source is due again, and what writes the outcome inside a transaction.
   */
  refreshSource(
    id: string,
    keep: (nextAt: number, write: (tx: StateDatabase) => Promise<void>) => Promise<void>,
  ): Promise<void>;
}

/** What the jobs of the feed need. */
export interface FeedJobsOptions {
  readonly jobs: Jobs;
  readonly feed: FeedOfJobs;
  readonly state: StateDatabase;
  /** The clock of this machine, milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * One job for each source, so that of all instances one asks it, when its own time has come. A failure of the source is
 * in its record and no failure of the job.
 */
export function defineFeedJobs({ jobs, feed, now }: FeedJobsOptions): void {
  jobs.define(
    "feed.source",
    async (_payload, signal, run) => {
      // A source that left the list has no job any more.
      if (!feed.due().has(run.key)) return;
      let isKept = false;
      await feed.refreshSource(run.key, async (nextAt, write) => {
        isKept = true;
        await run.complete(write, run.now() + Math.max(nextAt - now(), SOONEST_MS));
      });
      // We are stopping; or somebody asked it meanwhile, and it is due later.
      signal.throwIfAborted();
      if (!isKept) {
        await run.complete(undefined, run.now() + Math.max((feed.due().get(run.key) ?? 0) - now(), SOONEST_MS));
      }
    },
    RULES,
  );
}

/** Adds the jobs that are missing: at a first start, and after another list of sources came. */
export async function addFeedJobs({ jobs, feed, state, now }: FeedJobsOptions): Promise<void> {
  for (const [key, at] of feed.due()) await jobs.add(state, { kind: "feed.source", key, runAt: Math.max(at, now()) });
}
