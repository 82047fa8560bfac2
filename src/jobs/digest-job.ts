import { localDay, localInstants } from "../core/local-time.ts";
import type { StateDatabase } from "../state/state-database.ts";
import type { Jobs } from "./jobs.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What digests are made with. */
export interface DigestJobOptions {
  /** The time of day, on the clocks of both countries: `06:30`. */
  readonly at: string;
  /** The accounts that want one today. */
  people(): Promise<readonly string[]>;
  /** Makes the digest of an account for a day; `null`: there is nothing to send. */
  make(accountId: string, day: string, now: number): Promise<((tx: StateDatabase) => Promise<void>) | null>;
}

/**
 * One instance asks every morning for the digests of the day, each a job of its own; the mail and the end of its job are
 * one transaction, so that nobody gets two.
 */
export function defineDigestJobs(jobs: Jobs, { at, people, make }: DigestJobOptions): void {
  jobs.define(
    "digest.daily",
    async (_payload, _signal, run) => {
      const now = run.now();
      const day = localDay(new Date(now).toISOString());
      const accounts = await people();
      await run.complete(
        async (tx) => {
          for (const accountId of accounts) {
            await jobs.add(tx, { kind: "digest.send", key: `${accountId} ${day}`, runAt: now, lane: "organization" });
          }
        },
        nextDigest(now, at),
      );
    },
    { leaseMs: MINUTE_MS, retries: 12, backoffMs: 10 * MINUTE_MS, every: { ms: DAY_MS, jitter: 0 } },
  );
  jobs.define(
    "digest.send",
    async (_payload, _signal, run) => {
      const [accountId = "", day = ""] = run.key.split(" ");
      const send = await make(accountId, day, run.now());
      await run.complete(send ?? undefined);
    },
    { leaseMs: MINUTE_MS, retries: 5, backoffMs: MINUTE_MS },
  );
}

/** Puts the next morning's job on the list, where there is none. */
export async function addDigestJob(
  jobs: Pick<Jobs, "add">,
  state: StateDatabase,
  at: string,
  now: number,
): Promise<void> {
  await jobs.add(state, { kind: "digest.daily", key: "daily", runAt: nextDigest(now, at) });
}

/** The next instant at a time of day; where the clocks show it twice, the first, and once on such a day. */
export function nextDigest(now: number, at: string): number {
  const days = [now, now + DAY_MS, now + 2 * DAY_MS].map((each) => localDay(new Date(each).toISOString()));
  const instants = days.flatMap((day) => localInstants(`${day}T${at}`).slice(0, 1));
  return instants.map((instant) => Date.parse(instant)).find((each) => each > now) ?? now + DAY_MS;
}
