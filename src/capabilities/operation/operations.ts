/** Which program this is. */
export interface ProgramVersion {
  readonly version: string;
  /** `null` where the build knew none. */
  readonly commit: string | null;
  /** Version of the law as data. */
  readonly ruleSet: string;
}

/** How an installation fares, for its operator. Instants are ISO 8601, `null`: never or not known. */
export interface StatusReport {
  readonly version: string;
  readonly at: string;
  readonly state: { readonly database: string; readonly health: string; readonly layout: number | null };
  readonly registers: readonly {
    readonly country: string;
    readonly companies: number;
    readonly dataAsOf: string;
    readonly ageDays: number;
    readonly isSample: boolean;
  }[];
  /** False for a register file of the layout before: a search of it finds no town, former name or typing error. */
  readonly hasWordIndex: boolean;
  /** By kind: when one was last done, when the next is due, how many there are and how many failed last time. */
  readonly jobs: readonly {
    readonly kind: string;
    readonly count: number;
    readonly lastRun: string | null;
    readonly next: string | null;
    readonly failed: number;
  }[];
  /** `null`: the state is not there to say. */
  readonly mailsWaiting: number | null;
  readonly backups: {
    readonly folder: string | null;
    readonly last: string | null;
    readonly rehearsed: string | null;
    readonly restored: string | null;
  };
  readonly disk: { readonly freeBytes: number | null };
  readonly memory: { readonly rssBytes: number };
  /** Budgets of accounts of which four fifths are used. */
  readonly budgets: readonly {
    readonly accountId: string;
    readonly name: string;
    readonly used: number;
    readonly limit: number;
  }[];
}

/** What a command line belongs to. Paths are absolute. */
export interface Installation {
  /** The file of the program. */
  readonly program: string;
  readonly version: string;
  /** The file of the settings; `null`: the environment alone. */
  readonly settingsFile: string | null;
  readonly dataDir: string;
  /** The file of the embedded state, or the server without password. */
  readonly database: string;
}

/** Where the layout of the state database stands. */
export interface StateReport {
  readonly database: "sqlite" | "postgres";
  /** Layout of the database, and the newest that this program knows. */
  readonly version: number;
  readonly newest: number;
  /** Instants in ISO 8601. */
  readonly applied: readonly { readonly version: number; readonly name: string; readonly at: string }[];
  readonly missing: readonly { readonly version: number; readonly name: string }[];
}

/** What a backup holds. */
export interface BackupSummary {
  /** Version of the program that wrote it, and the layout of its tables. */
  readonly program: string;
  readonly version: number;
  /** The instant whose state it is, ISO 8601. */
  readonly at: string;
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  readonly rows: number;
  readonly hasSecretsKey: boolean;
}

/**
 * `waiting` for its time; `due`; `running` on an instance (or its instance was killed and the lease still runs);
 * `given_up`: it failed for the last time and waits for the operator.
 */
export const JOB_STATES = ["waiting", "due", "running", "given_up"] as const;

/** A job as an operator sees it. */
export interface JobReport {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly state: (typeof JOB_STATES)[number];
  /** ISO 8601; `null`: never by itself. */
  readonly runAt: string | null;
  readonly attempts: number;
  /** A word of ours. */
  readonly lastError: string | null;
}

/**
 * What was done with the audit log of the database that was replaced: `none`: there was no database; `unreadable`: what
 * was deleted in it is not known; `ignored`: as it was asked for.
 */
export const FORMER_LOGS = ["read", "none", "unreadable", "ignored"] as const;

/** What was restored, what of it was deleted again, and how its audit log was found. */
export interface RestoreSummary extends BackupSummary {
  /** Ids of what was deleted after the backup, and of organizations that have no owner since. */
  readonly replayed: {
    readonly accounts: readonly string[];
    readonly organizations: readonly string[];
    readonly withoutOwner: readonly string[];
  };
  readonly formerLog: (typeof FORMER_LOGS)[number];
  /** Entries of the audit log that were recomputed. */
  readonly auditEntries: number;
  /** The first that does not fit: it was so when the backup was written. */
  readonly auditFault: { readonly stream: string; readonly seq: number; readonly why: string } | null;
}

/** What a rehearsal of a restore found: the backup as it was read, restored aside and compared. */
export interface RehearsalSummary extends BackupSummary {
  readonly auditEntries: number;
  readonly auditFault: RestoreSummary["auditFault"];
  /** True where the state that the settings lead to noted it; an alert watches how old the last one is. */
  readonly isNoted: boolean;
}

/** What an operator does with the state as a whole. A backup that cannot be had is a ServiceError. */
export interface StateOperations {
  status(): Promise<StateReport>;
  /** Carries out what is missing. */
  migrate(): Promise<StateReport["missing"]>;
  /** At most a thousand; `isFailed`: only those whose last attempt failed. */
  jobs(which: { readonly isFailed: boolean }): Promise<readonly JobReport[]>;
  /** The job is due at once. @returns false when there is none of this id, or it is being done. */
  retryJob(id: string): Promise<boolean>;
  backup(request: {
    readonly to: string;
    readonly withSecrets: boolean;
    readonly passphraseFile?: string | undefined;
  }): Promise<BackupSummary>;
  checkBackup(request: { readonly file: string; readonly passphraseFile?: string | undefined }): Promise<BackupSummary>;
  /** Restores into a state that is thrown away, and compares number and hash of the rows of each table. */
  rehearse(request: { readonly from: string; readonly passphraseFile?: string | undefined }): Promise<RehearsalSummary>;
  /**
   * Restores, deletes again what was deleted after the backup, then recomputes the audit log. Every session has ended
   * and no link in a mail works; keys stay.
   */
  restore(request: {
    readonly from: string;
    readonly replace: boolean;
    /** A file with deletions: the answer of `audit_deletions`, or a later backup. */
    readonly replayDeletions?: string | undefined;
    /** What was deleted in the database that is replaced comes back. */
    readonly undelete: boolean;
    readonly passphraseFile?: string | undefined;
  }): Promise<RestoreSummary>;
}
