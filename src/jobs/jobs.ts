import type { StateDatabase } from "../state/state-database.ts";

/** What each kind of job carries besides its key. */
export interface JobPayloads {
  /** Asks one feed; the key is the id of its source. */
  readonly "feed.source": null;
  /** Writes the backup of the night; the key is `daily`. */
  readonly backup: null;
}

export type JobKind = keyof JobPayloads;

/** One attempt at a job. */
export interface JobRun {
  readonly key: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** When it was due, and the clock of all instances; milliseconds since 1970. */
  readonly runAt: number;
  now(): number;
  /**
   * Ends the job together with what it brought about, in one transaction: either both happen, or neither does.
   * `again` is when it comes again; without it, its rules say so. A handler that does not call this is done when it
   * returns.
   * @throws LeaseLostError when another instance has the job by now; then nothing is written.
   */
  complete(work?: (tx: StateDatabase) => Promise<void>, again?: number): Promise<void>;
}

/**
 * Does the job. It may be run again after it was done, so what it does must be the same when done twice. `signal` is
 * raised when the lease is lost or the instance stops.
 */
export type JobHandler<K extends JobKind> = (
  payload: JobPayloads[K],
  signal: AbortSignal,
  run: JobRun,
) => Promise<void>;

/** How a kind of job is treated. Times in milliseconds. */
export interface JobRules {
  /** So long nobody else takes it; renewed at a third while it is being done. */
  readonly leaseMs: number;
  /** How often it is tried again after the first failure. */
  readonly retries: number;
  /** The first pause after a failure; each further one doubles it, up to an hour. */
  readonly backoffMs: number;
  /** It comes again at this distance, up to `jitter` later. Given up, it comes again all the same. */
  readonly every?: { readonly ms: number; readonly jitter: number };
}

/** What must be done, by one of all instances. */
export interface Jobs {
  /** Adds a job, with the change that causes it. @returns false when one of this kind and key is there already. */
  add<K extends JobKind>(
    tx: StateDatabase,
    job: { readonly kind: K; readonly key: string; readonly runAt: number; readonly payload?: JobPayloads[K] },
  ): Promise<boolean>;
  /** This instance does jobs of this kind. Before `start`. */
  define<K extends JobKind>(kind: K, handler: JobHandler<K>, rules: JobRules): void;
  start(): void;
  /** Takes nothing new, breaks off what is under way, and gives its leases back at the latest after `graceMs`. */
  stop(graceMs: number): Promise<void>;
  /** `off`: this instance does no jobs; `late`: it has not been able to look for a minute. */
  health(): "ok" | "off" | "late";
}

/** Another instance has the job: this one must write nothing. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

/** What the operator should know of. */
export type JobEvent =
  | { readonly kind: "failed" | "given_up"; readonly job: string; readonly key: string; readonly cause: unknown }
  | { readonly kind: "lease_lost"; readonly job: string; readonly key: string }
  | { readonly kind: "cannot_look"; readonly cause: unknown };
