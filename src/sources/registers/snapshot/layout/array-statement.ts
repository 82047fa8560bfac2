import type { DatabaseSync, SQLInputValue, SQLOutputValue } from "node:sqlite";

/**
 * A prepared read whose rows come as arrays, which costs half of making objects. `T` is the columns of the statement:
 * the file was checked to be ours when it was opened, so its columns hold what the schema says.
 */
export class ArrayStatement<T extends readonly SQLOutputValue[]> {
  /** The first row, if there is one. */
  readonly get: (...values: SQLInputValue[]) => T | undefined;
  readonly all: (...values: SQLInputValue[]) => T[];

  constructor(db: DatabaseSync, sql: string) {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    // Bound and not wrapped: passing a list of values on costs as much as reading a column or two.
    this.get = statement.get.bind(statement) as unknown as typeof this.get; // arrays were asked for above
    this.all = statement.all.bind(statement) as unknown as typeof this.all; // arrays were asked for above
  }
}
