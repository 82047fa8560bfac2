import { removeRevokedApiKeys } from "../state/api-keys.ts";
import { auditHeads, cutAudit, type KeptHead, streamsBefore } from "../state/audit-log.ts";
import { removeLostFirmProofs } from "../state/firm-proofs.ts";
import { removeOldMailTokens } from "../state/mail-tokens.ts";
import { removeOldMails } from "../state/mails.ts";
import { removeOldRegisterChanges } from "../state/register-entries.ts";
import { removeOldMailServers } from "../state/scan-mail-servers.ts";
import { removeOldTargets } from "../state/scan-targets.ts";
import { removeOldObservations, removeOldScans, removeOldScanUse } from "../state/scans.ts";
import { removeOldSessions } from "../state/sessions.ts";
import { removeOldSpent } from "../state/spent.ts";
import type { StateDatabase } from "../state/state-database.ts";
import { removeOldSupplierChanges } from "../state/supplier-changes.ts";
import { removeOldSupplierAsks } from "../state/suppliers.ts";
import { removeOldTrustComplaints } from "../state/trust-complaints.ts";
import { removeWithdrawnTrust } from "../state/trust-profiles.ts";
import { removeOldTrustShares } from "../state/trust-shares.ts";
import { removeOldSlugs } from "../state/trust-slugs.ts";
import type { Jobs } from "./jobs.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** After the backup of the night, in milliseconds after midnight in UTC. */
const NIGHT_MS = 180 * MINUTE_MS;

/** What is removed besides entries of the audit log, and how old it is then, in milliseconds. */
const EXPIRING: readonly {
  readonly age: number;
  readonly remove: (db: StateDatabase, before: number) => Promise<number>;
}[] = [
  { age: 90 * DAY_MS, remove: removeRevokedApiKeys },
  { age: 3 * DAY_MS, remove: removeOldMails },
  { age: 5 * 365 * DAY_MS, remove: removeOldRegisterChanges },
  { age: 5 * 365 * DAY_MS, remove: removeOldSupplierChanges },
  { age: 730 * DAY_MS, remove: removeOldSupplierAsks },
  { age: 730 * DAY_MS, remove: removeOldScans },
  { age: 90 * DAY_MS, remove: removeOldObservations },
  { age: 7 * DAY_MS, remove: removeOldScanUse },
  { age: DAY_MS, remove: removeOldMailServers },
  { age: DAY_MS, remove: removeOldTargets },
  { age: 30 * DAY_MS, remove: removeWithdrawnTrust },
  { age: 30 * DAY_MS, remove: removeLostFirmProofs },
  { age: 365 * DAY_MS, remove: removeOldTrustComplaints },
  // These name their own end.
  { age: 0, remove: removeOldSlugs },
  { age: 0, remove: removeOldTrustShares },
  { age: 0, remove: removeOldMailTokens },
  { age: 0, remove: removeOldSessions },
  { age: 0, remove: removeOldSpent },
];

/** What keeping the state small needs. */
export interface RetentionOptions {
  readonly state: StateDatabase;
  /** So long entries of the audit log are kept, in days. */
  readonly auditDays: number;
  /** Writes a head of the audit log where the database cannot reach it: into the service's log. */
  readonly onHead: (head: KeptHead) => void;
}

/**
 * Removes what is older than it may be kept, a thousand rows at a time, then notes the heads of the audit log. Each
 * stream is cut in a transaction of its own. Done twice it removes nothing more.
 * @param now milliseconds since 1970
 */
export async function removeExpired({ state, auditDays, onHead }: RetentionOptions, now: number): Promise<void> {
  for (const { age, remove } of EXPIRING) await remove(state, now - age);
  const before = now - auditDays * DAY_MS;
  for (const stream of await streamsBefore(state, before)) {
    await state.transaction((tx) => cutAudit(tx, stream, before, now));
  }
  for (const { stream, seq, hash } of await auditHeads(state)) onHead({ stream, seq, hash });
}

/** One instance does so every night. */
export function defineRetentionJob(jobs: Jobs, options: RetentionOptions): void {
  jobs.define("retention", (_payload, _signal, run) => removeExpired(options, run.now()), {
    leaseMs: MINUTE_MS,
    retries: 3,
    backoffMs: 10 * MINUTE_MS,
    every: { ms: DAY_MS, jitter: 0 },
  });
}

/** Puts the job of the next night on the list, where there is none. */
export async function addRetentionJob(jobs: Jobs, state: StateDatabase, now: number): Promise<void> {
  const tonight = Math.floor(now / DAY_MS) * DAY_MS + NIGHT_MS;
  await jobs.add(state, { kind: "retention", key: "daily", runAt: tonight > now ? tonight : tonight + DAY_MS });
}
