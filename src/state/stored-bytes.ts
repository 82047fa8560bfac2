import { type Sql, sql } from "./sql.ts";
import type { StateDatabase, Value } from "./state-database.ts";

/** Columns whose bytes an organization stores, by table; tables stand together where rows of one go with those of another. */
const STORED: readonly Readonly<Record<string, readonly string[]>>[] = [
  {
    trust_profile: ["draft_answers", "draft_visibility"],
    trust_revision: ["snapshot", "jws"],
    trust_evidence: ["title", "url"],
    trust_file: ["bytes"],
  },
  { register_entry: ["evidence_note", "responsible_person"], register_change: ["before", "after"] },
  { register_comment: ['"text"'] },
  { finding_state: ["reason"] },
  { assessment: [], assessment_answer: ["answer", "note", "replaced"] },
  { organization_facts: ["facts", "dates"] },
  {
    supplier_entry: ["note", "judgement", "contact_name", "contact_email"],
    supplier_change: ["before", "after"],
  },
  { firm_list: ["name"], list_row: ["label", "tags", "note"] },
];

/** Tables that name the organization through another one. */
const OWNERS: Readonly<Record<string, string>> = {
  list_row: "list_row JOIN firm_list ON firm_list.id = list_row.list_id",
};

const bytesIn = (table: string, columns: readonly string[]) =>
  `COALESCE((SELECT SUM(${columns.map((column) => `COALESCE(octet_length(${table}.${column}), 0)`).join(" + ")}) ` +
  `FROM ${OWNERS[table] ?? table} WHERE org_id = o.id), 0)`;

/** Bytes of the tables of a group, of organization `o`. */
const bytesOf = (group: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(group)
    .filter(([, columns]) => columns.length > 0)
    .map(([table, columns]) => bytesIn(table, columns))
    .join(" + ");

const oneOf = (bytes: string) => sql(`SELECT CAST(${bytes} AS bigint) AS n FROM organization o WHERE o.id = ?`);

interface Group {
  readonly tables: readonly string[];
  readonly count: Sql;
}

const GROUPS: readonly Group[] = STORED.map((group) => ({ tables: Object.keys(group), count: oneOf(bytesOf(group)) }));
/** Bytes of all that is stored for organization `o`. */
export const ALL_STORED = STORED.map(bytesOf).join(" + ");
const ALL_OF_ONE = oneOf(ALL_STORED);

const bytes = async (db: StateDatabase, statement: Sql, orgId: string) =>
  Number((await db.get<{ n: number }>(statement, orgId))?.n ?? 0);

/** The bytes of texts and files that are stored for an organization. */
export function storedBytes(db: StateDatabase, orgId: string): Promise<number> {
  return bytes(db, ALL_OF_ONE, orgId);
}

/** What a change stores for its organization, whose row it holds. */
export interface StoredGrowth {
  /** The database of the change, in which each statement that stores something is noticed. */
  readonly tx: StateDatabase;
  /** How many bytes more are stored than when it was asked last; fewer: below zero. */
  growth(): Promise<number>;
}

/** Measures what the statements of a change store. Tables that it does not write cost nothing. */
export function measureStored(tx: StateDatabase, orgId: string): StoredGrowth {
  const before = new Map<Group, number>();
  const written = new Set<Group>();

  async function notice(statement: Sql): Promise<void> {
    const table = writtenBy(statement);
    if (table === "organization" && /^\s*DELETE/.test(statement.text.sqlite)) {
      // What goes with an organization was given back with it.
      before.clear();
      written.clear();
    }
    const group = GROUPS.find(({ tables }) => tables.includes(table));
    if (group === undefined) return;
    if (!before.has(group)) before.set(group, await bytes(tx, group.count, orgId));
    written.add(group);
  }

  return {
    tx: {
      kind: tx.kind,
      get: async <T>(statement: Sql, ...values: readonly Value[]) => {
        if (!statement.isRead) await notice(statement);
        return tx.get<T>(statement, ...values);
      },
      all: async <T>(statement: Sql, ...values: readonly Value[]) => {
        if (!statement.isRead) await notice(statement);
        return tx.all<T>(statement, ...values);
      },
      run: async (statement, ...values) => {
        await notice(statement);
        return tx.run(statement, ...values);
      },
      transaction: (work, options) => tx.transaction(work, options),
      close: () => tx.close(),
    },
    growth: async () => {
      let grown = 0;
      for (const group of written) {
        const now = await bytes(tx, group.count, orgId);
        grown += now - (before.get(group) ?? 0);
        before.set(group, now);
      }
      written.clear();
      return grown;
    },
  };
}

const tablesOf = new WeakMap<Sql, string>();

/** The table that a statement writes; empty for what only reads. */
function writtenBy(statement: Sql): string {
  const known = tablesOf.get(statement);
  if (known !== undefined) return known;
  const table = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/.exec(statement.text.sqlite)?.[1] ?? "";
  tablesOf.set(statement, table);
  return table;
}
