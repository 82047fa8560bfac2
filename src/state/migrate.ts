import { setTimeout as sleep } from "node:timers/promises";
import { checksumOf, concurrentIndex, type Migration } from "./migrations/migration.ts";
import { composedSql, definition, SCHEMA, sql } from "./sql.ts";
import type { StateDatabase, StateDriver } from "./state-database.ts";
import { StateError, StateVersionError } from "./state-error.ts";

/** A start waits this long for another process that migrates, in milliseconds. */
const PATIENCE_MS = 60_000;

const VERSION_TABLE = `
  CREATE TABLE IF NOT EXISTS schema_version (
    version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, min_program integer NOT NULL,
    at integer NOT NULL
  ) STRICT`;

const APPLIED = sql("SELECT version, name, checksum, min_program, at FROM schema_version ORDER BY version");
const NOTE = sql("INSERT INTO schema_version (version, name, checksum, min_program, at) VALUES (?, ?, ?, ?, ?)");

/** A migration that was carried out now, with what it counted before. */
export type DoneMigration = Migration & { readonly counted: Readonly<Record<string, number>> };

/** A migration that was carried out on a database. */
export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly min_program: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Carries out what is missing, one transaction each. The lock comes before the version is read, so several processes
 * that start at once migrate once and all go on; what is killed in the middle leaves the step before.
 * @returns the migrations that this call carried out.
 * @throws StateVersionError where the database is newer than this program, or not of its making.
 * @throws StateError
 */
export async function migrate(
  driver: StateDriver,
  migrations: readonly Migration[],
  now: () => number,
): Promise<readonly DoneMigration[]> {
  const done: DoneMigration[] = [];
  const since = performance.now();
  for (;;) {
    try {
      const step = await driver.exclusively((tx, execute) => takeStep(tx, execute, migrations, now, driver.buildIndex));
      if (step === undefined) return done;
      done.push(step);
    } catch (error) {
      const isPatient = error instanceof StateError && error.kind === "busy" && performance.now() - since < PATIENCE_MS;
      if (!isPatient) throw error;
      await sleep(50 + Math.random() * 100);
    }
  }
}

/**
 * Carries out the next migration inside a transaction that holds the lock. The index of a table that others write to is
 * built beside that transaction, which holds nothing but the lock meanwhile, and noted in it.
 * @param buildIndex where the database can do so; else such an index is built in the transaction.
 * @returns `undefined` when there is none.
 */
export async function takeStep(
  tx: StateDatabase,
  execute: (text: string) => Promise<void>,
  migrations: readonly Migration[],
  now: () => number,
  buildIndex?: StateDriver["buildIndex"],
): Promise<DoneMigration | undefined> {
  await execute(definition(VERSION_TABLE, tx.kind));
  const applied = await tx.all<AppliedMigration>(APPLIED);
  checkApplied(applied, migrations);
  const version = applied.at(-1)?.version ?? 0;
  const step = migrations.find((each) => each.version === version + 1);
  if (step === undefined) return undefined;
  const counted: Record<string, number> = {};
  for (const [what, text] of Object.entries(step.counts ?? {})) {
    counted[what] = (await tx.get<{ n: number }>(composedSql(text)))?.n ?? 0;
  }
  if (step.isConcurrent === true && buildIndex !== undefined) {
    // A prepared read keeps what it saw until the next statement, and the build waits for everybody who keeps something.
    await execute("SELECT 1");
    await buildIndex(concurrentIndex(step, SCHEMA));
  } else await execute(definition(step.text, tx.kind));
  await tx.run(NOTE, step.version, step.name, checksumOf(step), step.minProgram ?? step.version, now());
  return { ...step, counted };
}

/** What was carried out on this database, oldest first; nothing on one that is empty. */
export async function appliedMigrations(db: StateDatabase): Promise<readonly AppliedMigration[]> {
  try {
    return await db.all<AppliedMigration>(APPLIED);
  } catch (error) {
    if (error instanceof StateError && isNoTable(error.cause)) return [];
    throw error;
  }
}

/**
 * @throws StateVersionError where this program must not use a database on which these were carried out.
 */
export function checkApplied(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const needed = Math.max(0, ...applied.filter(({ version }) => version > newest).map((each) => each.min_program));
  if (needed > newest) {
    const version = applied.at(-1)?.version;
    throw new StateVersionError(
      `The state database has layout ${version}, and this version of Dosah knows layout ${newest}: start a newer one.`,
    );
  }
  for (const { version, name, checksum } of applied) {
    const known = migrations.find((each) => each.version === version);
    if (known !== undefined && checksumOf(known) !== checksum) {
      throw new StateVersionError(
        `The state database was made by another migration ${version} (${name}) than this version of Dosah has.`,
      );
    }
  }
}

function isNoTable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return ("code" in cause && cause.code === "42P01") || cause.message.startsWith("no such table");
}
