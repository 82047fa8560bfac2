import type { StateDatabase } from "../state/state-database.ts";
import type { Jobs } from "./jobs.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** When the night is, in milliseconds after midnight in UTC. */
const NIGHT_MS = 90 * MINUTE_MS;

/** What the backup of the night needs. */
export interface BackupJobOptions {
  readonly jobs: Jobs;
  /**
   * Writes the backup of a day (`2026-11-22`), where it is not there yet, and removes those that are too old.
   * @throws what stands in its way; it is tried again.
   */
  readonly write: (day: string, signal: AbortSignal) => Promise<void>;
}

/** One instance writes a backup every night. */
export function defineBackupJob({ jobs, write }: BackupJobOptions): void {
  jobs.define("backup", (_payload, signal, run) => write(new Date(run.runAt).toISOString().slice(0, 10), signal), {
    leaseMs: 30 * MINUTE_MS,
    retries: 3,
    backoffMs: 10 * MINUTE_MS,
    every: { ms: DAY_MS, jitter: 0 },
  });
}

/**
 * Puts the backup of the next night on the list, where there is none; the first one is written at once.
 * @param isFirst there is no backup yet
 */
export async function addBackupJob(jobs: Jobs, state: StateDatabase, now: number, isFirst = false): Promise<void> {
  const tonight = Math.floor(now / DAY_MS) * DAY_MS + NIGHT_MS;
  const next = tonight > now ? tonight : tonight + DAY_MS;
  // The night before: what is done late is done once, and then at its time.
  await jobs.add(state, { kind: "backup", key: "daily", runAt: isFirst ? next - DAY_MS : next });
}
