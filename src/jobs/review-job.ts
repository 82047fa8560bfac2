import { localDay, localInstants } from "../core/local-time.ts";
import type { StateDatabase } from "../state/state-database.ts";
import type { Jobs } from "./jobs.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** In the morning, on the clocks of both countries. */
const MORNING = "06:00";

/** What the job does, organization by organization. */
export interface ReviewJobOptions {
  organizations(): Promise<readonly string[]>;
  /**
   * In the transaction that ends the job: the mails of the day and the end of the job happen together.
   * @param dueSince when the job was due, for the days on which no instance was there to do it
   */
  remind(tx: StateDatabase, orgId: string, now: number, dueSince: number): Promise<void>;
}

/**
 * One instance reminds every morning of the reviews that are due. All mails of a day are put on the list together with the
 * end of the job, so that nobody is reminded twice.
 */
export function defineReviewJob(jobs: Jobs, { organizations, remind }: ReviewJobOptions): void {
  jobs.define(
    "reminder.review",
    async (_payload, _signal, run) => {
      const ids = await organizations();
      const now = run.now();
      await run.complete(async (tx) => {
        for (const orgId of ids) await remind(tx, orgId, now, run.runAt);
      }, nextMorning(now));
    },
    // Up to the afternoon: given up, it comes again only on the next morning, and who was to be reminded today would not be.
    { leaseMs: MINUTE_MS, retries: 12, backoffMs: 10 * MINUTE_MS, every: { ms: DAY_MS, jitter: 0 } },
  );
}

/** Puts the next morning's job on the list, where there is none. */
export async function addReviewJob(jobs: Pick<Jobs, "add">, state: StateDatabase, now: number): Promise<void> {
  await jobs.add(state, { kind: "reminder.review", key: "daily", runAt: nextMorning(now) });
}

/** The first morning after an instant; at this hour the clocks are never set. */
function nextMorning(now: number): number {
  const mornings = [now, now + DAY_MS].flatMap((at) =>
    localInstants(`${localDay(new Date(at).toISOString())}T${MORNING}`),
  );
  return mornings.map((instant) => Date.parse(instant)).find((at) => at > now) ?? now + DAY_MS;
}
