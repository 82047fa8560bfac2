import { createHash } from "node:crypto";

/** How rows of a table end. A condition (`where`) is SQL on the table's own name; each `?` in it is the limit of time. */
export type TableEnd =
  /** At the instant of a column, milliseconds since 1970. */
  | { readonly until: string; readonly where?: string }
  /** So many days after the instant of a column, or after its day. */
  | {
      readonly age: number;
      readonly of: string;
      readonly isDay?: true;
      readonly where?: string;
      /** Each has an entry in the audit log; the key of the table is `id`. */
      readonly logged?: { readonly action: string; readonly why: string };
    }
  /** With the row of another table, by a foreign key on delete cascade. */
  | { readonly with: string }
  /** Not by time, with the reason. */
  | { readonly kept: string };

/** One step from one layout of the tables to the next. It only ever goes forward. */
export interface Migration {
  /** 1, 2, 3 …: the layout that it makes. */
  readonly version: number;
  readonly name: string;
  /**
   * The oldest layout that a program may know and still work on this one. A step that only adds names an earlier
   * number, so that two releases can run side by side; without it every earlier program is refused.
   */
  readonly minProgram?: number;
  /**
   * The step builds one index on a table that has rows already, and its text is that one statement. PostgreSQL builds it
   * while others write (`CONCURRENTLY`), which cannot be in a transaction.
   */
  readonly isConcurrent?: true;
  /**
   * How the rows of each table that the step makes or changes end; the retention job is made from it. A test asks for
   * every table.
   */
  readonly ends?: Readonly<Record<string, TableEnd | readonly TableEnd[]>>;
  /** Counted before the step, for the log: statements that give `n`. */
  readonly counts?: Readonly<Record<string, string>>;
  /** Definitions in the words of SQLite; `definition` in `sql.ts` says what PostgreSQL makes of them. */
  readonly text: string;
}

/**
 * What PostgreSQL carries out, outside a transaction, for a step that builds an index: what a build that was broken off
 * has left is removed first. Names are qualified, because behind PgBouncer nothing is set for a connection.
 */
export function concurrentIndex({ version, text }: Migration, schema: string): readonly [drop: string, create: string] {
  const [, unique = "", name, table, columns] =
    /^\s*CREATE (UNIQUE )?INDEX (\w+) ON (\w+) (\(.+\))\s*$/s.exec(text) ?? [];
  if (name === undefined) throw new Error(`migration ${version} is not one index`);
  return [
    `DROP INDEX CONCURRENTLY IF EXISTS ${schema}.${name}`,
    `CREATE ${unique}INDEX CONCURRENTLY ${name} ON ${schema}.${table} ${columns}`,
  ];
}

/** Tells whether a step that was carried out is the one that this program knows. */
export function checksumOf({ version, name, text }: Migration): string {
  return createHash("sha256").update(`${version} ${name}\n${text}`).digest("hex");
}
