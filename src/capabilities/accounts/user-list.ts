import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { type Account, listAccounts } from "../../state/accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const PAGE = 500;

/** Lists all accounts for the operator. */
export const userList = defineCapability({
  name: "user_list",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { operator: { accounts } }) => {
    const all: Account[] = [];
    for (;;) {
      const page = await listAccounts(accounts.state, all.at(-1)?.email_key ?? "", PAGE);
      all.push(...page);
      if (page.length < PAGE) break;
    }
    return {
      accounts: all.map(({ id, email, name, created_at, email_verified_at, disabled_at }) => ({
        id,
        createdAt: new Date(created_at).toISOString(),
        verified: email_verified_at !== null,
        disabled: disabled_at !== null,
        untrusted: { email: foreignText(email), name: foreignText(name) },
      })),
    };
  },
  cli: {
    words: "user list",
    help: "list the accounts",
    lines: ({ accounts }) =>
      accounts.map(({ id, disabled, untrusted }) => `${id}  ${untrusted.email}${disabled ? "  (disabled)" : ""}`),
  },
});
