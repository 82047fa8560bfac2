import { type BudgetName, budgetLimit } from "../core/budget.ts";
import { STOCK } from "./budgets.ts";
import { NEVER } from "./job-table.ts";
import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

const JOBS = sql(
  "SELECT kind, count(*) AS n, min(run_at) AS next, sum(CASE WHEN last_error IS NULL THEN 0 ELSE 1 END) AS failed FROM job " +
    "GROUP BY kind ORDER BY kind",
);
const RUNS = sql("SELECT name, at FROM state_mark");
const MAILS = sql("SELECT count(*) AS n FROM mail");
const USES = sql(
  "SELECT u.account_id, u.name, u.amount, l.value, (SELECT count(DISTINCT d.domain) FROM organization o JOIN domain d " +
    "ON d.org_id = o.id WHERE o.charged_to = u.account_id AND d.verified_at IS NOT NULL) AS proved, " +
    "(SELECT count(DISTINCT f.ico) FROM organization o JOIN firm_proof f ON f.org_id = o.id " +
    "WHERE o.charged_to = u.account_id AND f.lost_at IS NULL) AS firms FROM budget_use u " +
    "LEFT JOIN budget_limit l ON l.account_id = u.account_id AND l.name = u.name WHERE u.day IN (?, ?) ORDER BY u.account_id, u.name",
);

/** From this share on a budget is near its end. */
const NEAR = 0.8;

/** The jobs of a kind: how many, when the next is due (`null`: by itself never), how many failed the last time. */
export interface JobKindStatus {
  readonly kind: string;
  readonly count: number;
  readonly next: number | null;
  readonly failed: number;
}

/** Every kind of which there is a job. */
export async function jobKinds(db: StateDatabase): Promise<readonly JobKindStatus[]> {
  const rows = await db.all<{ kind: string; n: number; next: number; failed: number }>(JOBS);
  return rows.map(({ kind, n, next, failed }) => ({
    kind,
    count: Number(n),
    next: Number(next) >= NEVER ? null : Number(next),
    failed: Number(failed),
  }));
}

/** What was noted of the state as a whole, by name, in milliseconds since 1970. */
export async function allMarks(db: StateDatabase): Promise<ReadonlyMap<string, number>> {
  return new Map((await db.all<{ name: string; at: number }>(RUNS)).map(({ name, at }) => [name, Number(at)]));
}

/** How many mails were not sent yet. */
export async function waitingMails(db: StateDatabase): Promise<number> {
  return Number((await db.get<{ n: number }>(MAILS))?.n ?? 0);
}

/** Budgets of which four fifths are used. @param day of those that begin anew with each day (UTC) */
export async function budgetsNearEnd(db: StateDatabase, day: string) {
  const rows = await db.all<{
    account_id: string;
    name: BudgetName;
    amount: number;
    value: number | null;
    proved: number;
    firms: number;
  }>(USES, day, STOCK);
  return rows
    .map(({ account_id: accountId, name, amount, value, proved, firms }) => ({
      accountId,
      name,
      used: Number(amount),
      limit: value === null ? budgetLimit(name, Number(proved), Number(firms)) : Number(value),
    }))
    .filter(({ used, limit }) => used >= limit * NEAR);
}
