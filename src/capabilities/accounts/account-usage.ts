import { z } from "zod";
import { BUDGET_NAMES, BUDGETS } from "../../core/budget.ts";
import { dayOf } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { budgetUseOf, chargedOrganizations } from "../../state/budgets.ts";
import { BUDGET_WORDS, limitsOf } from "../calling/charge.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** What the person is charged for: every budget with what is used, and the organizations that use it. */
export const accountUsage = defineCapability({
  name: "account_usage",
  access: "person",
  needsSession: true,
  input: z.strictObject({ locale: localeParameter }),
  run: async ({ locale }, { person: { accountId }, accounts: { state, now } }) => {
    const day = dayOf(new Date(now()));
    const [used, limits, organizations] = await Promise.all([
      budgetUseOf(state, accountId, day),
      limitsOf(state, accountId),
      chargedOrganizations(state, accountId),
    ]);
    return {
      day,
      budgets: BUDGET_NAMES.map((name) => ({
        name,
        label: BUDGET_WORDS[name][locale],
        perDay: BUDGETS[name].isDaily,
        used: used.find((use) => use.name === name)?.amount ?? 0,
        limit: limits.get(name) ?? BUDGETS[name].base,
      })),
      organizations: organizations.map(({ id, name }) => ({ id, untrusted: { name: foreignText(name) } })),
    };
  },
  cli: {
    words: "budget show",
    help: "show what an account is charged for, and how much is left",
    lines: ({ budgets }) =>
      budgets.map(({ name, used, limit, perDay }) => `${name}  ${used}/${limit}${perDay ? " today" : ""}`),
  },
});
