import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";

/**
 * A prepared read whose rows come as arrays, which costs half of making objects. `T` is the columns of the statement:
 * the file was checked to be ours when it was opened, so its columns hold what the schema says.
 */
export class ArrayStatement<T extends readonly SQLOutputValue[]> {
  readonly #statement: StatementSync;

  constructor(db: DatabaseSync, sql: string) {
    this.#statement = db.prepare(sql);
    this.#statement.setReturnArrays(true);
  }

  get(...values: SQLInputValue[]): T | undefined {
    return this.#statement.get(...values) as unknown as T | undefined; // arrays were asked for above
  }

  all(...values: SQLInputValue[]): T[] {
    return this.#statement.all(...values) as unknown as T[]; // arrays were asked for above
  }
}
