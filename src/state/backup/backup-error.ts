/** Why a backup cannot be written, read or restored; the operator can do something about each. */
export type BackupTrouble =
  | "exists"
  | "no_file"
  | "not_written"
  | "no_backup"
  | "damaged"
  | "needs_passphrase"
  | "wrong_passphrase"
  | "newer"
  | "in_use"
  | "not_empty"
  | "no_deletions"
  | "other_secrets_key";

/** A backup that was refused. Nothing was changed. */
export class BackupError extends Error {
  override readonly name = "BackupError";
  readonly trouble: BackupTrouble;

  constructor(trouble: BackupTrouble, options?: ErrorOptions) {
    super(`backup: ${trouble}`, options);
    this.trouble = trouble;
  }
}
