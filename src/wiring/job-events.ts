import { hostname } from "node:os";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { JobEvent } from "../jobs/jobs.ts";

/** The label of this instance. */
export function instanceName({ instance }: Config): string {
  return instance ?? hostname();
}

/** What became of an attempt at a job, as it is counted. */
export type JobResult = "done" | "failed" | "given_up" | "lease_lost";

/** What a worker tells: it goes into the log, and `onResult` counts it. */
export function jobCallbacks(
  log: Logger,
  onResult: (kind: string, result: JobResult) => void,
): { onEvent(event: JobEvent): void; onDone(kind: string): void } {
  return {
    onEvent: (event) => {
      reportJobEvent(log, event);
      if (event.kind !== "cannot_look") onResult(event.job, event.kind);
    },
    onDone: (kind) => onResult(kind, "done"),
  };
}

/** Writes into the log what the operator should know of a job. */
export function reportJobEvent(log: Logger, event: JobEvent): void {
  if (event.kind === "cannot_look") log.debug({ err: event.cause }, "the jobs could not be looked at");
  else if (event.kind === "lease_lost")
    log.warn({ job: event.job, key: event.key }, "another instance has this job by now");
  else if (event.kind === "failed")
    log.warn({ job: event.job, key: event.key, err: event.cause }, "a job failed and is tried again");
  else log.error({ job: event.job, key: event.key, err: event.cause }, "a job failed for the last time");
}
