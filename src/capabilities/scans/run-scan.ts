import type { ScanError, ScanProfile } from "../../core/scan-checks.ts";
import { domainAbove, type HostName } from "../../outbound/guarded/host-name.ts";
import type { CollectOptions } from "../../scanner/collect/collect.ts";
import { judge, RULE_SET_VERSION } from "../../scanner/judge.ts";
import { mailDomainOf, OBSERVATION_VERSION, type Observation, observationSchema } from "../../scanner/observation.ts";
import { refusals } from "../../scanner/result.ts";
import { overallScore, technicalScore } from "../../scanner/score.ts";
import { type AuditEvent, appendAudit } from "../../state/audit-log.ts";
import { domainsOf } from "../../state/domains.ts";
import { detailBefore, endFinding, findingsOfDomain } from "../../state/findings.ts";
import {
  claimTarget,
  findTarget,
  keepObservation,
  noteTargetProgress,
  releaseTarget,
  removeOldTargets,
  renewTarget,
} from "../../state/scan-targets.ts";
import {
  addObservation,
  finishScan,
  latestQuestionnaireOf,
  noteScanProgress,
  type Scan,
  type ScanOutcome,
  scanById,
  startScan,
} from "../../state/scans.ts";
import type { OrganizationScope } from "../../state/scope.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { SHARED_MS } from "./fair-use.ts";
import { holdsFor } from "./ownership.ts";
import { readStoredScan } from "./stored-scan.ts";

/** How long a claim on a domain holds; renewed at a third. In milliseconds. */
export const SCAN_LEASE_MS = 30_000;

/** A scan that was begun so often without an end has failed. */
const MOST_ATTEMPTS = 2;

/** Somebody else looks at the domain: the next try comes after this time. */
const BUSY_MS = 1_000;

/** `false` keeps mail servers from being asked whatever the setting says. */
type MaySmtp = Partial<Pick<CollectOptions, "smtp">>;

/** What running a scan needs. */
export interface ScanRunner {
  readonly state: StateDatabase;
  readTarget(domain: string): HostName | null;
  isOptedOut(target: HostName): boolean;
  /** Looks at a domain; see `collect`. */
  look(options: Pick<CollectOptions, "target" | "profile" | "signal" | "onProgress"> & MaySmtp): Promise<Observation>;
  /** A word for the claim on a domain that nobody else uses. */
  newClaim(): string;
  /** What the operator should know of. */
  onFailure(cause: unknown): void;
  /** Called with the end of a scan that came by itself, in the same transaction. */
  onScheduledEnd?(tx: StateDatabase, orgId: string, scan: Scan, outcome: ScanOutcome, at: number): Promise<void>;
}

/** One attempt at a scan, as the jobs give it. */
export interface ScanAttempt {
  readonly key: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends the attempt together with what it brought about; `again` is when it comes again. */
  complete(work?: (tx: StateDatabase) => Promise<void>, again?: number): Promise<void>;
}

/** What stands with the job of a scan. */
export interface ScanOrder {
  readonly orgId: string;
  /** Whatever was seen of the domain lately. */
  readonly fresh: boolean;
  /** The operator has confirmed that the owner agrees. */
  readonly ownerConfirmed?: boolean;
  /** It comes by itself, and somebody wants to know when it is worse than the one before. */
  readonly isScheduled?: boolean;
}

/**
 * Runs one scan of an organization to its end: `completed`, or `failed` with a reason. Run again after a crash it does
 * the same; what it brought about and the end of its job are one transaction.
 */
export async function runScan(
  runner: ScanRunner,
  order: ScanOrder,
  attempt: ScanAttempt,
  signal: AbortSignal,
): Promise<void> {
  const { state } = runner;
  const { orgId } = order;
  const scan = await scanById(state, orgId, attempt.key);
  if (scan === undefined || scan.domain === null || scan.profile === null) return;
  if (scan.status === "completed" || scan.status === "failed") return;
  const end = (outcome: ScanOutcome, also?: (tx: StateDatabase) => Promise<void>) =>
    endScan(runner, order, scan, outcome, attempt, also);
  const target = runner.readTarget(scan.domain);
  if (target === null || attempt.attempt > MOST_ATTEMPTS) return end(failed("internal"));
  if (runner.isOptedOut(target)) return end(failed("opted_out"));
  const isAllowed =
    scan.profile === "public" || order.ownerConfirmed === true || (await isProved(state, orgId, target));
  // The proof ended after the scan was asked for.
  if (!isAllowed) return end(failed("cancelled"));

  // The proof of a name below a domain says nothing of the mail servers of that domain.
  const above = domainAbove(target);
  const hasMailProof =
    above === null ||
    order.ownerConfirmed === true ||
    (await isProved(state, orgId, { host: above, registrable: above }));
  const smtp = hasMailProof ? {} : { smtp: false };

  const entered = await enter(runner, target.host, scan.profile, order.fresh, attempt);
  if (entered.kind === "later") return attempt.complete(undefined, entered.at);
  const { lease, known } = entered;
  try {
    if (!(await startScan(state, orgId, scan.id, attempt.now()))) return await releaseTarget(state, lease);
    const looked =
      known ?? (await lookHolding(runner, lease, { target, profile: scan.profile, signal, ...smtp }, attempt, orgId));
    // Stopped, or somebody else has the job by now: he writes the end.
    signal.throwIfAborted();
    const outcome =
      looked.failure === null
        ? judged(looked, await latestQuestionnaireOf(state, orgId))
        : failed(looked.failure, looked);
    await end(outcome, async (tx) => {
      await keep(tx, lease, known === null ? looked : null, attempt.now());
      if (outcome.status === "completed") {
        await addObservation(tx, orgId, scan.id, JSON.stringify(looked), attempt.now());
      }
    });
  } catch (cause) {
    await releaseTarget(state, lease).catch(() => undefined);
    if (signal.aborted || attempt.attempt < MOST_ATTEMPTS) throw cause;
    runner.onFailure(cause);
    await end(failed("internal"));
  }
}

