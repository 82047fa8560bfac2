import type { Day } from "../core/day.ts";
import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** What people said of a line of the list of what to do. Instants in milliseconds since 1970. */
export interface TaskStateRow {
  readonly key: string;
  readonly state: "snoozed" | "done" | null;
  /** The day on which a snoozed line returns. */
  readonly until: Day | null;
  /** The day on which it was done. */
  readonly done_on: Day | null;
  /** Who does it; `null`: nobody was given. */
  readonly assignee_id: string | null;
  /** What the line was when it was said (`task-state.ts` of the rules). */
  readonly fingerprint: string;
  readonly version: number;
  readonly at: number;
  readonly by: string;
}

const COLUMNS = 't.key, t.state, t.until, t.done_on, t.assignee_id, t.fingerprint, t.version, t.at, t."by"';

const FOR_MEMBER = sql(
  `SELECT ${COLUMNS} FROM membership m JOIN task_state t ON t.org_id = m.org_id WHERE m.account_id = ? AND m.org_id = ?`,
);
const LOCK = sql(`SELECT ${COLUMNS} FROM task_state t WHERE t.org_id = ? AND t.key = ? {FOR UPDATE}`);
const ADD = sql(
  'INSERT INTO task_state (org_id, key, state, until, done_on, assignee_id, fingerprint, version, at, "by", seen_at) ' +
    "VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?) ON CONFLICT (org_id, key) DO NOTHING",
);
const CHANGE = sql(
  "UPDATE task_state SET state = ?, until = ?, done_on = ?, assignee_id = ?, fingerprint = ?, version = version + 1, " +
    'at = ?, "by" = ?, seen_at = ? WHERE org_id = ? AND key = ? AND version = ?',
);

/** What was said of the lines of an organization, for one of its members; nothing for a stranger. */
export function taskStatesFor({ db, accountId, orgId }: Scope): Promise<readonly TaskStateRow[]> {
  return db.all<TaskStateRow>(FOR_MEMBER, accountId, orgId);
}

const BY_PERSON = sql(
  `SELECT t.org_id, ${COLUMNS} FROM task_state t WHERE t."by" = ? OR t.assignee_id = ? ORDER BY t.org_id, t.key`,
);

/** What a person said of lines or was given, in all organizations: for their export. */
export function taskStatesOf(
  db: StateDatabase,
  accountId: string,
): Promise<readonly (TaskStateRow & { readonly org_id: string })[]> {
  return db.all(BY_PERSON, accountId, accountId);
}

/** What was said of a line, which nobody else changes until the transaction ends. `undefined`: nothing yet. */
export function lockTaskState({ db: tx, orgId }: OrganizationScope, key: string): Promise<TaskStateRow | undefined> {
  return tx.get<TaskStateRow>(LOCK, orgId, key);
}

/**
 * Saves what is said of a line over the version that was read; 0: nothing was said yet.
 * @returns false when somebody else said something meanwhile: then nothing is changed.
 */
export async function saveTaskState(
  { db: tx, accountId, orgId }: Scope,
  { key, state, until, done_on, assignee_id, fingerprint, version, at }: Omit<TaskStateRow, "by">,
): Promise<boolean> {
  const said = [state, until, done_on, assignee_id, fingerprint];
  const changed =
    version === 0
      ? await tx.run(ADD, orgId, key, ...said, at, accountId, at)
      : await tx.run(CHANGE, ...said, at, accountId, at, orgId, key, version);
  return changed === 1;
}

/** What people said of the lines of the list, for a member. */
export const taskStatesIn = (scope: Scope) =>
  bound([scope], { taskStates: taskStatesFor, lockTaskState, saveTaskState });
