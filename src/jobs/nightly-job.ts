import type { StateDatabase } from "../state/state-database.ts";
import type { JobKind, JobPayloads, Jobs } from "./jobs.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Kinds of jobs that carry nothing and come once a night. */
export type NightlyKind = {
  [Kind in JobKind]: JobPayloads[Kind] extends null ? Kind : never;
}[JobKind];

/** One instance does `work` every night. What it does must be the same when done twice. */
export function defineNightlyJob(
  jobs: Jobs,
  kind: NightlyKind,
  work: (signal: AbortSignal, now: () => number) => Promise<void>,
): void {
  jobs.define(kind, (_payload, signal, run) => work(signal, run.now), {
    leaseMs: 5 * MINUTE_MS,
    retries: 3,
    backoffMs: 10 * MINUTE_MS,
    every: { ms: DAY_MS, jitter: 0 },
  });
}

/** Puts the job of the next night on the list, where there is none. @param minute of the day in UTC */
export async function addNightlyJob(
  jobs: Jobs,
  state: StateDatabase,
  { kind, minute }: { readonly kind: NightlyKind; readonly minute: number },
  now: number,
): Promise<void> {
  const tonight = Math.floor(now / DAY_MS) * DAY_MS + minute * MINUTE_MS;
  await jobs.add(state, { kind, key: "daily", runAt: tonight > now ? tonight : tonight + DAY_MS });
}
