import { type AuditEvent, appendAudit } from "./audit-log.ts";
import type { Migration, TableEnd } from "./migrations/migration.ts";
import { ROWS_AT_ONCE, removeRows } from "./remove-rows.ts";
import { composedSql, type DatabaseKind, repeatableSql } from "./sql.ts";
import type { StateDatabase, Value } from "./state-database.ts";

const DAY_MS = 86_400_000;

/** How the rows of each table end, as its migrations declare it; a later one takes the place of an earlier one. */
export function endsOf(migrations: readonly Migration[]): ReadonlyMap<string, readonly TableEnd[]> {
  // The runner of the migrations makes this one.
  const all = new Map<string, readonly TableEnd[]>([["schema_version", [{ kept: "what the layout was made by" }]]]);
  for (const { ends = {} } of migrations) {
    for (const [table, end] of Object.entries(ends)) all.set(table, "length" in end ? end : [end]);
  }
  return all;
}

const KEYS: Readonly<Record<DatabaseKind, string>> = {
  sqlite:
    'SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c ' +
    "WHERE m.type = 'table' AND c.pk > 0 ORDER BY m.name, c.pk",
  postgres:
    'SELECT k.table_name AS "table", k.column_name AS "column" FROM information_schema.key_column_usage k ' +
    "JOIN information_schema.table_constraints c ON c.constraint_name = k.constraint_name AND c.table_schema = k.table_schema " +
    "AND c.table_name = k.table_name WHERE c.table_schema = 'dosah' AND c.constraint_type = 'PRIMARY KEY' " +
    "ORDER BY k.table_name, k.ordinal_position",
};

/** The columns of the primary key of each table. */
async function keysOf(db: StateDatabase): Promise<ReadonlyMap<string, readonly string[]>> {
  const keys = new Map<string, string[]>();
  for (const { table, column } of await db.all<{ table: string; column: string }>(composedSql(KEYS[db.kind]))) {
    keys.set(table, [...(keys.get(table) ?? []), column]);
  }
  return keys;
}

/**
 * Removes every row whose end has come, a thousand at a time, as the migrations declare it. Done twice it removes nothing
 * more.
 * @param now milliseconds since 1970
 */
export async function removeEnded(db: StateDatabase, migrations: readonly Migration[], now: number): Promise<void> {
  const keys = await keysOf(db);
  for (const [table, ends] of endsOf(migrations)) {
    for (const end of ends) {
      const over = overAt(end, now);
      const key = keys.get(table);
      if (over === undefined || key === undefined) continue;
      if (over.logged === undefined) {
        const columns = key.join(", ");
        const chosen = `SELECT ${columns} FROM ${table} WHERE ${over.where} LIMIT ${ROWS_AT_ONCE}`;
        await removeRows(db, repeatableSql(`DELETE FROM ${table} WHERE (${columns}) IN (${chosen})`), ...over.values);
      } else await removeLogged(db, table, over.where, over.values, over.logged, now);
    }
  }
}

/** The condition of a row that is over; `undefined` for what does not end by time. */
function overAt(end: TableEnd, now: number) {
  if ("with" in end || "kept" in end) return undefined;
  const limit = "until" in end ? now : now - end.age * DAY_MS;
  const isDay = "age" in end && end.isDay === true;
  const column = "until" in end ? end.until : end.of;
  const more = end.where === undefined ? "" : ` AND ${end.where}`;
  // The same limit for each further place: a condition names another row that must be as old.
  const values: Value[] = [...`?${more}`.matchAll(/\?/g)].map(() => limit);
  if (isDay) values[0] = new Date(limit).toISOString().slice(0, 10);
  return {
    where: `${column} ${isDay ? "<" : "<="} ?${more}`,
    values,
    logged: "age" in end ? end.logged : undefined,
  };
}

/** Removes rows one by one, each with its entry in the audit log, as a change that somebody makes. */
async function removeLogged(
  db: StateDatabase,
  table: string,
  where: string,
  values: readonly Value[],
  { action, why }: { readonly action: string; readonly why: string },
  now: number,
): Promise<void> {
  const find = composedSql(`SELECT id FROM ${table} WHERE ${where} ORDER BY id LIMIT ${ROWS_AT_ONCE}`);
  const lock = composedSql(`SELECT id FROM ${table} WHERE id = ? {FOR UPDATE}`);
  const remove = composedSql(`DELETE FROM ${table} WHERE id = ? AND ${where}`);
  for (;;) {
    const rows = await db.all<{ id: string }>(find, ...values);
    let removed = 0;
    for (const { id } of rows) {
      removed += await db.transaction(async (tx) => {
        await tx.get(lock, id);
        const count = await tx.run(remove, id, ...values);
        const event: Omit<AuditEvent, "target"> = { action, actorId: null, orgId: null, via: "system", ipPrefix: null };
        if (count === 1) await appendAudit(tx, { ...event, target: { type: table, id }, details: { why } }, now);
        return count;
      });
    }
    if (rows.length < ROWS_AT_ONCE || removed === 0) return;
  }
}
