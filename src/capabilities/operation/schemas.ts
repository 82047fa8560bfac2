import { z } from "zod";

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

/** A file that holds the passphrase of a backup, in its first line. */
export const passphraseFile = z.string().min(1).optional().describe("A file whose first line is the passphrase.");
