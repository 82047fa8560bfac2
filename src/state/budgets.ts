import type { BudgetName } from "../core/budget.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";
import { ALL_STORED, storedBytes } from "./stored-bytes.ts";

/** The day of what is not counted by day. */
export const STOCK = "-";

/** What of a budget was used, on a day (UTC) or at all (`-`). */
export interface BudgetUse {
  readonly name: BudgetName;
  readonly day: string;
  readonly amount: number;
}

/** The account that is charged for an organization; the oldest owner where an earlier program founded it. */
const CHARGED = sql(
  "SELECT COALESCE(o.charged_to, (SELECT m.account_id FROM membership m WHERE m.org_id = o.id " +
    "ORDER BY CASE WHEN m.role = 'owner' THEN 0 ELSE 1 END, m.since, m.account_id LIMIT 1)) AS id " +
    "FROM organization o WHERE o.id = ?",
);
const PASS = sql(
  "UPDATE organization SET charged_to = (SELECT m.account_id FROM membership m WHERE m.org_id = organization.id " +
    "AND m.role = 'owner' ORDER BY m.since, m.account_id LIMIT 1) WHERE id = ? AND charged_to = ?",
);
const OPEN = sql(
  "INSERT INTO budget_use (account_id, name, day, amount) VALUES (?, ?, ?, 0) ON CONFLICT (account_id, name, day) DO NOTHING",
);
const CHARGE = sql(
  "UPDATE budget_use SET amount = amount + ? WHERE account_id = ? AND name = ? AND day = ? AND amount + ? <= ?",
);
const ADD = sql(
  "UPDATE budget_use SET amount = CASE WHEN amount + ? < 0 THEN 0 ELSE amount + ? END WHERE account_id = ? AND name = ? AND day = ?",
);
const USED = sql("SELECT amount FROM budget_use WHERE account_id = ? AND name = ? AND day = ?");
const ALL_USED = sql("SELECT name, day, amount FROM budget_use WHERE account_id = ? AND day IN (?, ?)");
const SET_LIMIT = sql(
  "INSERT INTO budget_limit (account_id, name, value) VALUES (?, ?, ?) " +
    "ON CONFLICT (account_id, name) DO UPDATE SET value = excluded.value",
);
const REMOVE_LIMIT = sql("DELETE FROM budget_limit WHERE account_id = ? AND name = ?");
const LIMITS = sql("SELECT name, value FROM budget_limit WHERE account_id = ?");
const PROVED = sql(
  "SELECT DISTINCT d.domain FROM organization o JOIN domain d ON d.org_id = o.id WHERE o.charged_to = ? AND d.verified_at IS NOT NULL",
);
const PROVED_FIRMS = sql(
  "SELECT count(*) AS n FROM (SELECT DISTINCT f.country, f.ico FROM organization o JOIN firm_proof f ON f.org_id = o.id " +
    "WHERE o.charged_to = ? AND f.lost_at IS NULL) AS firms",
);
const ALL_CHARGED = sql("SELECT DISTINCT charged_to AS id FROM organization WHERE charged_to IS NOT NULL ORDER BY id");
const HOLD = sql("SELECT id FROM organization WHERE charged_to = ? ORDER BY id {FOR UPDATE}");
const COUNT_STORED = sql(
  "INSERT INTO budget_use (account_id, name, day, amount) " +
    `SELECT o.charged_to, 'stored_bytes', '${STOCK}', CAST(SUM(${ALL_STORED}) AS bigint) FROM organization o ` +
    "JOIN account a ON a.id = o.charged_to WHERE o.charged_to = ? GROUP BY o.charged_to " +
    "ON CONFLICT (account_id, name, day) DO UPDATE SET amount = excluded.amount",
);
const CHARGED_ORGANIZATIONS = sql("SELECT id, name FROM organization WHERE charged_to = ? ORDER BY name, id");

/** Who is charged for an organization; `undefined` where there is no such organization. */
export async function chargedAccount(db: StateDatabase, orgId: string): Promise<string | undefined> {
  return (await db.get<{ id: string | null }>(CHARGED, orgId))?.id ?? undefined;
}

