import type { JobPayloads, JobRun, Jobs } from "./jobs.ts";

/** The second attempt writes the failure itself; a third comes only where both were killed. */
const RULES = { retries: 2, backoffMs: 1_000 } as const;

/** What scans need of whoever knows how to run them. */
export interface ScanJobsOptions {
  readonly jobs: Jobs;
  /** So long nobody else takes a scan; in milliseconds. */
  readonly leaseMs: number;
  run(order: JobPayloads["scan.run"], run: JobRun, signal: AbortSignal): Promise<void>;
  runQuick(run: JobRun, signal: AbortSignal): Promise<void>;
}

/** Scans of organizations, and looks for people who are not signed in. */
export function defineScanJobs({ jobs, leaseMs, run, runQuick }: ScanJobsOptions): void {
  jobs.define("scan.run", (order, signal, attempt) => run(order, attempt, signal), { ...RULES, leaseMs });
  jobs.define("scan.quick", (_order, signal, attempt) => runQuick(attempt, signal), { ...RULES, leaseMs });
}