/** Looks at a domain for somebody who is not signed in: only the shared answer of ten minutes is kept. */
export async function runQuickScan(runner: ScanRunner, attempt: ScanAttempt, signal: AbortSignal): Promise<void> {
  const target = runner.readTarget(attempt.key);
  if (target === null || attempt.attempt > MOST_ATTEMPTS || runner.isOptedOut(target)) return;
  const entered = await enter(runner, target.host, "public", false, attempt);
  if (entered.kind === "later") return attempt.complete(undefined, entered.at);
  const { lease, known } = entered;
  try {
    const looked = known ?? (await lookHolding(runner, lease, { target, profile: "public", signal }, attempt));
    signal.throwIfAborted();
    await attempt.complete((tx) => keep(tx, lease, known === null ? looked : null, attempt.now()));
  } catch (cause) {
    await releaseTarget(runner.state, lease).catch(() => undefined);
    throw cause;
  }
}

interface Lease {
  readonly domain: string;
  readonly by: string;
}

/** Either the domain is ours alone, with what was seen of it lately, or we come again at an instant. */
type Entered =
  | { readonly kind: "ours"; readonly lease: Lease; readonly known: Observation | null }
  | { readonly kind: "later"; readonly at: number };

async function enter(
  { state, newClaim }: ScanRunner,
  domain: string,
  profile: ScanProfile,
  fresh: boolean,
  attempt: ScanAttempt,
): Promise<Entered> {
  const now = attempt.now();
  await removeOldTargets(state, now - SHARED_MS);
  const lease = { domain, by: newClaim() };
  if (!(await claimTarget(state, { ...lease, until: now + SCAN_LEASE_MS }, now))) {
    return { kind: "later", at: now + BUSY_MS };
  }
  const seen = await findTarget(state, domain);
  if (fresh || seen === undefined || seen.record === null || seen.observed_at <= now - SHARED_MS) {
    return { kind: "ours", lease, known: null };
  }
  const known = sharedObservation(seen.record, profile);
  if (known !== null) return { kind: "ours", lease, known };
  await releaseTarget(state, lease);
  return { kind: "later", at: seen.observed_at + SHARED_MS };
}

/**
 * What was seen lately, as far as this profile sees it. @returns `null` where that was less than is asked for, or is of
 * another version.
 */
export function sharedObservation(record: string, profile: ScanProfile): Observation | null {
  const parsed = observationSchema.safeParse(JSON.parse(record));
  if (!parsed.success || parsed.data.version !== OBSERVATION_VERSION) return null;
  const seen = parsed.data;
  if (seen.profile === profile) return seen;
  if (profile === "full") return null;
  return { ...seen, profile, tlsVersions: null, cors: null, mailServers: [] };
}

/** Looks at the domain while the claim on it is renewed; a lost claim ends the look. */
async function lookHolding(
  runner: ScanRunner,
  lease: Lease,
  options: Pick<CollectOptions, "target" | "profile"> & MaySmtp & { readonly signal: AbortSignal },
  attempt: ScanAttempt,
  orgId?: string,
): Promise<Observation> {
  const { state } = runner;
  const lost = new AbortController();
  const signal = AbortSignal.any([options.signal, lost.signal]);
  const renewal = setInterval(() => {
    renewTarget(state, { ...lease, until: attempt.now() + SCAN_LEASE_MS }).then(
      (isOurs) => isOurs || lost.abort(new Error("the claim on the domain was lost")),
      () => undefined, // the next third tries again
    );
  }, SCAN_LEASE_MS / 3).unref();
  let noted: Promise<unknown> = Promise.resolve();
  try {
    const looked = await runner.look({
      ...options,
      signal,
      onProgress: (progress) => {
        const text = JSON.stringify(progress);
        noted = noted
          .then(async () => {
            await noteTargetProgress(state, lease, text);
            if (orgId === undefined) return;
            const isRunning = await noteScanProgress(state, orgId, attempt.key, JSON.stringify({ progress }));
            if (!isRunning) lost.abort(new Error("the scan was cancelled"));
          })
          .catch(() => undefined); // how far it is can be missing
      },
    });
    await noted;
    lost.signal.throwIfAborted();
    return looked;
  } finally {
    clearInterval(renewal);
  }
}

