import { inEnglish } from "../../core/locale.ts";
import type { Problem } from "../../core/problem.ts";

const otherBackup = inEnglish("Use another backup; nothing was changed in the database.");

const givePassphrase = inEnglish("Name the file with the right passphrase: --passphrase-file FILE.");

/** Why a backup could not be written, read or restored, by the word for it in `src/state/backup`. */
export const backupProblems = {
  exists: {
    code: "invalid_arguments",
    standsFor: "data",
    field: "to",
    message: inEnglish("There is such a file already."),
    nextStep: inEnglish("Name another file, or move this one away first."),
  },
  no_file: {
    code: "not_found",
    message: inEnglish("There is no such file."),
    nextStep: inEnglish("Check the path of the backup."),
  },
  not_written: {
    code: "source_unavailable",
    message: inEnglish("The backup could not be written."),
    nextStep: inEnglish(
      "Check that the folder exists, that it can be written to, and that there is space on the disk.",
    ),
  },
  no_backup: {
    code: "source_unavailable",
    message: inEnglish("The file is no backup, or its beginning is damaged."),
    nextStep: otherBackup,
  },
  damaged: {
    code: "source_unavailable",
    message: inEnglish("The backup is damaged or incomplete."),
    nextStep: otherBackup,
  },
  needs_passphrase: {
    code: "invalid_arguments",
    field: "passphraseFile",
    message: inEnglish("The backup is encrypted."),
    nextStep: givePassphrase,
  },
  wrong_passphrase: {
    code: "invalid_arguments",
    standsFor: "data",
    field: "passphraseFile",
    message: inEnglish("The passphrase is not the right one, or the backup is damaged."),
    nextStep: givePassphrase,
  },
  newer: {
    code: "source_unavailable",
    message: inEnglish("A newer version of Dosah wrote the backup."),
    nextStep: inEnglish("Restore it with the same version or a newer one."),
  },
  in_use: {
    code: "source_unavailable",
    message: inEnglish("A running Dosah uses the database."),
    nextStep: inEnglish("Stop it and start the restore again."),
  },
  not_empty: {
    code: "invalid_arguments",
    standsFor: "data",
    field: "replace",
    message: inEnglish("There are accounts in the database already, or its content cannot be read."),
    nextStep: inEnglish("Add --replace if its content is to be replaced."),
  },
  no_deletions: {
    code: "invalid_arguments",
    standsFor: "data",
    field: "replayDeletions",
    message: inEnglish("The file holds no list of deleted accounts, or cannot be read."),
    nextStep: inEnglish(
      "Name the output of dosah audit deletions --json or a later backup; nothing was changed in the database.",
    ),
  },
  other_secrets_key: {
    code: "invalid_arguments",
    standsFor: "data",
    field: "replace",
    message: inEnglish("The backup holds another SECRETS_KEY than the one in use here."),
    nextStep: inEnglish("Set SECRETS_KEY to the key of the backup; --replace replaces the file secrets.key."),
  },
  no_passphrase: {
    code: "invalid_arguments",
    standsFor: "data",
    field: "passphraseFile",
    message: inEnglish("The file with the passphrase cannot be read or is empty."),
    nextStep: inEnglish("Write the passphrase into the first line of the file."),
  },
} as const satisfies Record<string, Problem>;
