import { warnOfOldDrafts } from "../capabilities/assessments/old-drafts.ts";
import { readEntriesAnew } from "../capabilities/assessments/read-entries-anew.ts";
import { endExpiredConnections } from "../capabilities/connections/end-connection.ts";
import { digestFor, peopleToDigest } from "../capabilities/digest/send-digest.ts";
import { refreshFirms } from "../capabilities/organizations/refresh-firms.ts";
import { computeMap } from "../capabilities/scans/build-map.ts";
import { sectorOfFirm } from "../capabilities/scans/sector-of-firm.ts";
import { remindAsks } from "../capabilities/suppliers/remind-asks.ts";
import { checkProfiles } from "../capabilities/trust/check-profiles.ts";
import { checkImprints, proveFormerProfiles } from "../capabilities/trust/firm-look.ts";
import { identityOptions } from "../capabilities/trust/identity-change.ts";
import { recordShareUses } from "../capabilities/trust/share-uses.ts";
import { tellCustomers } from "../capabilities/trust/tell-customers.ts";
import { tellOfRequests } from "../capabilities/trust/waiting-requests.ts";
import { watchFirms } from "../capabilities/watch/watch-firms.ts";
import type { Config } from "../config.ts";
import type { Country } from "../core/country.ts";
import type { Sealing } from "../identity/sealing.ts";
import { addBackupJob, defineBackupJob } from "../jobs/backup-job.ts";
import { addDigestJob, defineDigestJobs } from "../jobs/digest-job.ts";
import { addFeedJobs, defineFeedJobs } from "../jobs/feed-jobs.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { defineMailJob } from "../jobs/mail-job.ts";
import { addNightlyJob, defineNightlyJob } from "../jobs/nightly-job.ts";
import { addRetentionJob, defineRetentionJob } from "../jobs/retention-job.ts";
import { defineWatchJob } from "../jobs/watch-job.ts";
import { createJobs } from "../jobs/worker.ts";
import { removeMail } from "../state/mails.ts";
import { unprovedAfter } from "../state/trust-profiles.ts";
import { instanceName, type JobResult, jobCallbacks } from "./job-events.ts";
import { type BackupHealth, createNightlyBackups, lastNightlyBackup, writeNightlyBackup } from "./nightly-backup.ts";
import type { Environment, OpenServices } from "./open-services.ts";
import { followWatch, type WatchHealth } from "./watch-followed.ts";

/** What this instance does by itself, together with all others. */
export interface OpenJobs extends Jobs {
  /** Adds what must be done and is not on the list. @throws StateError */
  addMissing(): Promise<void>;
  /** Has what this instance newly reads of the registers compared, and looks whether a file is held. */
  followWatch(): Promise<void>;
  watchHealth(): WatchHealth;
  /** How the backups of the night fare on this instance. */
  backupHealth(): BackupHealth;
}