/** Ends the claim; `looked` is kept for ten minutes, where there is a new one. */
async function keep(tx: StateDatabase, lease: Lease, looked: Observation | null, at: number): Promise<void> {
  if (looked === null) return releaseTarget(tx, lease);
  const seen = { profile: looked.profile, record: JSON.stringify(looked), at };
  if (!(await keepObservation(tx, lease, seen))) throw new Error("the claim on the domain was lost");
}

async function isProved(state: StateDatabase, orgId: string, target: HostName): Promise<boolean> {
  return (await domainsOf(state, orgId)).some((owned) => owned.verified_at !== null && holdsFor(owned.domain, target));
}

/** A scan with a result. @param latest the newest completed questionnaire of the organization */
export function judged(looked: Observation, latest: Scan | undefined): ScanOutcome {
  const checks = judge(looked);
  const { technical, cap } = technicalScore(checks);
  const questionnaire = latest?.questionnaire ?? null;
  const areas = latest === undefined ? [] : readStoredScan(latest.detail).areas;
  return {
    status: "completed",
    technical,
    questionnaire,
    overall: overallScore(technical, questionnaire),
    rule_set_version: RULE_SET_VERSION,
    error: null,
    web_host: looked.webHost,
    detail: JSON.stringify({
      checks,
      cap,
      refused: refusals(looked),
      names: namesOf(looked),
      areas,
      certificateEnds: looked.tls?.certificate?.validTo.slice(0, 10) ?? null,
    }),
  };
}

/** The name that each group of checks is about. */
export function namesOf(looked: Observation) {
  const { domain, webHost } = looked;
  return { dns: domain, mail: mailDomainOf(looked), tls: webHost, web: webHost };
}

/** A scan without a result. */
export function failed(error: ScanError, looked?: Observation): ScanOutcome {
  return {
    status: "failed",
    technical: null,
    questionnaire: null,
    overall: null,
    rule_set_version: null,
    error,
    web_host: null,
    detail: JSON.stringify(looked === undefined ? {} : { refused: refusals(looked) }),
  };
}

async function endScan(
  { onScheduledEnd }: ScanRunner,
  { orgId, isScheduled = false }: ScanOrder,
  scan: Scan,
  outcome: ScanOutcome,
  attempt: ScanAttempt,
  also: (tx: StateDatabase) => Promise<void> = async () => undefined,
): Promise<void> {
  await attempt.complete(async (tx) => {
    await also(tx);
    if (!(await finishScan({ db: tx, orgId }, scan.id, outcome, attempt.now()))) return;
    await endFindings({ db: tx, orgId }, scan, outcome);
    const event: AuditEvent = {
      action: outcome.status === "completed" ? "scan.completed" : "scan.failed",
      actorId: null,
      orgId,
      target: { type: "scan", id: scan.id },
      via: "system",
      ipPrefix: null,
      details: { profile: scan.profile, ...(outcome.error === null ? {} : { reason: outcome.error }) },
    };
    await appendAudit(tx, event, attempt.now());
    if (isScheduled) await onScheduledEnd?.(tx, orgId, scan, outcome, attempt.now());
  });
}

/** A check that passes ends what was being done about it; so does a failure where the risk of a warning was accepted. */
async function endFindings(scope: OrganizationScope, scan: Scan, outcome: ScanOutcome): Promise<void> {
  const { id, domain } = scan;
  if (domain === null || outcome.status !== "completed") return;
  const kept = await findingsOfDomain(scope, domain);
  if (kept.length === 0) return;
  const former = await detailBefore(scope, domain, id);
  const before = statusesIn(former);
  const now = statusesIn(outcome.detail);
  for (const { check_id, state } of kept) {
    const isWorse = state === "accepted" && before.get(check_id) === "warn" && now.get(check_id) === "fail";
    if (now.get(check_id) === "pass" || isWorse) await endFinding(scope, domain, check_id);
  }
}

function statusesIn(detail: string | undefined): ReadonlyMap<string, string> {
  return new Map(detail === undefined ? [] : readStoredScan(detail).checks.map(({ id, status }) => [id, status]));
}
