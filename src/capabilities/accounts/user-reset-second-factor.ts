import { z } from "zod";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { lockAccount } from "../../state/accounts.ts";
import { removeTotp } from "../../state/second-factors.ts";
import { endSessionsOf } from "../../state/sessions.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { accountOf, emailParameter, recordCommand } from "./operator-accounts.ts";

/** Switches a lost second factor off. Passkeys stay, since they keep nobody out. */
export const userResetSecondFactor = defineCapability({
  name: "user_reset_second_factor",
  access: "operator",
  effect: "write",
  input: z.strictObject({ email: emailParameter, locale: localeParameter }),
  run: async ({ email }, { operator: { accounts } }) => {
    const { id } = await accountOf(accounts.state, email);
    await accounts.state.transaction(async (tx) => {
      await lockAccount(tx, id);
      if (!(await removeTotp(tx, id))) throw new ServiceError(noSecondFactor);
      await endSessionsOf(tx, id);
      const target = { type: "account", id } as const;
      await recordCommand(tx, { action: "two_factor.disabled", target }, accounts.now());
    });
    return { id };
  },
  cli: {
    words: "user reset-second-factor",
    help: "switch a lost second factor off",
    lines: ({ id }) => [id],
  },
});

const noSecondFactor: Problem = {
  code: "not_found",
  message: {
    sk: "Tento účet nemá dvojstupňové prihlásenie.",
    cs: "Tento účet nemá dvoufázové přihlášení.",
    en: "This account has no second factor.",
  },
  nextStep: {
    sk: "Ak sa osoba nemôže prihlásiť, pošlite jej odkaz, ktorý vypíše dosah user reset-link.",
    cs: "Pokud se osoba nemůže přihlásit, pošlete jí odkaz, který vypíše dosah user reset-link.",
    en: "If the person cannot sign in, send the link of dosah user reset-link.",
  },
};
