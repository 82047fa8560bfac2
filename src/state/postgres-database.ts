import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { CONNECTION_SETTINGS, LOCAL_SETTINGS, type PostgresAddress, postgresAddress } from "./postgres-address.ts";
import { SCHEMA, type Sql } from "./sql.ts";
import type { StateDatabase, StateDriver, Value } from "./state-database.ts";
import { postgresError, StateError } from "./state-error.ts";

/** To connect takes at most this long, in milliseconds. */
const CONNECT_MS = 2_000;
/** The network may swallow an answer: then nobody but us notices. */
const ANSWER_MS = CONNECTION_SETTINGS.statement_timeout + 500;
/** A change of a large table takes its time. */
const LONG_MS = 3_600_000;

/** `bigint` comes as text, since it may be larger than a number can be; ours never are. */
const types = new pg.TypeOverrides();
types.setTypeParser(20, (text) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError("a number of the state is too large");
  return number;
});

/** Where the database is and how many connections there may be. */
export interface PostgresOptions extends PostgresAddress {
  readonly pool: number;
}

/**
 * Opens the state in PostgreSQL. No connection is made before the first statement, and a connection that broke is
 * replaced with the next one.
 */
export function openPostgresDatabase(options: PostgresOptions): StateDriver {
  const { address, unlimited, isPooledBetween } = postgresAddress(options);
  const pool = new pg.Pool({
    connectionString: address,
    max: options.pool,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    application_name: "dosah",
  });
  // Both are raised by a server that stops; without a listener they would end the process. The next statement fails too.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const inside = new AsyncLocalStorage<{ isOver: boolean }>();

  async function lend<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (cause) {
      // Nothing was asked yet. Whatever it is (a certificate that is not believed, too), there is no connection.
      const error = postgresError(cause, false);
      throw error instanceof StateError ? error : new StateError("down", { cause });
    }
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // What was lost, is read-only or did not answer is not asked again: the next one may be better.
      client.release(isDown(error));
      throw error;
    }
  }

  async function query(
    client: pg.PoolClient,
    { text, name, isRead }: Sql,
    values: readonly Value[],
    isWrite = !isRead,
  ) {
    const named = name === undefined || isPooledBetween ? {} : { name };
    try {
      return await client.query({ ...named, text: text.postgres, values: values.map(sent) });
    } catch (cause) {
      throw postgresError(cause, isWrite);
    }
  }

  /** A statement by itself; behind PgBouncer in a transaction that brings the settings with it. */
  function single(sql: Sql, values: readonly Value[]): Promise<pg.QueryResult> {
    if (inside.getStore()?.isOver === false) {
      throw new Error("inside a transaction only its own `tx` may be used: anything else could wait for ever");
    }
    if (isPooledBetween) return transact((client) => query(client, sql, values, false), "");
    return lend((client) => query(client, sql, values));
  }

  async function transact<T>(work: (client: pg.PoolClient) => Promise<T>, mode: string): Promise<T> {
    return lend(async (client) => {
      const scope = { isOver: false };
      try {
        await plain(client, isPooledBetween ? `BEGIN ${mode}; ${LOCAL_SETTINGS}` : `BEGIN ${mode}`);
        const result = await inside.run(scope, () => work(client));
        await plain(client, "COMMIT", { isWrite: true });
        return result;
      } catch (error) {
        // The server itself rolls back what was begun on a lost connection.
        if (!isDown(error)) await plain(client, "ROLLBACK");
        throw error;
      } finally {
        scope.isOver = true;
      }
    });
  }

  async function transaction<T>(work: (tx: StateDatabase) => Promise<T>, mode = ""): Promise<T> {
    if (inside.getStore()?.isOver === false) throw new Error("a transaction has no second one inside it");
    return transact(async (client) => {
      const tx = createTransaction((sql, values) => query(client, sql, values, false));
      try {
        const result = await work(tx.database);
        tx.end();
        return result;
      } finally {
        tx.forbid();
      }
    }, mode);
  }

  return {
    kind: "postgres",
    get: async <T>(sql: Sql, ...values: readonly Value[]) => (await single(sql, values)).rows[0] as T | undefined,
    all: async <T>(sql: Sql, ...values: readonly Value[]) => (await single(sql, values)).rows as T[],
    run: async (sql, ...values) => (await single(sql, values)).rowCount ?? 0,
    transaction: (work) => transaction(work),
    snapshot: (work) => transaction(work, "ISOLATION LEVEL REPEATABLE READ READ ONLY"),
    now: async () => {
      const rows = await lend((client) =>
        plain(client, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now"),
      );
      return Number(rows[0]?.now);
    },
    exclusively: (work) =>
      transact(async (client) => {
        await plain(client, "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0");
        await takeLock(client);
        const found = await plain(client, `SELECT 1 FROM pg_namespace WHERE nspname = '${SCHEMA}'`);
        if (found.length === 0) await plain(client, `CREATE SCHEMA ${SCHEMA}`);
        const tx = createTransaction((sql, values) => query(client, sql, values, false));
        const result = await work(tx.database, async (text) => void (await plain(client, text, { isLong: true })));
        tx.end();
        return result;
      }, ""),
    // A connection of its own, without our limits of time: a large table takes minutes.
    buildIndex: async (statements) => {
      const client = new pg.Client({
        connectionString: unlimited,
        connectionTimeoutMillis: CONNECT_MS,
        keepAlive: true,
        application_name: "dosah",
      });
      client.on("error", () => undefined);
      try {
        await client.connect();
        for (const statement of statements) await client.query(statement);
      } catch (cause) {
        throw postgresError(cause, true);
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}

/**
 * Waits for the lock of the layout. It asks again and again, because a statement that waits for a lock keeps what it
 * sees, and an index that another process builds meanwhile waits for everybody who does.
 * @throws StateError `busy` when another process has it for longer.
 */
async function takeLock(client: pg.PoolClient): Promise<void> {
  const since = performance.now();
  for (;;) {
    const [row] = await plain(client, "SELECT pg_try_advisory_xact_lock(hashtext('dosah.migrate')) AS taken");
    if (row?.taken === true) return;
    if (performance.now() - since > CONNECTION_SETTINGS.lock_timeout) throw new StateError("busy");
    await sleep(20 + Math.random() * 60);
  }
}

function isDown(error: unknown): boolean {
  return error instanceof StateError && error.kind === "down";
}

async function plain(
  client: pg.PoolClient,
  text: string,
  { isWrite = false, isLong = false } = {},
): Promise<Record<string, unknown>[]> {
  try {
    const config: pg.QueryConfig & { query_timeout?: number } = { text, ...(isLong ? { query_timeout: LONG_MS } : {}) };
    return (await client.query<Record<string, unknown>>(config)).rows ?? [];
  } catch (cause) {
    throw postgresError(cause, isWrite);
  }
}

/** The statements of one transaction: after one that failed, or after the end, no other is done. */
function createTransaction(ask: (sql: Sql, values: readonly Value[]) => Promise<pg.QueryResult>) {
  let failure: unknown;
  async function attempt(sql: Sql, values: readonly Value[]): Promise<pg.QueryResult> {
    if (failure !== undefined) throw failure;
    try {
      return await ask(sql, values);
    } catch (error) {
      failure ??= error;
      throw error;
    }
  }
  const database: StateDatabase = {
    kind: "postgres",
    get: async <T>(sql: Sql, ...values: readonly Value[]) => (await attempt(sql, values)).rows[0] as T | undefined,
    all: async <T>(sql: Sql, ...values: readonly Value[]) => (await attempt(sql, values)).rows as T[],
    run: async (sql, ...values) => (await attempt(sql, values)).rowCount ?? 0,
    transaction: () => Promise.reject(new Error("a transaction has no second one inside it")),
    close: () => Promise.reject(new Error("a transaction closes nothing")),
  };
  return {
    database,
    /** @throws what a statement threw, so that nothing is committed after it. */
    end: () => {
      if (failure !== undefined) throw failure;
    },
    forbid: () => {
      failure ??= new Error("the transaction is over");
    },
  };
}

/**
 * Bytes go as bytes; everything else is what it is, but for the character 0: text of PostgreSQL cannot hold it, and the
 * server refuses even to look for it. Somebody who asks for such a name gets the answer of one that is not there.
 */
function sent(value: Value): unknown {
  if (typeof value === "string") return value.includes("\0") ? value.replaceAll("\0", "\ufffd") : value;
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}
