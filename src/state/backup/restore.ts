import { constants } from "node:fs";
import { access, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { takeStateFile } from "../in-use.ts";
import { takeStep } from "../migrate.ts";
import { MIGRATIONS } from "../migrations/list.ts";
import type { Migration } from "../migrations/migration.ts";
import { composedSql, SCHEMA, type Sql } from "../sql.ts";
import { openSqliteDatabase } from "../sqlite-database.ts";
import { STATE_FILE } from "../state.ts";
import type { StateDatabase, StateDriver } from "../state-database.ts";
import { StateError, StateVersionError } from "../state-error.ts";
import { setMark } from "../state-marks.ts";
import { BackupError } from "./backup-error.ts";
import { type Deletion, deletionsOf, type Replayed, readDeletions, replayDeletions } from "./deletions.ts";
import { BACKUP_TABLES, type BackupTable } from "./tables.ts";
import { type BackupReport, checkBackup, openBackup, syncFolder } from "./write-backup.ts";

/** Where a backup goes. */
export interface RestoreOptions {
  readonly from: string;
  readonly passphrase?: string | undefined;
  /** What people entered into the target may be lost. */
  readonly isReplacing: boolean;
  /** The folder of the embedded state. */
  readonly dir: string;
  /** PostgreSQL, where the state is there. */
  readonly databaseUrl?: string | undefined;
  readonly ca?: string | undefined;
  readonly now: () => number;
  readonly migrations?: readonly Migration[];
  readonly tables?: readonly BackupTable[];
  /** Gets the key of secrets that the backup holds, before anything is changed. @throws to refuse it. */
  readonly onSecretsKey?: (key: string) => Promise<void>;
  /** A file with deletions that came after the backup: the answer of `dosah audit deletions`, or a later backup. */
  readonly deletions?: string | undefined;
  /** What was deleted in the database that is replaced comes back. */
  readonly isUndeleting?: boolean;
}

/**
 * What was done with the audit log of the database that was replaced: `none`: there was no database; `unreadable`: what
 * was deleted in it is not known; `ignored`: as it was asked for.
 */
export type FormerLog = "read" | "none" | "unreadable" | "ignored";

/** What was restored, and what was deleted again. */
export interface RestoreReport extends BackupReport {
  readonly replayed: Replayed;
  readonly formerLog: FormerLog;
}

/**
 * Puts the state of a backup in the place of the one that is there. The backup is read whole before anything is
 * changed, and its rows go through the migrations that came after it. Accounts and organizations that were deleted
 * since are deleted again, by the audit log of the database that is replaced and by a file. All or nothing: one
 * transaction on PostgreSQL, a new file on SQLite.
 * @throws BackupError, StateError
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { from, passphrase, migrations = MIGRATIONS } = options;
  const report = await checkBackup(from, passphrase);
  if (report.header.schema > (migrations.at(-1)?.version ?? 0)) throw new BackupError("newer");
  const listed = options.deletions === undefined ? [] : await readDeletions(options.deletions, passphrase);
  const { header } = await openBackup(from, passphrase);
  const acceptKey = async () => {
    if (header.secretsKey !== undefined) await options.onSecretsKey?.(header.secretsKey);
  };
  const done =
    options.databaseUrl === undefined
      ? await restoreSqlite(options, listed, acceptKey)
      : await restorePostgres(options, options.databaseUrl, listed, acceptKey);
  return { ...report, ...done };
}

type Done = Pick<RestoreReport, "replayed" | "formerLog">;

async function restorePostgres(
  options: RestoreOptions,
  url: string,
  listed: readonly Deletion[],
  acceptKey: () => Promise<void>,
): Promise<Done> {
  const { openPostgresDatabase } = await import("../postgres-database.ts");
  const driver = openPostgresDatabase({ url, pool: 2, ca: options.ca });
  try {
    return await driver.exclusively(async (tx, execute) => {
      const tables = await tx.all<{ name: string }>(TABLES);
      const names = tables.map(({ name }) => name);
      await refuseEntered(tx, options, names);
      await acceptKey();
      // Whoever deletes an account just now is waited for.
      if (names.includes(AUDIT_TABLE)) await execute(`LOCK TABLE ${SCHEMA}."${AUDIT_TABLE}" IN ACCESS EXCLUSIVE MODE`);
      const former = await formerDeletions(tx, options, names);
      for (const { name } of tables) await execute(`DROP TABLE ${SCHEMA}."${name}" CASCADE`);
      await fill(tx, execute, options);
      return { replayed: await replay(tx, [...listed, ...former.deletions], options), formerLog: former.log };
    });
  } finally {
    await driver.close();
  }
}

/** @param tables that are there */
async function formerDeletions(
  db: StateDatabase,
  { isUndeleting = false }: RestoreOptions,
  tables: readonly string[],
): Promise<{ readonly log: FormerLog; readonly deletions: readonly Deletion[] }> {
  if (!tables.includes(AUDIT_TABLE)) return { log: "none", deletions: [] };
  if (isUndeleting) return { log: "ignored", deletions: [] };
  return { log: "read", deletions: await deletionsOf(db) };
}

/** What was sealed before counts as used from here on. An older layout, of a test or a rehearsal, has no such table. */
async function replay(tx: StateDatabase, deletions: readonly Deletion[], options: RestoreOptions): Promise<Replayed> {
  const { now, migrations = MIGRATIONS } = options;
  if (migrations.some(({ name }) => name === "marks")) await setMark(tx, "restored", now());
  return replayDeletions(tx, deletions, now());
}

const AUDIT_TABLE = "audit_entry";

const TABLES = composedSql(`SELECT tablename AS name FROM pg_tables WHERE schemaname = '${SCHEMA}'`);
const FILE_TABLES = composedSql("SELECT name FROM sqlite_master WHERE type = 'table'");

async function restoreSqlite(
  options: RestoreOptions,
  listed: readonly Deletion[],
  acceptKey: () => Promise<void>,
): Promise<Done> {
  const { dir, now } = options;
  const file = join(dir, STATE_FILE);
  const part = `${file}.restored`;
  const lock = takeFile(dir);
  try {
    await refuseEnteredFile(file, options);
    await acceptKey();
    const former = await formerDeletionsOfFile(file, options);
    await removeDatabase(part);
    const driver = await openSqliteDatabase({ file: part, now });
    let replayed: Replayed;
    try {
      replayed = await driver.exclusively(async (tx, execute) => {
        await fill(tx, execute, options);
        return replay(tx, [...listed, ...former.deletions], options);
      });
    } finally {
      await driver.close();
    }
    await becomeOneFile(part);
    // What the write-ahead log of the former file holds must not be taken for that of the new one.
    await removeLog(file);
    await rename(part, file);
    await syncFolder(dirname(file));
    return { replayed, formerLog: former.log };
  } catch (cause) {
    await removeDatabase(part);
    throw cause;
  } finally {
    lock.release();
  }
}

/** @throws BackupError `in_use` while a service has the state. */
function takeFile(dir: string) {
  try {
    return takeStateFile(dir);
  } catch (cause) {
    throw cause instanceof StateError && cause.kind === "busy" ? new BackupError("in_use", { cause }) : cause;
  }
}

/** The layout of the backup, its rows, and then the migrations that came after it. */
async function fill(
  tx: StateDatabase,
  execute: (text: string) => Promise<void>,
  options: RestoreOptions,
): Promise<void> {
  const { from, passphrase, migrations = MIGRATIONS, now } = options;
  const { header, rows } = await openBackup(from, passphrase);
  const layout = migrations.filter(({ version }) => version <= header.schema);
  await allSteps(tx, execute, layout, now);
  // What migrations themselves write is in the backup too.
  for (const { name } of header.tables.toReversed()) await tx.run(composedSql(`DELETE FROM ${quoted(name)}`));
  const inserts = new Map(header.tables.map((table) => [table.name, insertOf(table)]));
  for await (const { table, row } of rows()) {
    const insert = inserts.get(table);
    if (insert !== undefined) await tx.run(insert, ...row);
  }
  await allSteps(tx, execute, migrations, now);
}

async function allSteps(
  tx: StateDatabase,
  execute: (text: string) => Promise<void>,
  migrations: readonly Migration[],
  now: () => number,
): Promise<void> {
  while ((await takeStep(tx, execute, migrations, now)) !== undefined);
}

function insertOf({ name, columns }: { name: string; columns: readonly string[] }): Sql {
  const marks = columns.map(() => "?").join(", ");
  return composedSql(`INSERT INTO ${quoted(name)} (${columns.map(quoted).join(", ")}) VALUES (${marks})`);
}

/** A name from a file, which somebody may have written by hand. @throws BackupError */
function quoted(name: string): string {
  if (!/^[a-z][a-z\d_]{0,62}$/.test(name)) throw new BackupError("damaged");
  return `"${name}"`;
}

async function refuseEnteredFile(file: string, options: RestoreOptions): Promise<void> {
  if (options.isReplacing || !(await isThere(file))) return;
  try {
    await lookInto(file, options, (driver, tables) => refuseEntered(driver, options, tables));
  } catch (cause) {
    // What is in a damaged file nobody knows.
    throw cause instanceof StateError ? new BackupError("not_empty", { cause }) : cause;
  }
}

async function formerDeletionsOfFile(file: string, options: RestoreOptions) {
  if (!(await isThere(file))) return { log: "none", deletions: [] } as const;
  try {
    return await lookInto(file, options, (driver, tables) => formerDeletions(driver, options, tables));
  } catch (cause) {
    // A damaged file is what a restore is often for.
    if (cause instanceof StateError) return { log: "unreadable", deletions: [] } as const;
    throw cause;
  }
}

/** Reads in a file that is there. @throws StateError where it is damaged */
async function lookInto<T>(
  file: string,
  { now }: RestoreOptions,
  look: (driver: StateDriver, tables: readonly string[]) => Promise<T>,
): Promise<T> {
  const driver = await openSqliteDatabase({ file, now });
  try {
    const found = await driver.all<{ name: string }>(FILE_TABLES);
    return await look(
      driver,
      found.map(({ name }) => name),
    );
  } finally {
    await driver.close();
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file, constants.F_OK).then(
    () => true,
    () => false,
  );
}

/** @throws BackupError `not_empty` where people have entered something. */
async function refuseEntered(
  db: StateDatabase,
  { isReplacing, tables = BACKUP_TABLES }: RestoreOptions,
  there: readonly string[],
): Promise<void> {
  if (isReplacing) return;
  for (const { name } of tables.filter((each) => each.isEntered === true && there.includes(each.name))) {
    const found = await db.all(composedSql(`SELECT 1 AS one FROM ${quoted(name)} LIMIT 1`));
    if (found.length > 0) throw new BackupError("not_empty");
  }
}

/** Ends the write-ahead log, so that the database is one file, and puts it on the disk. */
async function becomeOneFile(file: string): Promise<void> {
  const db = new DatabaseSync(file);
  try {
    db.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
    const sound = db.prepare("PRAGMA integrity_check").get();
    if (Object.values(sound ?? {})[0] !== "ok") throw new StateVersionError("The restored file is not sound.");
  } finally {
    db.close();
  }
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Brings what is in the log into the former file, or drops it where that file is damaged. */
async function removeLog(file: string): Promise<void> {
  try {
    const db = new DatabaseSync(file);
    try {
      db.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
    } finally {
      db.close();
    }
  } catch {
    // It is replaced in any case.
  }
  for (const end of ["-wal", "-shm"]) await rm(`${file}${end}`, { force: true });
}

async function removeDatabase(file: string): Promise<void> {
  for (const end of ["", "-wal", "-shm", "-journal"]) await rm(`${file}${end}`, { force: true });
}
