import { randomBytes } from "node:crypto";
import { networkInterfaces } from "node:os";
import type { Logger } from "pino";
import type { MailOptions } from "../capabilities/accounts/mail-account.ts";
import { readStoredMap } from "../capabilities/scans/build-map.ts";
import type { DomainScans } from "../capabilities/scans/domain-scans.ts";
import { checkProofs, noteMissingProof } from "../capabilities/scans/note-proof.ts";
import { proofPlaces } from "../capabilities/scans/ownership.ts";
import { runQuickScan, runScan, SCAN_LEASE_MS, type ScanRunner } from "../capabilities/scans/run-scan.ts";
import { queueScheduledScans } from "../capabilities/scans/scheduled-scans.ts";
import { tellOfWorseScan } from "../capabilities/scans/tell-of-domains.ts";
import { readSecretsKey } from "../config/secrets-key.ts";
import type { Config } from "../config.ts";
import { once } from "../core/once.ts";
import { createSealing } from "../identity/sealing.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { addNightlyJob, defineNightlyJob } from "../jobs/nightly-job.ts";
import { defineScanJobs } from "../jobs/scan-jobs.ts";
import { createJobs } from "../jobs/worker.ts";
import { Guard } from "../outbound/guarded/guard.ts";
import { type HostName, readHostName } from "../outbound/guarded/host-name.ts";
import type { GuardLimits } from "../outbound/guarded/limits.ts";
import { TrustedRoots } from "../scanner/collect/certificates.ts";
import { type CollectOptions, collect } from "../scanner/collect/collect.ts";
import { collectProof, type ProofLook } from "../scanner/collect/collect-proof.ts";
import type { MailServerMemory } from "../scanner/collect/collect-smtp.ts";
import { IMPRINT_LIMITS, lookForImprint } from "../scanner/imprint/look-for-imprint.ts";
import { type Observation, observationSchema } from "../scanner/observation.ts";
import { addQuickJob, isJobListed, waitingJobs } from "../state/job-table.ts";
import { mailServerOutcome, noteMailServer } from "../state/scan-mail-servers.ts";
import { findTarget } from "../state/scan-targets.ts";
import type { State } from "../state/state.ts";
import { VERSION } from "../version.ts";
import { openDenyList } from "./deny-list.ts";
import { instanceName, reportJobEvent } from "./job-events.ts";

/** What a mail server answered is shared by the scans of all domains for a day. */
const MAIL_SERVER_MS = 86_400_000;

/** So many looks for people who are not signed in wait for one registrable domain. */
const QUICK_OF_DOMAIN = 5;

/** So many looks are remembered to say how long one takes; before the first one it is taken to be this, in seconds. */
const LOOKS = 50;
const LOOK_SECONDS = 20;

function medianOf(seconds: readonly number[]): number {
  return seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? LOOK_SECONDS;
}

/** Looks at one domain, without a queue and without keeping anything. */
export type Look = (
  options: Pick<CollectOptions, "target" | "profile"> & Partial<Pick<CollectOptions, "signal" | "onProgress">>,
) => Promise<Observation>;

interface Environment {
  readonly now: () => Date;
  readonly log: Logger;
  readonly jobPollMs?: number;
}

/** The domain scan of this instance. */
export interface OpenScans {
  readonly scans: DomainScans;
  readonly look: Look;
  /** The jobs that run scans; none is taken before `start`. */
  readonly jobs: Jobs;
  /** Puts what comes every night on the list, where it is not there. @throws StateError */
  addMissing(): Promise<void>;
}

/**
 * Makes the domain scan: nothing is asked before its first use.
 * @throws ConfigError when the deny list, or a line of it, cannot be read: it must not be taken for an empty one.
 */
