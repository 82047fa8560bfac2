import { createHash } from "node:crypto";

declare const checked: unique symbol;

/** In PostgreSQL everything of ours lies in a schema of this name. */
export const SCHEMA = "dosah";

/** The two databases that hold the state. */
export type DatabaseKind = "sqlite" | "postgres";

/**
 * One SQL statement that both databases understand. It can only be made by the functions of this file, so that no text
 * that somebody typed becomes a statement.
 */
export interface Sql {
  readonly [checked]: true;
  /** The text for each database. */
  readonly text: Readonly<Record<DatabaseKind, string>>;
  /** Under this name a PostgreSQL connection keeps the statement prepared; `undefined`: it is not kept. */
  readonly name: string | undefined;
  /** It only reads: it may go to the read-only connection and may be executed again after a lost connection. */
  readonly isRead: boolean;
  /** Executed twice it changes no more than executed once: it may be repeated although its first outcome is unknown. */
  readonly isRepeatable: boolean;
}

/**
 * A statement that is written once in the source. `?` are its values. What stands in braces is for PostgreSQL only:
 * `{FOR UPDATE SKIP LOCKED}`.
 */
export function sql(text: string): Sql {
  return make(text, true, false);
}

/** A statement like `sql`, which may be executed twice: an insert that leaves an existing row alone, a plain set. */
export function repeatableSql(text: string): Sql {
  return make(text, true, true);
}

/**
 * A statement that a program puts together, of names from the program only (never of what somebody typed). It is not
 * kept prepared on the server, since there may be many.
 */
export function composedSql(text: string): Sql {
  return make(text, false, false);
}

function make(text: string, isKept: boolean, isRepeatable: boolean): Sql {
  const isRead = /^\s*SELECT\b/i.test(text) && !/\bFOR (NO KEY )?UPDATE\b/i.test(text);
  const made: Omit<Sql, typeof checked> = {
    text: {
      sqlite: text.replaceAll(/\{[^}]*\}/g, ""),
      postgres: numbered(text.replaceAll(/[{}]/g, "")),
    },
    name: isKept ? `s${createHash("sha256").update(text).digest("hex").slice(0, 20)}` : undefined,
    isRead,
    isRepeatable: isRead || isRepeatable,
  };
  return made as Sql;
}

/** `?` outside quoted text becomes `$1`, `$2` and so on. */
function numbered(text: string): string {
  let n = 0;
  return text.replaceAll(/'[^']*'|\?/g, (part) => (part === "?" ? `$${++n}` : part));
}

/**
 * A statement that defines tables, written for SQLite, as each database wants it. PostgreSQL counts in 64 bits and
 * compares text by its bytes, as SQLite does; `STRICT` and `WITHOUT ROWID` mean nothing to it.
 */
export function definition(text: string, kind: DatabaseKind): string {
  if (kind === "sqlite") return text;
  return (
    text
      .replaceAll(/\binteger\b/g, "bigint")
      // `"text"` is the name of a column.
      .replaceAll(/(?<!")\btext\b(?!")/g, 'text COLLATE "C"')
      .replaceAll(/\bblob\b/g, "bytea")
      .replaceAll(/\)\s*STRICT(, WITHOUT ROWID)?/g, ")")
  );
}
