import type { StateDatabase } from "../state/state-database.ts";
import type { Jobs } from "./jobs.ts";

const MINUTE_MS = 60_000;

/** What sending mail needs. */
export interface MailJobOptions {
  readonly jobs: Jobs;
  /** Sends the stored mail of this id, where it is still to be sent. @throws where it was not taken: it is tried again */
  readonly send: (id: string) => Promise<void>;
  readonly remove: (tx: StateDatabase, id: string) => Promise<void>;
}

/** Sends mails one by one; each is a job whose key is its id. What cannot be sent within three days is dropped. */
export function defineMailJob({ jobs, send, remove }: MailJobOptions): void {
  jobs.define(
    "mail.send",
    async (_payload, _signal, run) => {
      await send(run.key);
      await run.complete((tx) => remove(tx, run.key));
    },
    // 20 attempts with up to an hour between them reach into the third day.
    { leaseMs: MINUTE_MS / 2, retries: 70, backoffMs: MINUTE_MS, isUrgent: true },
  );
}
