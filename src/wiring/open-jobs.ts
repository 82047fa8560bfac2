import { hostname } from "node:os";
import type { Config } from "../config.ts";
import { addBackupJob, defineBackupJob } from "../jobs/backup-job.ts";
import { addFeedJobs, defineFeedJobs } from "../jobs/feed-jobs.ts";
import type { JobEvent, Jobs } from "../jobs/jobs.ts";
import { createJobs } from "../jobs/worker.ts";
import { writeNightlyBackup } from "./nightly-backup.ts";
import type { Environment, OpenServices } from "./open-services.ts";

/** What this instance does by itself, together with all others. */
export interface OpenJobs extends Jobs {
  /** Adds what must be done and is not on the list. @throws StateError */
  addMissing(): Promise<void>;
}

/** The label of this instance. */
export function instanceName({ instance }: Config): string {
  return instance ?? hostname();
}

/** Defines the jobs that the settings allow; none is done before `start`. */
export function openJobs(
  config: Config,
  { now, log, settings = [] }: Environment,
  { state, feed }: Pick<OpenServices, "state" | "feed">,
): OpenJobs {
  const own = () => now().getTime();
  const jobs = createJobs({
    state,
    now: own,
    random: Math.random,
    instance: instanceName(config),
    onEvent: (event) => report(log, event),
  });
  const feedJobs = { jobs, feed, state, now: own };
  // An instance that must never call out reads no feeds either; `dosah feed refresh` still does when asked.
  const readsFeeds = config.registers !== "mirror" && config.role !== "web";
  if (readsFeeds) defineFeedJobs(feedJobs);
  const folder = config.role === "web" ? undefined : config.backupTo;
  if (folder !== undefined) {
    defineBackupJob({ jobs, write: (day) => writeNightlyBackup({ state, folder, day, settings, now }) });
  }
  return {
    ...jobs,
    addMissing: async () => {
      if (readsFeeds) await addFeedJobs(feedJobs);
      if (folder !== undefined) await addBackupJob(jobs, state, own());
    },
  };
}

function report(log: Environment["log"], event: JobEvent): void {
  if (event.kind === "cannot_look") log.debug({ err: event.cause }, "the jobs could not be looked at");
  else if (event.kind === "lease_lost")
    log.warn({ job: event.job, key: event.key }, "another instance has this job by now");
  else if (event.kind === "failed")
    log.warn({ job: event.job, key: event.key, err: event.cause }, "a job failed and is tried again");
  else log.error({ job: event.job, key: event.key, err: event.cause }, "a job failed for the last time");
}
