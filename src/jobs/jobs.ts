import type { Lane } from "../state/job-table.ts";
import type { StateDatabase } from "../state/state-database.ts";

/** What each kind of job carries besides its key. */
export interface JobPayloads {
  /** Runs a scan of an organization; the key is its id. On what terms: `ScanTerms` of the state. */
  readonly "scan.run": {
    readonly orgId: string;
    readonly fresh: boolean;
    readonly ownerConfirmed: boolean;
    readonly isScheduled: boolean;
  };
  /** Looks at a domain for somebody who is not signed in; the key is the domain. */
  readonly "scan.quick": null;
  /** Looks up the proofs of domains whose time has come; the key is `daily`, as with the two below. */
  readonly "domain.check": null;
  /** Queues the scans that schedules ask for. */
  readonly "scan.scheduled": null;
  /** Computes the map of scans. */
  readonly "map.build": null;
  /** Asks one feed; the key is the id of its source. */
  readonly "feed.source": null;
  /** Writes the backup of the night; the key is `daily`. */
  readonly backup: null;
  /** Sends a mail; the key is its id. */
  readonly "mail.send": null;
  /** Looks after published profiles of suppliers and tells their customers; the key is `daily`. */
  readonly "trust.check": null;
  /** Looks once for the numbers of profiles published before a firm needed a proof of its own; the key is `once`. */
  readonly "trust.imprint": null;
  /** Asks for the digests of the day; the key is `daily`. */
  readonly "digest.daily": null;
  /** Makes the digest of a person; the key is the account and the day. */
  readonly "digest.send": null;
  /** Renews what organizations keep of their firms and verdicts; the key is `daily`. */
  readonly "firm.refresh": null;
  /** Compares watched firms with a register file; the key is when the file was built, and the version of the rules. */
  readonly "watch.snapshot": null;
  /** Reminds of requests to suppliers that nobody opened; the key is `daily`. */
  readonly "supplier.remind": null;
  /** Removes what is older than it may be kept; the key is `daily`. */
  readonly retention: null;
}

export type JobKind = keyof JobPayloads;

const EVERY_KIND: Readonly<Record<JobKind, true>> = {
  "scan.run": true,
  "scan.quick": true,
  "domain.check": true,
  "scan.scheduled": true,
  "map.build": true,
  "feed.source": true,
  backup: true,
  "mail.send": true,
  "digest.daily": true,
  "digest.send": true,
  "firm.refresh": true,
  "supplier.remind": true,
  "watch.snapshot": true,
  retention: true,
  "trust.check": true,
  "trust.imprint": true,
};

/** Every kind of job, whether or not this instance does it. */
export const JOB_KINDS = Object.keys(EVERY_KIND) as readonly JobKind[];

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
  /** A person waits for it: it is done from the start on, while other jobs let the start pass. */
  readonly isUrgent?: boolean;
}

/** What must be done, by one of all instances. */
export interface Jobs {
  /** Adds a job, with the change that causes it. @returns false when one of this kind and key is there already. */
  add<K extends JobKind>(
    tx: StateDatabase,
    job: {
      readonly kind: K;
      readonly key: string;
      readonly runAt: number;
      readonly payload?: JobPayloads[K];
      readonly lane?: Lane;
      readonly orgId?: string;
    },
  ): Promise<boolean>;
  /** This instance does jobs of this kind. Before `start`. */
  define<K extends JobKind>(kind: K, handler: JobHandler<K>, rules: JobRules): void;
  start(): void;
  /** There is something new to do: does not wait for the next look. */
  wake(): void;
  /** Does one job here, be it due or not, and whether or not `start` was called. @returns false when somebody else has it. */
  runNow(kind: JobKind, key: string): Promise<boolean>;
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
