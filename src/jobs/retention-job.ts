import { auditHeads, cutAudit, type KeptHead, streamsBefore } from "../state/audit-log.ts";
import { countStoredAnew } from "../state/budgets.ts";
import { MIGRATIONS } from "../state/migrations/list.ts";
import type { StateDatabase } from "../state/state-database.ts";
import { removeEnded } from "../state/table-ends.ts";
import { removeUnusedTrustFiles } from "../state/trust-profiles.ts";
import { endSlugs } from "../state/trust-slugs.ts";
import type { Jobs } from "./jobs.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** After the backup of the night, in milliseconds after midnight in UTC. */
const NIGHT_MS = 180 * MINUTE_MS;

/** What keeping the state small needs. */
export interface RetentionOptions {
  readonly state: StateDatabase;
  /** So long entries of the audit log are kept, in days. */
  readonly auditDays: number;
  /** Writes a head of the audit log where the database cannot reach it: into the service's log. */
  readonly onHead: (head: KeptHead) => void;
  /** Ends what people must find in the log, such as connections whose time is over. */
  readonly endOver?: (now: number) => Promise<void>;
  /** Says beforehand what will go. */
  readonly warn?: (now: number) => Promise<void>;
}

/**
 * Removes what is older than its table says that it is kept, a thousand rows at a time, then notes the heads of the audit log. Each
 * stream is cut in a transaction of its own. Done twice it removes nothing more.
 * @param now milliseconds since 1970
 */
export async function removeExpired(
  { state, auditDays, onHead, endOver, warn }: RetentionOptions,
  now: number,
): Promise<void> {
  await warn?.(now);
  await endOver?.(now);
  // Before claims of addresses go, those without an end get one.
  await endSlugs(state, now);
  await removeEnded(state, MIGRATIONS, now);
  await removeUnusedTrustFiles(state);
  await countStoredAnew(state);
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
