import { z } from "zod";
import { FORMER_LOGS } from "./operations.ts";

const migration = { version: z.number().int(), name: z.string() };

export const missingMigrations = z.array(z.object(migration));

export const stateReport = z.object({
  database: z.enum(["sqlite", "postgres"]),
  version: z.number().int().describe("Layout of the database; 0: it is empty."),
  newest: z.number().int().describe("The newest layout that this program knows."),
  applied: z.array(z.object({ ...migration, at: z.string() })),
  missing: missingMigrations,
});

export const backupSummary = z.object({
  program: z.string(),
  version: z.number().int(),
  at: z.string(),
  tables: z.array(z.object({ name: z.string(), rows: z.number().int() })),
  rows: z.number().int(),
  hasSecretsKey: z.boolean(),
});

export const restoreSummary = backupSummary.extend({
  replayed: z
    .object({
      accounts: z.array(z.string()),
      organizations: z.array(z.string()),
      withoutOwner: z.array(z.string()).describe("Organizations that have no owner since: name one."),
    })
    .describe("Ids of what was deleted after the backup and was therefore deleted again."),
  formerLog: z
    .enum(FORMER_LOGS)
    .describe("Whether the audit log of the database that was replaced was read for deletions."),
  auditEntries: z.number().int().describe("Entries of the audit log, recomputed after the restore."),
  auditFault: z
    .object({ stream: z.string(), seq: z.number().int(), why: z.string() })
    .nullable()
    .describe("The first entry that does not fit; it was so when the backup was written."),
});

/** A file that holds the passphrase of a backup, in its first line. */
export const passphraseFile = z.string().min(1).optional().describe("A file whose first line is the passphrase.");

/** A migration on the terminal. */
export function migrationLine({ version, name }: { readonly version: number; readonly name: string }): string {
  return `${String(version).padStart(4)}  ${name}`;
}