/** Charges the owner who joined first from now on, where this account was charged. The organization is locked. */
export async function passCharge(tx: StateDatabase, orgId: string, accountId: string): Promise<void> {
  if ((await tx.run(PASS, orgId, accountId)) === 0) return;
  const stored = await storedBytes(tx, orgId);
  await addToBudget(tx, accountId, "organizations", STOCK, -1);
  await addToBudget(tx, accountId, "stored_bytes", STOCK, -stored);
  const next = await chargedAccount(tx, orgId);
  if (next === undefined) return;
  await addToBudget(tx, next, "organizations", STOCK, 1);
  await addToBudget(tx, next, "stored_bytes", STOCK, stored);
}

/** Charges nobody for an organization any more, which is about to be deleted. */
export async function endCharge(tx: StateDatabase, orgId: string): Promise<void> {
  const charged = await chargedAccount(tx, orgId);
  if (charged === undefined) return;
  await addToBudget(tx, charged, "organizations", STOCK, -1);
  await addToBudget(tx, charged, "stored_bytes", STOCK, -(await storedBytes(tx, orgId)));
}

/** Counts anew what is stored for each account: the night removes rows, and an earlier program counts none. */
export async function countStoredAnew(state: StateDatabase): Promise<void> {
  for (const { id } of await state.all<{ id: string }>(ALL_CHARGED)) {
    await state.transaction(async (tx) => {
      await tx.all(HOLD, id);
      await tx.run(COUNT_STORED, id);
    });
  }
}

/** What an account would use. */
export interface Charge {
  readonly accountId: string;
  readonly name: BudgetName;
  /** A day, or `STOCK`. */
  readonly day: string;
  readonly amount: number;
}

/**
 * Uses a part of a budget, in the transaction of what it is used for. Two that charge at once wait for each other.
 * @returns false where less is left: then nothing is charged
 */
export async function chargeBudget(
  tx: StateDatabase,
  { accountId, name, day, amount }: Charge,
  limit: number,
): Promise<boolean> {
  await tx.run(OPEN, accountId, name, day);
  return (await tx.run(CHARGE, amount, accountId, name, day, amount, limit)) === 1;
}

/** Adds to what was used, whatever the limit; what was more than there is leaves nothing. */
export async function addToBudget(
  tx: StateDatabase,
  accountId: string,
  name: BudgetName,
  day: string,
  amount: number,
): Promise<void> {
  await tx.run(OPEN, accountId, name, day);
  await tx.run(ADD, amount, amount, accountId, name, day);
}

/** How much of a budget an account has used. */
export async function usedOf(db: StateDatabase, { accountId, name, day }: Omit<Charge, "amount">): Promise<number> {
  return (await db.get<{ amount: number }>(USED, accountId, name, day))?.amount ?? 0;
}

/** What an account has used today and at all. */
export function budgetUseOf(db: StateDatabase, accountId: string, day: string): Promise<readonly BudgetUse[]> {
  return db.all<BudgetUse>(ALL_USED, accountId, STOCK, day);
}

/** The limits that the operator set for an account. */
export async function ownLimitsOf(db: StateDatabase, accountId: string): Promise<ReadonlyMap<BudgetName, number>> {
  const rows = await db.all<{ name: BudgetName; value: number }>(LIMITS, accountId);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Sets the limit of an account, or with `undefined` gives it that of everybody back. */
export async function setOwnLimit(
  tx: StateDatabase,
  accountId: string,
  name: BudgetName,
  value: number | undefined,
): Promise<void> {
  if (value === undefined) await tx.run(REMOVE_LIMIT, accountId, name);
  else await tx.run(SET_LIMIT, accountId, name, value);
}

/** The proved domains of the organizations that are charged to an account. */
export async function provedDomainsOf(db: StateDatabase, accountId: string): Promise<readonly string[]> {
  return (await db.all<{ domain: string }>(PROVED, accountId)).map(({ domain }) => domain);
}

/** How many firms are proved, by number, of the organizations that are charged to an account. */
export async function provedFirmsOf(db: StateDatabase, accountId: string): Promise<number> {
  return Number((await db.get<{ n: number }>(PROVED_FIRMS, accountId))?.n ?? 0);
}

/** The organizations that are charged to an account. Names are foreign text. */
export function chargedOrganizations(
  db: StateDatabase,
  accountId: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return db.all(CHARGED_ORGANIZATIONS, accountId);
}
