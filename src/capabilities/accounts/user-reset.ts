import { z } from "zod";
import { inEnglish } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { hashToken, newToken } from "../../identity/token.ts";
import { lockAccount } from "../../state/accounts.ts";
import { addMailToken, RESET_MS } from "../../state/mail-tokens.ts";
import { passkeysOf, removePasskey } from "../../state/passkeys.ts";
import { backupCodesLeft, removeTotp } from "../../state/second-factors.ts";
import { endSessionsOf } from "../../state/sessions.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { accountOf, changeAccount, emailParameter, recordCommand } from "./operator-accounts.ts";

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

/** Takes every second factor away from a person who lost it: the next sign-in sets one up where it is demanded. */
export const userResetSecondFactor = defineCapability({
  name: "user_reset_second_factor",
  access: "operator",
  effect: "write",
  input,
  run: async ({ email }, { operator: { accounts } }) => {
    const { id } = await accountOf(accounts.state, email);
    return accounts.state.transaction(async (tx) => {
      await lockAccount(tx, id);
      const record = (event: Parameters<typeof recordCommand>[1]) => recordCommand(tx, event, accounts.now());
      const backupCodes = await backupCodesLeft(tx, id);
      const app = await removeTotp(tx, id);
      const passkeys = await passkeysOf(tx, id);
      if (!app && passkeys.length === 0) throw new ServiceError(noSecondFactor);
      if (app) await record({ action: "two_factor.disabled", target: { type: "account", id } });
      for (const passkey of passkeys) {
        await removePasskey(tx, id, passkey.id);
        const target = { type: "passkey", id: passkey.id } as const;
        await record({ action: "passkey.removed", target, details: { account: id } });
      }
      const sessions = await endSessionsOf(tx, id);
      return { id, app, backupCodes, passkeys: passkeys.length, sessions };
    });
  },
  cli: {
    words: "user reset-second-factor",
    help: "remove the app, the backup codes and the passkeys of a person who lost them",
    lines: ({ id, app, backupCodes, passkeys, sessions }) => [
      id,
      `removed: ${app ? "the app, " : ""}${backupCodes} backup codes, ${passkeys} passkeys; ${sessions} sessions ended`,
    ],
  },
});

const noSecondFactor: Problem = {
  code: "not_found",
  message: inEnglish("This account has no second factor."),
  nextStep: inEnglish("If the person cannot sign in, send the link of dosah user reset-link."),
};
