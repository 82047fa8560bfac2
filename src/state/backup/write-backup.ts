import { constants, createReadStream } from "node:fs";
import { access, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { appliedMigrations } from "../migrate.ts";
import { composedSql, type Sql } from "../sql.ts";
import type { State } from "../state.ts";
import type { StateDatabase, Value } from "../state-database.ts";
import { BackupError } from "./backup-error.ts";
import { type BackupHeader, type BackupRow, readFormat, writeFormat } from "./format.ts";
import { BACKUP_TABLES, type BackupTable } from "./tables.ts";

/** Rows are read so many at a time; between two pages other calls have their turn. */
const PAGE = 1_000;

/** What a backup is made of. */
export interface BackupOptions {
  readonly state: Pick<State, "open" | "snapshot">;
  /** The file to write. It must not be there. */
  readonly to: string;
  readonly passphrase?: string | undefined;
  /** The key of secrets in base64, where it is to be in the file. */
  readonly secretsKey?: string | undefined;
  /** Names of the settings that are set. */
  readonly settings: readonly string[];
  readonly program: string;
  readonly now: () => Date;
  readonly tables?: readonly BackupTable[];
  /** Ends the writing; the file is removed and its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
}

/** What a backup holds. */
export interface BackupReport {
  readonly header: Omit<BackupHeader, "secretsKey">;
  readonly hasSecretsKey: boolean;
  readonly rows: number;
}

/**
 * Writes a backup as the state is at one instant, whatever is written meanwhile. The file gets its name only after it
 * was read back whole: one that was broken off is no file.
 * @throws BackupError, StateError
 */
export async function writeBackup(options: BackupOptions): Promise<BackupReport> {
  const { to, state } = options;
  const part = `${to}.part`;
  if (await exists(to)) throw new BackupError("exists");
  await state.open();
  try {
    await state.snapshot((tx) => writePart(part, tx, options));
    const report = await checkBackup(part, options.passphrase, options.signal);
    // Another one may have come first.
    if (await exists(to)) throw new BackupError("exists");
    await rename(part, to);
    await syncFolder(dirname(to));
    return report;
  } catch (cause) {
    await rm(part, { force: true }).catch(() => undefined);
    if (cause instanceof Error && "syscall" in cause) throw new BackupError("not_written", { cause });
    throw cause;
  }
}

/**
 * Reads a backup whole, without a database.
 * @throws BackupError
 */
export async function checkBackup(file: string, passphrase?: string, signal?: AbortSignal): Promise<BackupReport> {
  const { header, rows } = await openBackup(file, passphrase);
  let count = 0;
  for await (const _row of rows()) {
    if (++count % PAGE !== 0) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
  const { secretsKey, ...rest } = header;
  return { header: rest, hasSecretsKey: secretsKey !== undefined, rows: count };
}

/** Opens a backup to read it. @throws BackupError */
export async function openBackup(file: string, passphrase?: string) {
  if (!(await exists(file))) throw new BackupError("no_file");
  return readFormat(createReadStream(file), passphrase);
}

async function writePart(part: string, tx: StateDatabase, options: BackupOptions): Promise<void> {
  const { tables = BACKUP_TABLES, secretsKey } = options;
  const counted: BackupHeader["tables"] = [];
  for (const table of tables) {
    counted.push({ name: table.name, columns: [...table.columns], rows: await countRows(tx, table) });
  }
  const head: BackupHeader = {
    program: options.program,
    schema: (await appliedMigrations(tx)).at(-1)?.version ?? 0,
    at: options.now().toISOString(),
    tables: counted,
    settings: [...options.settings],
    ...(secretsKey === undefined ? {} : { secretsKey }),
  };
  const handle = await open(part, "w", 0o600);
  try {
    // A file that was there before keeps its rights otherwise.
    await handle.chmod(0o600);
    for await (const bytes of writeFormat(head, allRows(tx, tables, options.signal), options.passphrase)) {
      await handle.writeFile(bytes);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function countRows(tx: StateDatabase, { name, where = "1 = 1" }: BackupTable): Promise<number> {
  const row = await tx.get<{ n: number }>(composedSql(`SELECT count(*) AS n FROM ${name} WHERE ${where}`));
  return row?.n ?? 0;
}

async function* allRows(
  tx: StateDatabase,
  tables: readonly BackupTable[],
  signal?: AbortSignal,
): AsyncGenerator<BackupRow> {
  for (const table of tables) yield* tableRows(tx, table, signal);
}

/** The rows of a table in the order of its key, read in pages so that a large one needs no more memory. */
export async function* tableRows(
  tx: StateDatabase,
  table: BackupTable,
  signal?: AbortSignal,
): AsyncGenerator<BackupRow> {
  const { columns, key } = table;
  const page = pageOf(table);
  const [first, next] = pagesOf(table);
  let after: readonly Value[] | undefined;
  for (;;) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    const rows: readonly Record<string, Value>[] =
      after === undefined ? await tx.all(first) : await tx.all(next, ...after);
    for (const row of rows) yield columns.map((column) => row[column] ?? null);
    const last = rows.at(-1);
    if (last === undefined || rows.length < page) return;
    after = key.map((column) => last[column] ?? null);
  }
}

/** A page has at most about 8 MB: one row, where a row may have that much. */
function pageOf({ isLarge = false }: BackupTable): number {
  return isLarge ? 1 : PAGE;
}

function pagesOf(table: BackupTable): readonly [Sql, Sql] {
  const { name, columns, key, where = "1 = 1" } = table;
  const names = key.join(", ");
  // Some names are words of SQL.
  const select = `SELECT ${columns.map((column) => `"${column}"`).join(", ")} FROM ${name} WHERE ${where}`;
  const end = `ORDER BY ${names} LIMIT ${pageOf(table)}`;
  const marks = key.map(() => "?").join(", ");
  return [composedSql(`${select} ${end}`), composedSql(`${select} AND (${names}) > (${marks}) ${end}`)];
}

async function exists(file: string): Promise<boolean> {
  return access(file, constants.F_OK).then(
    () => true,
    () => false,
  );
}

/** Without this the name of a file may be lost with the power, though its content is there. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
