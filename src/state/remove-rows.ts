import { repeatableSql, type Sql } from "./sql.ts";
import type { StateDatabase, Value } from "./state-database.ts";

/**
 * So many rows are removed by one statement: a night's work neither runs into the limit of time of a statement nor keeps
 * others waiting.
 */
export const ROWS_AT_ONCE = 1_000;

/** The statement that removes the next rows for which a condition holds. @param key of the table, its columns with commas */
export function removal(table: string, key: string, where: string): Sql {
  return repeatableSql(
    `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${ROWS_AT_ONCE})`,
  );
}

/** Removes rows until none is left for which the condition of `removal` holds. @returns how many */
export async function removeRows(db: StateDatabase, statement: Sql, ...values: readonly Value[]): Promise<number> {
  for (let count = 0; ; ) {
    const removed = await db.run(statement, ...values);
    count += removed;
    if (removed < ROWS_AT_ONCE) return count;
  }
}
