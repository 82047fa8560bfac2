import {
  BUDGET_NAMES,
  BUDGETS,
  type BudgetName,
  budgetLimit,
  type HeldStock,
  ORGANIZATION_STOCKS,
  PERSON_STOCKS,
} from "../../core/budget.ts";
import { dayOf } from "../../core/day.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { ServiceError, type UsedBudget } from "../../core/problem.ts";
import { formatNumber } from "../../core/text.ts";
import { readHostName } from "../../outbound/guarded/host-name.ts";
import {
  addToBudget,
  chargeBudget,
  chargedAccount,
  ownLimitsOf,
  provedDomainsOf,
  provedFirmsOf,
  STOCK,
  usedOf,
} from "../../state/budgets.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { notYours } from "./principal.ts";
import { Refused } from "./refusal.ts";

const DAY_MS = 86_400_000;

/** What is charged, as people read it. */
export const BUDGET_WORDS: Readonly<Record<BudgetName | HeldStock, Localized>> = {
  organizations: { sk: "organizácie", cs: "organizace", en: "organizations" },
  mail_out: { sk: "maily iným", cs: "e-maily jiným", en: "mails to others" },
  looks: { sk: "skeny", cs: "skeny", en: "scans" },
  strange_domains: { sk: "neoverené domény", cs: "neověřené domény", en: "domains without a proof" },
  stored_bytes: { sk: "uložené texty a súbory", cs: "uložené texty a soubory", en: "stored texts and files" },
  open_drafts: { sk: "rozpracované dotazníky", cs: "rozpracované dotazníky", en: "open questionnaires" },
  live_shares: { sk: "platné odkazy na zdieľanie", cs: "platné odkazy ke sdílení", en: "valid share links" },
  domains: { sk: "domény", cs: "domény", en: "domains" },
  lists: { sk: "zoznamy", cs: "seznamy", en: "lists" },
  list_rows: { sk: "riadky zoznamov", cs: "řádky seznamů", en: "rows of lists" },
  subscriptions: {
    sk: "adresy kanálov a kalendárov",
    cs: "adresy kanálů a kalendářů",
    en: "addresses of feeds and calendars",
  },
  suppliers: { sk: "dodávatelia", cs: "dodavatelé", en: "suppliers" },
};

/** How much of each budget an account has: what the operator set, else by the proved domains of its organizations. */
export async function limitsOf(db: StateDatabase, accountId: string): Promise<ReadonlyMap<BudgetName, number>> {
  const own = await ownLimitsOf(db, accountId);
  const proved = await provedDomainsOf(db, accountId);
  const { size } = new Set(proved.map((domain) => readHostName(domain)?.registrable ?? domain));
  const firms = await provedFirmsOf(db, accountId);
  return new Map(BUDGET_NAMES.map((name) => [name, own.get(name) ?? budgetLimit(name, size, firms)]));
}

/** Charges an account in the transaction of what it uses. @throws Refused `budget_used`, `budget_full` */
export type Charge = (budget: BudgetName, amount?: number) => Promise<void>;

/** In which transaction and at which instant (milliseconds since 1970) an account is charged. */
export interface Charged {
  readonly tx: StateDatabase;
  readonly at: number;
  /** The operator is charged, and never refused. */
  readonly isOperator: boolean;
}

/** Charges a person. */
export const chargePerson =
  (charged: Charged, accountId: string): Charge =>
  (budget, amount = 1) =>
    charge(charged, accountId, budget, amount);

/** Charges whoever is charged for an organization. */
export function chargeOrganization(charged: Charged, orgId: string): Charge {
  return async (budget, amount = 1) => {
    const accountId = await chargedAccount(charged.tx, orgId);
    if (accountId === undefined) throw new ServiceError(notYours);
    await charge(charged, accountId, budget, amount);
  };
}

async function charge(
  { tx, at, isOperator }: Charged,
  accountId: string,
  name: BudgetName,
  amount: number,
): Promise<void> {
  const { isDaily, base } = BUDGETS[name];
  const day = isDaily ? dayOf(new Date(at)) : STOCK;
  const use = { accountId, name, day };
  if (isOperator || amount < 0) return addToBudget(tx, accountId, name, day, amount);
  // Most accounts use less than everybody has: then nothing else is read.
  const own = (await ownLimitsOf(tx, accountId)).get(name);
  if (await chargeBudget(tx, { ...use, amount }, own ?? base)) return;
  const limit = (await limitsOf(tx, accountId)).get(name) ?? base;
  if (limit > (own ?? base) && (await chargeBudget(tx, { ...use, amount }, limit))) return;
  const used = { budget: name, limit, used: await usedOf(tx, use), subject: "account" } as const;
  if (!isDaily) throw refusalOf("budget_full", used);
  throw refusalOf("budget_used", used, Math.ceil((DAY_MS - (at % DAY_MS)) / 1000));
}

/** Refuses more rows than an organization or person may hold. @param used how many there are @param more how many come */
export function refuseBeyond(name: HeldStock, used: number, more = 1): void {
  const limit = { ...ORGANIZATION_STOCKS, ...PERSON_STOCKS }[name];
  const subject = name in PERSON_STOCKS ? "account" : "organization";
  if (more > 0 && used + more > limit) throw refusalOf("budget_full", { budget: name, limit, used, subject });
}

function refusalOf(code: "budget_used" | "budget_full", used: UsedBudget, retryAfter?: number): Refused {
  return new Refused([{ code, why: usedWords(used) }], retryAfter, used);
}

function usedWords({ budget, used, limit }: UsedBudget): Localized {
  const words = BUDGET_WORDS[budget];
  const shown = (locale: Locale) => [used, limit].map((amount) => budgetAmount(budget, amount, locale));
  return {
    sk: `${words.sk} (${shown("sk").join(" z ")})`,
    cs: `${words.cs} (${shown("cs").join(" z ")})`,
    en: `${words.en} (${shown("en").join(" of ")})`,
  };
}

/** An amount of a budget as people read it. */
export function budgetAmount(name: BudgetName | HeldStock, amount: number, locale: Locale): string {
  if (name !== "stored_bytes") return formatNumber(amount, locale);
  return `${formatNumber(Math.ceil(amount / 104_857.6) / 10, locale)} MB`;
}
