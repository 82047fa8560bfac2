import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type InUse, shareStateFile } from "./in-use.ts";
import { type AppliedMigration, appliedMigrations, checkApplied, type DoneMigration, migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations/list.ts";
import type { Migration } from "./migrations/migration.ts";
import type { DatabaseKind, Sql } from "./sql.ts";
import { openSqliteDatabase } from "./sqlite-database.ts";
import type { Connections, StateDatabase, StateDriver, TransactionOptions, Value } from "./state-database.ts";
import { NoStateError, StateError, type StateTrouble, StateVersionError } from "./state-error.ts";

/** The file of the embedded state, in `DATA_DIR`. */
export const STATE_FILE = "state.db";

/** A database that could not be opened is tried again after this time. */
const REOPEN_MS = 5_000;
/** So long a call waits for a database that is gone, and so often it tries what others held up. */
const DOWN_MS = 3_000;
const BUSY_TRIES = 3;
/** Troubles of writes alone: reads that go well say nothing about them, and for so long do not end them. */
const OF_WRITES: ReadonlySet<StateHealth> = new Set<StateHealth>(["busy", "full", "read_only"]);
const OF_WRITES_MS = 30_000;

/**
 * How the state fares, in one word: `ok`; `retrying`, a call waits for the database to come back; `behind`, its
 * migrations are not done; `newer`, it needs a newer Dosah; or what is wrong with it.
 */
export type StateHealth = "ok" | "retrying" | "behind" | "newer" | StateTrouble;

/** Where the layout of the tables stands. */
export interface StateStatus {
  readonly kind: DatabaseKind;
  /** Layout of the database, and the newest that this program knows. 0: there is nothing yet. */
  readonly version: number;
  readonly newest: number;
  readonly applied: readonly AppliedMigration[];
  readonly missing: readonly Migration[];
}

/** The state as the whole program shares it. */
export interface State extends StateDatabase {
  /**
   * Opens the database and carries out its migrations.
   * @throws StateVersionError where this program must not use it; StateError where it cannot be had now, and then
   * every later call tries again.
   */
  open(): Promise<readonly DoneMigration[]>;
  health(): StateHealth;
  /** True once something was written through it. */
  hasChanged(): boolean;
  /** How the connections to a server are used; `undefined` for SQLite, and while there is none. */
  connections(): Connections | undefined;
  /** Looks without changing anything. */
  status(): Promise<StateStatus>;
  /** The clock that all who share the state agree on, milliseconds since 1970. */
  now(): Promise<number>;
  /** Reads of `work` see the state of one instant. */
  snapshot<T>(work: (tx: StateDatabase) => Promise<T>): Promise<T>;
}

/** Where the state is. */
export interface StateOptions {
  /** Folder of the embedded data. */
  readonly dir: string;
  /** PostgreSQL; without it the state is in SQLite. */
  readonly databaseUrl?: string | undefined;
  readonly pool?: number;
  readonly ca?: string | undefined;
  /** The clock, milliseconds since 1970. */
  readonly now: () => number;
  /** Called at every change of the health. */
  readonly onHealth?: (health: StateHealth, cause?: unknown) => void;
  /** Called after each call of the state with the time that it took, waiting and repeating included. */
  readonly onCall?: (operation: StateOperation, seconds: number) => void;
  readonly migrations?: readonly Migration[];
  /** A database without a layout is refused instead of being begun: `NoStateError`. */
  readonly isExpected?: boolean | undefined;
}

/** What a caller asks of the state, for its times. */
export type StateOperation = "get" | "all" | "run" | "transaction";

/** Makes the state, which is opened by `open` or by the first call. */
export function createState(options: StateOptions): State {
  const { migrations = MIGRATIONS } = options;
  const kind = options.databaseUrl === undefined ? "sqlite" : "postgres";
  let opened: Promise<Opened> | undefined;
  /** The last opening, and since when none succeeds. */
  let failed: { readonly error: unknown; readonly at: number; readonly since: number } | undefined;
  let current: StateDriver | undefined;
  let isClosed = false;
  let hasChanged = false;
  let health: StateHealth = "ok";

  let troubledAt = 0;

  /** A call went well. @param hasWritten whether it changed something, so that writes are known to work */
  function noteSuccess(hasWritten: boolean): void {
    hasChanged ||= hasWritten;
    if (!hasWritten && OF_WRITES.has(health) && performance.now() - troubledAt < OF_WRITES_MS) return;
    setHealth("ok");
  }

  function setHealth(next: StateHealth, cause?: unknown): void {
    if (next !== "ok") troubledAt = performance.now();
    if (next === health) return;
    health = next;
    options.onHealth?.(next, cause);
  }

  /** The open database. What could not be opened a moment ago fails at once, so that no caller waits for nothing. */
  function database(isAsked = false): Promise<Opened> {
    if (isClosed) return Promise.reject(new StateError("down"));
    if (opened !== undefined) return opened;
    if (!isAsked && failed !== undefined && performance.now() - failed.at < REOPEN_MS)
      return Promise.reject(failed.error);
    const attempt = openAndMigrate(options, migrations);
    opened = attempt;
    attempt.then(
      ({ driver, applied }) => {
        hasChanged ||= applied.length > 0;
        current = driver;
        failed = undefined;
        setHealth("ok");
      },
      (error: unknown) => {
        opened = undefined;
        const at = performance.now();
        failed = {
          error: error instanceof StateError ? error : new StateError("down", { cause: error }),
          at,
          since: failed?.since ?? at,
        };
        setHealth(troubleOf(error), error);
      },
    );
    return attempt;
  }

  /**
   * The driver of the open database. A server that restarts is waited for, by a process that has only begun too; one
   * that is away for longer fails at once.
   */
  async function reach(): Promise<StateDriver> {
    for (let isAsked = false; ; isAsked = true) {
      try {
        return (await database(isAsked)).driver;
      } catch (error) {
        const isDown = kind === "postgres" && error instanceof StateError && error.kind === "down";
        const mayReturn = failed !== undefined && performance.now() - failed.since < DOWN_MS;
        if (!isDown || !mayReturn || isClosed) throw error;
        await sleep(50 + Math.random() * 100);
      }
    }
  }

  function discard(error: StateError): void {
    const broken = opened;
    opened = undefined;
    current = undefined;
    const at = performance.now();
    failed = { error, at, since: at };
    void broken?.then((each) => each.close()).catch(() => undefined);
  }

  async function timed<T>(operation: StateOperation, call: () => Promise<T>): Promise<T> {
    const { onCall } = options;
    if (onCall === undefined) return call();
    const since = performance.now();
    try {
      return await call();
    } finally {
      onCall(operation, (performance.now() - since) / 1000);
    }
  }

  async function attempt<T>(
    work: (driver: StateDriver) => Promise<T>,
    isRepeatable: boolean,
    hasWritten: (result: T) => boolean = () => false,
  ): Promise<T> {
    const driver = await reach();
    const since = performance.now();
    for (let tries = 1; ; tries++) {
      try {
        const result = await work(driver);
        noteSuccess(hasWritten(result));
        return result;
      } catch (error) {
        if (!(error instanceof StateError)) throw error;
        // SQLite has waited already, and its trouble does not pass by itself.
        const mayRepeat =
          kind === "postgres" &&
          ((error.kind === "busy" && tries < BUSY_TRIES) ||
            (error.kind === "down" &&
              (isRepeatable || !error.isOutcomeUnknown) &&
              performance.now() - since < DOWN_MS));
        if (!mayRepeat || isClosed) {
          if (error.trouble !== undefined) setHealth(error.trouble, error);
          // A file that is broken or gone may be another one when it is opened again.
          if (kind === "sqlite" && error.kind === "down") discard(error);
          throw error;
        }
        if (error.kind === "down") setHealth("retrying", error);
        await sleep(50 + Math.random() * 100);
      }
    }
  }

  return {
    kind,
    get: <T>(sql: Sql, ...values: readonly Value[]) =>
      timed("get", () => attempt((driver) => driver.get<T>(sql, ...values), sql.isRepeatable)),
    all: <T>(sql: Sql, ...values: readonly Value[]) =>
      timed("all", () => attempt((driver) => driver.all<T>(sql, ...values), sql.isRepeatable)),
    run: (sql, ...values) =>
      timed("run", () =>
        attempt(
          (driver) => driver.run(sql, ...values),
          sql.isRepeatable,
          (changed) => changed > 0,
        ),
      ),
    transaction: <T>(work: (tx: StateDatabase) => Promise<T>, { isRepeatable = false }: TransactionOptions = {}) =>
      timed("transaction", () =>
        attempt(
          (driver) => driver.transaction(work),
          isRepeatable,
          () => true,
        ),
      ),
    snapshot: async (work) => (await database()).driver.snapshot(work),
    now: () => attempt((driver) => driver.now(), true),
    open: async () => (await database(true)).applied,
    health: () => health,
    hasChanged: () => hasChanged,
    connections: () => current?.connections?.(),
    status: () => statusOf(options, migrations),
    close: async () => {
      isClosed = true;
      const closing = opened;
      opened = undefined;
      current = undefined;
      await (await closing?.catch(() => undefined))?.close();
    },
  };
}

/** A database with its migrations carried out. */
interface Opened {
  readonly driver: StateDriver;
  readonly applied: readonly DoneMigration[];
  close(): Promise<void>;
}

async function openAndMigrate(options: StateOptions, migrations: readonly Migration[]): Promise<Opened> {
  if (options.isExpected && !mayBeThere(options)) throw new NoStateError(whereIsState(options));
  const { driver, inUse } = await openDriver(options);
  const close = async () => {
    await driver.close();
    inUse?.release();
  };
  try {
    if (options.isExpected && (await appliedMigrations(driver)).length === 0) {
      throw new NoStateError(whereIsState(options));
    }
    return { driver, applied: await migrate(driver, migrations, options.now), close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

async function openDriver(options: StateOptions): Promise<{ driver: StateDriver; inUse?: InUse }> {
  const { dir, databaseUrl, pool = 10, ca, now } = options;
  if (databaseUrl !== undefined) {
    // Only who has such a server loads its client.
    const { openPostgresDatabase } = await import("./postgres-database.ts");
    return { driver: openPostgresDatabase({ url: databaseUrl, pool, ca }) };
  }
  const inUse = shareStateFile(dir);
  try {
    return { driver: await openSqliteDatabase({ file: join(dir, STATE_FILE), now }), inUse };
  } catch (cause) {
    inUse.release();
    throw cause;
  }
}

async function statusOf(options: StateOptions, migrations: readonly Migration[]): Promise<StateStatus> {
  const kind = options.databaseUrl === undefined ? "sqlite" : "postgres";
  const applied = await lookAtApplied(options);
  checkApplied(applied, migrations);
  const version = applied.at(-1)?.version ?? 0;
  if (options.isExpected && version === 0) throw new NoStateError(whereIsState(options));
  return {
    kind,
    version,
    newest: migrations.at(-1)?.version ?? 0,
    applied,
    missing: migrations.filter((each) => each.version > version),
  };
}

async function lookAtApplied(options: StateOptions): Promise<readonly AppliedMigration[]> {
  return (await lookAtState(options, appliedMigrations)) ?? [];
}

/**
 * Opens the database only to look: an embedded one that is not there is not made, and nothing is migrated.
 * @returns `undefined` where there is none.
 * @throws StateError
 */
export async function lookAtState<T>(
  options: Pick<StateOptions, "dir" | "databaseUrl" | "ca" | "now">,
  look: (db: StateDatabase) => Promise<T>,
): Promise<T | undefined> {
  if (!mayBeThere(options)) return undefined;
  const { driver, inUse } = await openDriver({ ...options, pool: 1 });
  try {
    return await look(driver);
  } finally {
    await driver.close();
    inUse?.release();
  }
}

/** False where the file of the embedded state is missing. */
export function mayBeThere({ dir, databaseUrl }: Pick<StateOptions, "dir" | "databaseUrl">): boolean {
  return databaseUrl !== undefined || existsSync(join(dir, STATE_FILE));
}

/** Where the state is, for the operator: the absolute file, or the server without password and parameters. */
export function whereIsState({ dir, databaseUrl }: Pick<StateOptions, "dir" | "databaseUrl">): string {
  if (databaseUrl === undefined) return resolve(dir, STATE_FILE);
  const { protocol, username, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`;
}

function troubleOf(error: unknown): StateHealth {
  if (error instanceof StateVersionError) return "newer";
  if (error instanceof StateError) return error.trouble ?? "behind";
  return "down";
}