/** Defines the jobs that the settings allow; none is done before `start`. `onResult` is called after every attempt. */
export function openJobs(
  config: Config,
  { now, log, settings = [], jobPollMs }: Environment,
  { state, feed, services }: Pick<OpenServices, "state" | "feed" | "services">,
  { sealing, sendMail }: { readonly sealing: Sealing; readonly sendMail: (id: string) => Promise<void> },
  onResult: (kind: string, result: JobResult) => void = () => undefined,
): OpenJobs {
  const own = () => now().getTime();
  const jobs = createJobs({
    state,
    now: own,
    random: Math.random,
    instance: instanceName(config),
    ...(jobPollMs === undefined ? {} : { pollMs: jobPollMs }),
    ...jobCallbacks(log, onResult),
  });
  const feedJobs = { jobs, feed, state, now: own };
  // An instance that must never call out reads no feeds either; `dosah feed refresh` still does when asked.
  const isWorking = config.role !== "web" && config.scanWorker !== "separate";
  const readsFeeds = config.registers !== "mirror" && isWorking;
  if (readsFeeds) defineFeedJobs(feedJobs);
  // With ROLE=web another instance sends.
  if (isWorking) defineMailJob({ jobs, send: sendMail, remove: removeMail });
  const folder = isWorking ? config.backupTo : undefined;
  let backups: ReturnType<typeof createNightlyBackups> | undefined;
  if (folder !== undefined) {
    const { backupPassphraseFile: passphraseFile } = config;
    if (passphraseFile === undefined) {
      log.warn("the backups of the night are not encrypted: BACKUP_PASSPHRASE_FILE is not set");
    }
    backups = createNightlyBackups({
      write: (day, signal) => writeNightlyBackup({ state, folder, day, settings, passphraseFile, now, signal }),
      mostMs: config.backupMinutes * 60_000,
    });
    defineBackupJob({ jobs, write: backups.write });
  }
  if (isWorking) {
    defineRetentionJob(jobs, {
      state,
      auditDays: config.auditRetentionDays,
      // `dosah audit verify --expect` reads these lines.
      onHead: (head) => log.info({ ...head }, "head of the audit log"),
      endOver: (at) => endExpiredConnections(state, at),
      warn: (at) => warnOfOldDrafts(state, { sealing: () => sealing, baseUrl: config.baseUrl }, at),
    });
  }
  if (isWorking) {
    const options = { state, services, sealing, at: config.digestAt };
    defineDigestJobs(jobs, {
      at: config.digestAt,
      people: () => peopleToDigest(options),
      make: (accountId, day, at) => digestFor(options, accountId, day, at),
    });
  }
  const watchVersion = () => ({
    snapshot: services.registers.snapshot().builtAt,
    ruleSet: services.knowledge.changelog.byPart.scope.version,
  });
  const watchAll = async (signal: AbortSignal, at: () => number) => {
    const { watchMassChange: massChange, databaseUrl } = config;
    const atOnce = databaseUrl === undefined ? {} : { atOnce: 2_000 };
    const watched = await watchFirms({ state, services, massChange, now: at, signal, ...atOnce });
    if (watched.outcome === "held")
      log.warn({ changed: watched.changed }, "a register file changes many firms: watch held");
  };
  const watching = isWorking ? followWatch({ jobs, state, version: watchVersion, now: own }) : undefined;
  if (isWorking) {
    const sectorOf = (ico: string, country: Country) => sectorOfFirm(ico, country, services);
    defineNightlyJob(jobs, "map.build", (_signal, at) => computeMap({ state, sectorOf }, at()));
  }
  if (isWorking) {
    defineWatchJob(jobs, { version: watchVersion, watch: watchAll });
    defineNightlyJob(jobs, "firm.refresh", async (signal, at) => {
      await refreshFirms(state, services, at, signal);
      await watchAll(signal, at);
      await readEntriesAnew(state, services.knowledge, at);
    });
  }
  if (isWorking) {
    defineNightlyJob(jobs, "supplier.remind", (signal, at) => remindAsks({ state, services, sealing }, at, signal));
  }
  if (isWorking) {
    const options = { state, services, ...identityOptions({ sealing }, services) };
    defineNightlyJob(jobs, "trust.check", async (signal, at) => {
      await checkImprints(options, at, signal);
      await checkProfiles(options, at, signal);
      await services.trust.shareUses.flush();
      await recordShareUses(state, at(), signal);
      await tellCustomers(state, at, signal);
      await tellOfRequests(options, at, signal);
    });
  }
  if (isWorking) {
    const options = { state, services, ...identityOptions({ sealing }, services) };
    const once = { leaseMs: 10 * 60_000, retries: 3, backoffMs: 10 * 60_000 };
    jobs.define("trust.imprint", (_payload, signal, run) => proveFormerProfiles(options, run.now, signal), once);
  }
  return {
    ...jobs,
    followWatch: async () => watching?.poll(),
    watchHealth: () => watching?.health() ?? "ok",
    backupHealth: () => backups?.health() ?? "off",
    addMissing: async () => {
      if (readsFeeds) await addFeedJobs(feedJobs);
      if (isWorking) await addNightlyJob(jobs, state, { kind: "map.build", minute: 6 * 60 }, await state.now());
      if (isWorking) await addNightlyJob(jobs, state, { kind: "firm.refresh", minute: 3 * 60 }, await state.now());
      // After the look at the proofs of domains.
      if (isWorking) await addNightlyJob(jobs, state, { kind: "trust.check", minute: 90 }, await state.now());
      if (isWorking) await addNightlyJob(jobs, state, { kind: "supplier.remind", minute: 7 * 60 }, await state.now());
      if (isWorking && (await unprovedAfter(state, "", 1)).length > 0) {
        await jobs.add(state, { kind: "trust.imprint", key: "once", runAt: await state.now() });
      }
      if (isWorking) await addDigestJob(jobs, state, config.digestAt, await state.now());
      if (isWorking) await addRetentionJob(jobs, state, await state.now());
      if (folder !== undefined) {
        const last = await lastNightlyBackup(folder).catch(() => undefined);
        await addBackupJob(jobs, state, own(), last === undefined);
      }
    },
  };
}
