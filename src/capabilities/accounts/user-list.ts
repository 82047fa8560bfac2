import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { listAccounts } from "../../state/accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const PAGE = 500;

/** Lists all accounts for the operator. */
export const userList = defineCapability({
  name: "user_list",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { operator: { accounts } }) => {
    const all: Awaited<ReturnType<typeof listAccounts>>[number][] = [];
    for (;;) {
      const page = await listAccounts(accounts.state, all.at(-1)?.email_key ?? "", PAGE);
      all.push(...page);
      if (page.length < PAGE) break;
    }
    return {
      accounts: all.map(({ id, email, name, created_at, email_verified_at, disabled_at, has_app, has_passkey }) => ({
        id,
        createdAt: new Date(created_at).toISOString(),
        verified: email_verified_at !== null,
        disabled: disabled_at !== null,
        secondFactor: has_app === 1 || has_passkey === 1,
        untrusted: { email: foreignText(email), name: foreignText(name) },
      })),
    };
  },
  cli: {
    words: "user list",
    help: "list the accounts",
    lines: ({ accounts }) =>
      accounts.map(({ id, disabled, secondFactor, untrusted }) => {
        const marks = `${disabled ? "  (disabled)" : ""}${secondFactor ? "" : "  (no second factor)"}`;
        return `${id}  ${untrusted.email}${marks}`;
      }),
  },
});