export function openScans(config: Config, { now, log, jobPollMs }: Environment, state: State): OpenScans {
  const { baseUrl, scanLab, scanResolvers, scanSmtp, scanDenyFile } = config;
  const { host, hostname } = new URL(baseUrl);
  const ownNames = [hostname];
  const userAgent = `Mozilla/5.0 (compatible; Dosah-scan/${VERSION}; +${baseUrl}/scan)`;
  const guardWith = (limits: Partial<GuardLimits>) =>
    new Guard({
      resolvers: scanResolvers,
      ownNames,
      userAgent,
      limits,
      ownAddresses: Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address)),
      ...(scanLab === undefined ? {} : { laboratory: scanLab }),
    });
  const guard = once(() => guardWith({}));
  const imprintGuard = once(() => guardWith(IMPRINT_LIMITS));
  const roots = once(() => new TrustedRoots());
  const readTarget = (text: string) => readHostName(text, ownNames);
  const denied = openDenyList(scanDenyFile, log);
  const isOptedOut = ({ registrable }: HostName) => denied.has(registrable);

  const look = (options: Parameters<Look>[0], mailServers?: MailServerMemory) =>
    collect({
      guard: guard(),
      roots: roots(),
      smtp: scanSmtp === "on",
      ehloName: host.replace(/:\d+$/, ""),
      now,
      ...options,
      ...(mailServers === undefined ? {} : { mailServers }),
    });

  /** How long the last looks of this instance took. */
  const lookSeconds: number[] = [];
  const mails: MailOptions = { sealing: once(() => createSealing(readSecretsKey(config))), baseUrl };
  const lookUpProof = async (target: HostName, token: string): Promise<ProofLook> => {
    const session = guard().open();
    try {
      return await collectProof(session, proofPlaces(target.host, token));
    } finally {
      session.close();
    }
  };

  const mailServers: MailServerMemory = {
    recall: async (address) => {
      const outcome = await mailServerOutcome(state, address, now().getTime() - MAIL_SERVER_MS);
      const read = observationSchema.shape.mailServers.element.shape.outcome.safeParse(outcome);
      return read.success ? read.data : undefined;
    },
    note: (address, outcome) => noteMailServer(state, address, outcome, now().getTime()),
  };

  const jobs = createJobs({
    state,
    now: () => now().getTime(),
    random: Math.random,
    instance: instanceName(config),
    onEvent: (event) => reportJobEvent(log, event),
    // Somebody waits for it, and a restart asks nobody what it did not ask before.
    firstMs: 0,
    ...(jobPollMs === undefined ? {} : { pollMs: jobPollMs }),
    atOnce: config.scanConcurrency,
    isShared: true,
  });
  const runner: ScanRunner = {
    state,
    readTarget,
    isOptedOut,
    look: async (options) => {
      const began = performance.now();
      const seen = await look(options, mailServers);
      lookSeconds.push((performance.now() - began) / 1000);
      if (lookSeconds.length > LOOKS) lookSeconds.shift();
      return seen;
    },
    newClaim: () => `${instanceName(config)}/${randomBytes(12).toString("hex")}`,
    onFailure: (cause) => log.error({ err: cause }, "a scan failed unexpectedly"),
    onScheduledEnd: tellOfWorseScan,
  };
  defineScanJobs({
    jobs,
    leaseMs: SCAN_LEASE_MS,
    run: (order, attempt, signal) => runScan(runner, order, attempt, signal),
    runQuick: (attempt, signal) => runQuickScan(runner, attempt, signal),
  });

  const checking = { state, readTarget, lookUpProof, ...mails };
  defineNightlyJob(jobs, "domain.check", (signal, at) => checkProofs(checking, at, signal));
  defineNightlyJob(jobs, "scan.scheduled", async (_signal, at) => {
    if ((await queueScheduledScans({ state, readTarget, isOptedOut }, at())) > 0) jobs.wake();
  });

  return {
    jobs,
    addMissing: async () => {
      const at = now().getTime();
      await addNightlyJob(jobs, state, { kind: "scan.scheduled", minute: 0 }, at);
      await addNightlyJob(jobs, state, { kind: "domain.check", minute: 30 }, at);
    },
    look: (options) => look(options),
    scans: {
      isPublic: config.scanPublic === "on",
      contact: config.scanContact ?? null,
      userAgent,
      readTarget,
      isOptedOut,
      lookUpProof,
      lookForImprint: async (target, firm) => {
        const session = imprintGuard().open();
        try {
          return await lookForImprint(session, target, firm, { roots: roots(), at: now() });
        } finally {
          session.close();
        }
      },
      noteNoProof: async (orgId, domain) => {
        const at = await state.now();
        await state.transaction((tx) => noteMissingProof(tx, mails, orgId, domain, at));
      },
      target: (domain) => findTarget(state, domain),
      isQuickQueued: (domain) => isJobListed(state, "scan.quick", domain),
      map: () => readStoredMap(state),
      queueQuick: async ({ host, registrable }) => {
        const at = await state.now();
        const bounds = { most: config.scanQuickWaiting, mostOfDomain: QUICK_OF_DOMAIN };
        if ((await addQuickJob(state, { host, registrable }, bounds, at)) !== "full") {
          jobs.wake();
          return null;
        }
        const seconds = ((await waitingJobs(state, "scan.quick", at)) * medianOf(lookSeconds)) / config.scanConcurrency;
        return Math.min(600, Math.max(30, Math.ceil(seconds)));
      },
      denyHealth: denied.health,
      wake: jobs.wake,
      now: () => now().getTime(),
    },
  };
}
