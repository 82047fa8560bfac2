import { z } from "zod";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { hashToken, newToken } from "../../identity/token.ts";
import { addMailToken, RESET_MS } from "../../state/mail-tokens.ts";
import { removeTotp } from "../../state/second-factors.ts";
import { endSessionsOf } from "../../state/sessions.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { changeAccount, emailParameter } from "./operator-accounts.ts";

const input = z.strictObject({ email: emailParameter, locale: localeParameter });

/** Makes a link with which a person sets a new password: the operator never knows a password that stays. */
export const userResetLink = defineCapability({
  name: "user_reset_link",
  access: "operator",
  effect: "write",
  input,
  run: async ({ email: typed }, { operator: { accounts }, baseUrl }) => {
    const token = newToken();
    const { id, locale, at } = await changeAccount(accounts, typed, "account.reset_link_made", (tx, account, now) => {
      const mailed = { hash: hashToken(token), accountId: account.id, purpose: "reset", email: account.email } as const;
      return addMailToken(tx, { ...mailed, expiresAt: now + RESET_MS }, now);
    });
    const expiresAt = new Date(at + RESET_MS).toISOString();
    return { id, link: `${baseUrl}/${locale}/reset?token=${token}`, expiresAt };
  },
  cli: {
    words: "user reset-link",
    help: "print a link with which a person sets a new password within an hour",
    lines: ({ link }) => [link],
  },
});

/** Switches a lost second factor off. Passkeys stay, since they keep nobody out. */
export const userResetSecondFactor = defineCapability({
  name: "user_reset_second_factor",
  access: "operator",
  effect: "write",
  input,
  run: async ({ email }, { operator: { accounts } }) => {
    const { id } = await changeAccount(accounts, email, "two_factor.disabled", async (tx, account) => {
      if (!(await removeTotp(tx, account.id))) throw new ServiceError(noSecondFactor);
      await endSessionsOf(tx, account.id);
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
