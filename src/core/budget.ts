/** What is charged to an account, whatever organization it is used in (docs/limits.md#budgets). */
export const BUDGET_NAMES = ["organizations", "mail_out", "looks", "strange_domains", "stored_bytes"] as const;

export type BudgetName = (typeof BUDGET_NAMES)[number];

/** What an organization may hold, whoever is charged for it. */
export const ORGANIZATION_STOCKS = {
  open_drafts: 50,
  live_shares: 200,
  domains: 100,
  suppliers: 2_000,
  lists: 50,
  list_rows: 20_000,
} as const;

/** What a person may hold, over all organizations. */
export const PERSON_STOCKS = { subscriptions: 20 } as const;

/** What an organization or a person holds, by its name. */
export type HeldStock = keyof typeof ORGANIZATION_STOCKS | keyof typeof PERSON_STOCKS;

const MEBIBYTE = 1_048_576;

/** How much of a budget an account has. */
export interface Budget {
  readonly base: number;
  /** For each proved registrable domain of the organizations that are charged to the account; of what is stored, firm too. */
  readonly more: number;
  /** With all of them, unless the operator set another number. */
  readonly most: number;
  /** It is new with each day (UTC); else it counts what is there. */
  readonly isDaily: boolean;
}

export const BUDGETS: Readonly<Record<BudgetName, Budget>> = {
  organizations: { base: 200, more: 0, most: 200, isDaily: false },
  mail_out: { base: 100, more: 50, most: 1_000, isDaily: true },
  looks: { base: 200, more: 50, most: 2_000, isDaily: true },
  strange_domains: { base: 60, more: 20, most: 400, isDaily: true },
  stored_bytes: { base: 25 * MEBIBYTE, more: 100 * MEBIBYTE, most: 2_048 * MEBIBYTE, isDaily: false },
};

/** A budget with so many proved domains and firms. */
export function budgetLimit(name: BudgetName, provedDomains: number, provedFirms: number): number {
  const { base, more, most } = BUDGETS[name];
  return Math.min(most, base + more * (provedDomains + (name === "stored_bytes" ? provedFirms : 0)));
}
