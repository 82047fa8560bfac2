import { z } from "zod";
import { BUDGET_NAMES, BUDGETS } from "../../core/budget.ts";
import { inEnglish } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { lockAccount, setDisabled } from "../../state/accounts.ts";
import { setOwnLimit } from "../../state/budgets.ts";
import { endMailTokens } from "../../state/mail-tokens.ts";
import { accountsWithSessions, endSessionsOf } from "../../state/sessions.ts";
import { limitsOf } from "../calling/charge.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { accountOf, changeAccount, emailParameter, recordCommand } from "./operator-accounts.ts";

const input = z.strictObject({ email: emailParameter, locale: localeParameter });

/** Keeps a person out: every session ends, and the keys fail until the account is enabled again. */
export const userDisable = defineCapability({
  name: "user_disable",
  access: "operator",
  effect: "write",
  input,
  run: async ({ email }, { operator: { accounts } }) => {
    const { id } = await changeAccount(accounts, email, "account.disabled", async (tx, account, at) => {
      await setDisabled(tx, account.id, at);
      await endSessionsOf(tx, account.id);
      await endMailTokens(tx, account.id);
    });
    return { id };
  },
  cli: {
    words: "user disable",
    help: "end the sessions of an account and refuse its sign-in and keys",
    lines: ({ id }) => [id],
  },
});

/** Lets a disabled person in again. Keys that were not revoked work again. */
export const userEnable = defineCapability({
  name: "user_enable",
  access: "operator",
  effect: "write",
  input,
  run: async ({ email }, { operator: { accounts } }) => {
    const { id } = await changeAccount(accounts, email, "account.enabled", (tx, account) =>
      setDisabled(tx, account.id, null),
    );
    return { id };
  },
  cli: {
    words: "user enable",
    help: "let a disabled account in again",
    lines: ({ id }) => [id],
  },
});

/** Ends the sessions of one person or of everybody. Keys go on. */
export const sessionEnd = defineCapability({
  name: "session_end",
  access: "operator",
  effect: "write",
  input: z.strictObject({
    email: emailParameter.optional(),
    all: z.boolean().default(false).describe("The sessions of everybody."),
    locale: localeParameter,
  }),
  run: async ({ email, all }, { operator: { accounts } }) => {
    if (all === (email !== undefined)) throw new ServiceError(emailOrAll);
    const one = email === undefined ? undefined : await accountOf(accounts.state, email);
    const at = accounts.now();
    const ended = await accounts.state.transaction(async (tx) => {
      let sum = 0;
      for (const id of one === undefined ? await accountsWithSessions(tx) : [one.id]) {
        // Without the lock, a renewal at the same time would keep the session under its new token.
        await lockAccount(tx, id);
        const count = await endSessionsOf(tx, id);
        if (count === 0) continue;
        sum += count;
        const target = { type: "account", id } as const;
        await recordCommand(tx, { action: "session.ended", target, details: { count } }, at);
      }
      return sum;
    });
    return { ended };
  },
  cli: {
    words: "session end",
    help: "end the sessions of a person or of everybody; keys go on",
    usage: "(--email E | --all)",
    lines: ({ ended }) => [String(ended)],
  },
});

const emailOrAll: Problem = {
  code: "invalid_arguments",
  field: "email",
  message: inEnglish("Give the e-mail of a person or --all, not both."),
  nextStep: inEnglish("dosah user list lists the accounts."),
};

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
