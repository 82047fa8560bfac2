import { z } from "zod";
import { faultOfPassword } from "../../identity/password-rules.ts";
import { hashToken } from "../../identity/token.ts";
import { lockAccount, setPassword, setVerified } from "../../state/accounts.ts";
import { endMailTokens, findMailToken, useMailToken } from "../../state/mail-tokens.ts";
import { endSession, endSessionsOf } from "../../state/sessions.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { orBusy, refuseWithoutPasswords } from "./attempts.ts";

/**
 * Sets a new password by the link that was sent. Every session of the account ends; keys and the second factor stay.
 * Who has the link has the mailbox, so the address is confirmed too.
 */
export const resetPassword = defineCapability({
  name: "reset_password",
  access: "visitor",
  effect: "write",
  startsSession: true,
  input: z.strictObject({ token: z.string(), password: z.string(), locale: localeParameter }),
  web: { limits: ["sign_in_address"] },
  run: async ({ token, password }, { accounts, change }) => {
    refuseWithoutPasswords(accounts);
    const { state, passwords, isBreached } = accounts;
    const [hash, at] = [hashToken(token), accounts.now()];
    // A password that is refused must not use the link up.
    const found = await findMailToken(state, hash, "reset", at);
    if (found === undefined) throw new Refused([{ code: "token_invalid" }]);
    const fault = await faultOfPassword(password, found.email, isBreached);
    if (fault !== undefined) throw new Refused([{ code: fault, field: "password" }]);
    const passwordHash = await orBusy(() => passwords.hash(password));
    await change(async ({ tx, former, record, mail }) => {
      // The session that this browser had may be of another account.
      if (former !== null) await endSession(tx, former);
      // The account first, as everywhere: who changes a password at the same time waits, and neither waits for the other.
      const locked = await lockAccount(tx, found.account_id);
      const account = (await useMailToken(tx, hash, "reset", at)) === undefined ? undefined : locked;
      if (account === undefined || account.disabled_at !== null) throw new Refused([{ code: "token_invalid" }]);
      const { id, email, locale } = account;
      const target = { type: "account", id };
      await setPassword(tx, id, passwordHash, at);
      await endSessionsOf(tx, id);
      await endMailTokens(tx, id);
      if (await setVerified(tx, id, at)) await record({ action: "account.email_verified", actorId: id, target });
      await record({ action: "account.password_reset", actorId: id, target });
      await mail({ to: email, locale, kind: "password_reset" });
    });
    return {};
  },
  form: {
    path: "/reset",
    leadsTo: "/sign-in?done=reset",
    session: () => null,
    // Whatever session this browser had may be one of those that ended.
    isOpen: true,
  },
});
