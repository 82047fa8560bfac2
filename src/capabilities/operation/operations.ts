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

/** What an operator does with the state as a whole. A backup that cannot be had is a ServiceError. */
export interface StateOperations {
  status(): Promise<StateReport>;
  /** Carries out what is missing. */
  migrate(): Promise<StateReport["missing"]>;
  backup(request: {
    readonly to: string;
    readonly withSecrets: boolean;
    readonly passphraseFile?: string | undefined;
  }): Promise<BackupSummary>;
  checkBackup(request: { readonly file: string; readonly passphraseFile?: string | undefined }): Promise<BackupSummary>;
  restore(request: {
    readonly from: string;
    readonly replace: boolean;
    readonly passphraseFile?: string | undefined;
  }): Promise<BackupSummary>;
}
