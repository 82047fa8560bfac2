import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** A file that holds the passphrase of a backup, in its first line. */
const passphraseFile = z.string().min(1).optional().describe("A file whose first line is the passphrase.");

/** Writes the whole state into one file. The file is verified before it gets its name. */
export const backup = defineCapability({
  name: "backup",
  access: "operator",
  input: z.strictObject({
    to: z.string().min(1).describe("The file; one that is there is not written over."),
    withSecrets: z.boolean().default(false).describe("With the key that seals secrets of accounts."),
    passphraseFile,
    locale: localeParameter,
  }),
  run: async ({ locale: _locale, ...request }, { operator: { state } }) => {
    const { tables, ...rest } = await state.backup(request);
    return { ...rest, tables: [...tables] };
  },
});

/** Reads a backup whole, without a database. */
export const backupCheck = defineCapability({
  name: "backup_check",
  access: "operator",
  input: z.strictObject({ file: z.string().min(1).describe("The backup."), passphraseFile, locale: localeParameter }),
  run: async ({ locale: _locale, ...request }, { operator: { state } }) => {
    const { tables, ...rest } = await state.checkBackup(request);
    return { ...rest, tables: [...tables] };
  },
});

/** Rehearses a restore: the backup goes into a state that is thrown away, row by row compared with the file. */
export const restoreVerify = defineCapability({
  name: "restore_verify",
  access: "operator",
  input: z.strictObject({ from: z.string().min(1).describe("The backup."), passphraseFile, locale: localeParameter }),
  run: async ({ locale: _locale, ...request }, { operator: { state } }) => {
    const { tables, ...rest } = await state.rehearse(request);
    return { ...rest, tables: [...tables] };
  },
});

/**
 * Replaces the state by that of a backup, wholly or not at all. Accounts and organizations that were deleted after the
 * backup are deleted again (docs/decisions/replayed-deletions.md). Afterwards every session has ended, keys work as
 * before, and the audit log is verified.
 */
export const restore = defineCapability({
  name: "restore",
  access: "operator",
  input: z.strictObject({
    from: z.string().min(1).describe("The backup."),
    replace: z.boolean().default(false).describe("Also where accounts are in the database, or another key of secrets."),
    replayDeletions: z
      .string()
      .min(1)
      .optional()
      .describe("Deletions since the backup: a file with the answer of audit deletions, or a later backup."),
    undelete: z.boolean().default(false).describe("What was deleted in the database that is replaced comes back."),
    passphraseFile,
    locale: localeParameter,
  }),
  run: async ({ locale: _locale, ...request }, { operator: { state } }) => {
    const { tables, replayed, ...rest } = await state.restore(request);
    const { accounts, organizations, withoutOwner } = replayed;
    return {
      ...rest,
      tables: [...tables],
      replayed: {
        accounts: [...accounts],
        organizations: [...organizations],
        withoutOwner: [...withoutOwner],
      },
    };
  },
});
