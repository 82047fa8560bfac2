import type { DatabaseKind, Sql } from "./sql.ts";

/** What a column holds. Instants are milliseconds since 1970, yes and no are 1 and 0, days are `YYYY-MM-DD`. */
export type Value = string | number | null | Uint8Array;

/** How a transaction may be treated when the connection is lost. */
export interface TransactionOptions {
  /**
   * The work finds out by itself that it was done before (its inserts leave existing rows alone). Then it is repeated
   * even when nobody knows whether the first attempt was committed.
   */
  readonly isRepeatable?: boolean;
}

/** The state: what must survive, in SQLite or PostgreSQL. Every method throws `StateError` and nothing else of its own. */
export interface StateDatabase {
  readonly kind: DatabaseKind;
  /** The first row, or `undefined`. */
  get<T>(sql: Sql, ...values: readonly Value[]): Promise<T | undefined>;
  all<T>(sql: Sql, ...values: readonly Value[]): Promise<readonly T[]>;
  /** @returns the number of changed rows. */
  run(sql: Sql, ...values: readonly Value[]): Promise<number>;
  /**
   * All of `work` or nothing of it. It may be run again, so it must have no effect but through `tx`. After a statement
   * that failed nothing more is done, and nothing is committed, even where `work` catches the error.
   */
  transaction<T>(work: (tx: StateDatabase) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}

/** Connections of a pool: lent out, not used, and callers that wait for one. */
export interface Connections {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

/** What the two drivers offer beyond it, to this folder only. */
export interface StateDriver extends StateDatabase {
  /** Reads of `work` all see the state of one instant, whatever is written meanwhile. */
  snapshot<T>(work: (tx: StateDatabase) => Promise<T>): Promise<T>;
  /** How the connections to a server are used; not there where the database is a file. */
  connections?(): Connections;
  /** The clock that all who share the database agree on, milliseconds since 1970. */
  now(): Promise<number>;
  /** Statements that build an index while others write, outside every transaction; not there where that cannot be done. */
  buildIndex?(statements: readonly string[]): Promise<void>;
  /**
   * A transaction that changes tables. Only one process at a time is in one; others wait for it. `execute` takes
   * several statements at once.
   */
  exclusively<T>(work: (tx: StateDatabase, execute: (text: string) => Promise<void>) => Promise<T>): Promise<T>;
}
