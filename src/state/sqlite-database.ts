import { AsyncLocalStorage } from "node:async_hooks";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "./sql.ts";
import type { StateDatabase, StateDriver, Value } from "./state-database.ts";
import { StateError, sqliteError } from "./state-error.ts";

/**
 * SQLite itself waits this long for another process that writes: it waits with the whole event loop, so it is short. A
 * reader waits only while another process opens the file. In milliseconds.
 */
const WRITER_WAIT_MS = 2;
const READER_WAIT_MS = 50;
/** So long a write waits altogether, in steps that let other calls go on. */
const BUSY_MS = 5_000;

/** Pages that the reading connection keeps, in kibibytes: those of ten thousand published profiles and their indexes. */
const READER_CACHE_KB = 16_384;

const SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON`;

/**
 * Opens the state in one SQLite file, made when it is missing. There is one connection that writes, with a queue
 * before it: an `await` between the statements of two transactions on one connection would mix them. Reads outside a
 * transaction have a connection of their own that cannot write, so they wait for nobody.
 * @param options.now the clock, milliseconds since 1970.
 * @param options.busyMs how long a write waits for another process.
 * @throws StateError
 */
export async function openSqliteDatabase(options: {
  readonly file: string;
  readonly now: () => number;
  readonly busyMs?: number;
}): Promise<StateDriver> {
  const { file, now, busyMs = BUSY_MS } = options;
  mapped(() => mkdirSync(dirname(file), { recursive: true }));
  // Several that open a new file at once are in each other's way for a moment.
  const writer = await patiently(() => connect(file, false), busyMs);
  let reader: Connection;
  try {
    reader = await patiently(() => connect(file, true), busyMs);
  } catch (cause) {
    writer.db.close();
    throw cause;
  }
  const inside = new AsyncLocalStorage<{ isOver: boolean }>();
  let last: Promise<unknown> = Promise.resolve();

  /** One writer after the other. */
  function queue<T>(work: () => Promise<T>): Promise<T> {
    if (inside.getStore()?.isOver === false) {
      throw new Error("inside a transaction only its own `tx` may be used: anything else would wait for ever");
    }
    const scope = { isOver: false };
    const turn = last.then(() => inside.run(scope, work)).finally(() => (scope.isOver = true));
    last = turn.catch(() => undefined);
    return turn;
  }

  async function transact<T>(work: (tx: StateDatabase) => Promise<T>): Promise<T> {
    await patiently(() => writer.db.exec("BEGIN IMMEDIATE"), busyMs);
    const tx = createTransaction(writer);
    try {
      const result = await work(tx.database);
      tx.end();
      mapped(() => writer.db.exec("COMMIT"));
      return result;
    } catch (error) {
      if (writer.db.isOpen && writer.db.isTransaction) writer.db.exec("ROLLBACK");
      throw error;
    } finally {
      tx.forbid();
    }
  }

  const write = <T>(work: (tx: StateDatabase) => Promise<T>) => queue(() => transact(work));
  return {
    kind: "sqlite",
    get: async <T>(sql: Sql, ...values: readonly Value[]) =>
      sql.isRead ? reader.get<T>(sql, values) : write((tx) => tx.get<T>(sql, ...values)),
    all: async <T>(sql: Sql, ...values: readonly Value[]) =>
      sql.isRead ? reader.all<T>(sql, values) : write((tx) => tx.all<T>(sql, ...values)),
    run: (sql, ...values) => write((tx) => tx.run(sql, ...values)),
    transaction: write,
    now: async () => now(),
    exclusively: (work) => write((tx) => work(tx, async (text) => mapped(() => writer.db.exec(text)))),
    snapshot: async (work) => {
      const own = await patiently(() => connect(file, true), busyMs);
      const tx = createTransaction(own);
      try {
        mapped(() => own.db.exec("BEGIN"));
        return await work(tx.database);
      } finally {
        tx.forbid();
        own.db.close();
      }
    },
    close: async () => {
      await last;
      reader.db.close();
      writer.db.close();
    },
  };
}

/** Does what another process may hold up, without holding up this one. @throws StateError `busy` after that time. */
async function patiently<T>(work: () => T, busyMs: number): Promise<T> {
  for (const since = performance.now(); ; await sleep(1 + Math.random() * 9)) {
    try {
      return mapped(work);
    } catch (error) {
      if (!(error instanceof StateError && error.kind === "busy") || performance.now() - since > busyMs) throw error;
    }
  }
}

/** One handle with its statements prepared. */
interface Connection {
  readonly db: DatabaseSync;
  get<T>(sql: Sql, values: readonly Value[]): T | undefined;
  all<T>(sql: Sql, values: readonly Value[]): readonly T[];
  run(sql: Sql, values: readonly Value[]): number;
}

/**
 * Makes the file where there is none: SQLite would make it readable for every user of the machine. Its log and its index
 * get the rights of the file.
 */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch {
    // SQLite meets the same and says what it is.
  }
}

function connect(file: string, readOnly: boolean): Connection {
  if (!readOnly) makePrivate(file);
  const db = new DatabaseSync(file, { timeout: readOnly ? READER_WAIT_MS : WRITER_WAIT_MS, readOnly });
  try {
    if (!readOnly) db.exec(SETTINGS);
    else db.exec(`PRAGMA query_only = ON; PRAGMA cache_size = -${READER_CACHE_KB}`);
  } catch (cause) {
    db.close();
    throw cause;
  }
  // By the statement itself, so that one that a program put together goes with it.
  const prepared = new WeakMap<Sql, Prepared>();
  function prepare(sql: Sql): Prepared {
    const kept = prepared.get(sql);
    if (kept !== undefined) return kept;
    const statement = db.prepare(sql.text.sqlite);
    // A row of many columns costs a third less when its object is made here.
    statement.setReturnArrays(true);
    const made = { statement, columns: statement.columns().map(({ name }) => name) };
    prepared.set(sql, made);
    return made;
  }
  return {
    db,
    get: <T>(sql: Sql, values: readonly Value[]) =>
      mapped(() => {
        const { statement, columns } = prepare(sql);
        const row = statement.get(...bound(values)) as unknown as readonly Value[] | undefined;
        return row === undefined ? undefined : rowOf<T>(columns, row);
      }),
    all: <T>(sql: Sql, values: readonly Value[]) =>
      mapped(() => {
        const { statement, columns } = prepare(sql);
        return (statement.all(...bound(values)) as unknown as Value[][]).map((row) => rowOf<T>(columns, row));
      }),
    run: (sql, values) => mapped(() => Number(prepare(sql).statement.run(...bound(values)).changes)),
  };
}

/** A statement that gives its rows as lists of values, and the names of these. */
interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

function rowOf<T>(columns: readonly string[], values: readonly Value[]): T {
  const row: Record<string, Value> = {};
  for (let index = 0; index < columns.length; index++) row[columns[index] ?? ""] = values[index] ?? null;
  return row as T;
}

/** The statements of one transaction: after one that failed, or after the end, no other is done. */
function createTransaction(connection: Connection) {
  let failure: unknown;
  function attempt<T>(work: () => T): T {
    if (failure !== undefined) throw failure;
    try {
      return work();
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  const database: StateDatabase = {
    kind: "sqlite",
    get: async <T>(sql: Sql, ...values: readonly Value[]) => attempt(() => connection.get<T>(sql, values)),
    all: async <T>(sql: Sql, ...values: readonly Value[]) => attempt(() => connection.all<T>(sql, values)),
    run: async (sql, ...values) => attempt(() => connection.run(sql, values)),
    transaction: () => Promise.reject(new Error("a transaction has no second one inside it")),
    close: () => Promise.reject(new Error("a transaction closes nothing")),
  };
  return {
    database,
    /** @throws what a statement threw, so that nothing is committed after it. */
    end: () => attempt(() => undefined),
    forbid: () => {
      failure ??= new Error("the transaction is over");
    },
  };
}

function bound(values: readonly Value[]): SQLInputValue[] {
  return [...values];
}

function mapped<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw sqliteError(cause);
  }
}
