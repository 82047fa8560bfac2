import { z } from "zod";
import { BUDGET_NAMES, BUDGETS } from "../../core/budget.ts";
import { dayOf } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { budgetUseOf, chargedOrganizations, setOwnLimit } from "../../state/budgets.ts";
import { BUDGET_WORDS, limitsOf } from "../calling/charge.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { changeAccount, emailParameter } from "./operator-accounts.ts";

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

/** Gives one account another limit; `default`: that of everybody. What is used already stays. */
export const budgetSet = defineCapability({
  name: "budget_set",
  access: "operator",
  effect: "write",
  input: z.strictObject({
    email: emailParameter,
    name: z.enum(BUDGET_NAMES),
    value: z
      .string()
      .regex(/^(default|\d{1,12})$/)
      .describe("A whole number, or `default`."),
    locale: localeParameter,
  }),
  run: async ({ email, name, value }, { operator: { accounts } }) => {
    const limit = value === "default" ? undefined : Number(value);
    const { id } = await changeAccount(accounts, email, "budget.changed", (tx, account) =>
      setOwnLimit(tx, account.id, name, limit),
    );
    return { id, limit: (await limitsOf(accounts.state, id)).get(name) ?? BUDGETS[name].base };
  },
  cli: {
    words: "budget set",
    help: "give one account another limit of a budget",
    values: { value: "NUMBER|default" },
    lines: ({ limit }) => [String(limit)],
  },
});
