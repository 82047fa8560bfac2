import { z } from "zod";
import { hashToken, newToken } from "../../identity/token.ts";
import { addMailToken, RESET_MS } from "../../state/mail-tokens.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { accountOf, emailParameter, recordCommand } from "./operator-accounts.ts";

/** Makes a link with which a person sets a new password: the operator never knows a password that stays. */
export const userResetLink = defineCapability({
  name: "user_reset_link",
  access: "operator",
  effect: "write",
  input: z.strictObject({ email: emailParameter, locale: localeParameter }),
  run: async ({ email: typed }, { operator: { accounts }, baseUrl }) => {
    const { id, email, locale } = await accountOf(accounts.state, typed);
    const token = newToken();
    const at = accounts.now();
    const expiresAt = at + RESET_MS;
    await accounts.state.transaction(async (tx) => {
      await addMailToken(tx, { hash: hashToken(token), accountId: id, purpose: "reset", email, expiresAt }, at);
      await recordCommand(tx, { action: "account.reset_link_made", target: { type: "account", id } }, at);
    });
    return { id, link: `${baseUrl}/${locale}/reset?token=${token}`, expiresAt: new Date(expiresAt).toISOString() };
  },
  cli: {
    words: "user reset-link",
    help: "print a link with which a person sets a new password within an hour",
    lines: ({ link }) => [link],
  },
});
