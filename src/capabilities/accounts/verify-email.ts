import { z } from "zod";
import { safeNext } from "../../core/safe-next.ts";
import { emailKeyOf } from "../../identity/email-address.ts";
import { hashToken } from "../../identity/token.ts";
import { accountByEmail, lockAccount, setEmail, setVerified } from "../../state/accounts.ts";
import { endMailTokens, findMailToken, useMailToken } from "../../state/mail-tokens.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { withNext } from "./with-next.ts";

/** Confirms an address by the link that was sent there: that of a new account, or the new one of an account. */
export const verifyEmail = defineCapability({
  name: "verify_email",
  access: "visitor",
  effect: "write",
  input: z.strictObject({ token: z.string(), locale: localeParameter }),
  form: {
    cost: { rows: ["web_page"] },
    path: "/verify",
    leadsTo: ({ next }) => withNext("/sign-in", next),
    done: "verified",
    isOpen: true,
  },
  run: async ({ token }, { accounts, change }) => {
    const [hash, at] = [hashToken(token), accounts.now()];
    const next = await change(async ({ tx, record }) => {
      const first = await useMailToken(tx, hash, "verify", at);
      if (first !== undefined) {
        const id = first.account_id;
        await setVerified(tx, id, at);
        await record({ action: "account.email_verified", actorId: id, target: { type: "account", id } });
        return first.next;
      }
      const found = await findMailToken(tx, hash, "change_email", at);
      if (found !== undefined) await lockAccount(tx, found.account_id);
      const changed = await useMailToken(tx, hash, "change_email", at);
      if (changed === undefined) throw new Refused([{ code: "token_invalid" }]);
      const { account_id: id, email } = changed;
      const emailKey = emailKeyOf(email);
      // Somebody else took the address since the link was sent.
      const holder = await accountByEmail(tx, emailKey);
      if (holder !== undefined && holder.id !== id) throw new Refused([{ code: "token_invalid" }]);
      await setEmail(tx, id, { email, emailKey }, at);
      await endMailTokens(tx, id);
      await record({ action: "account.email_changed", actorId: id, target: { type: "account", id } });
      return changed.next;
    });
    return { next: safeNext(next) };
  },
});
