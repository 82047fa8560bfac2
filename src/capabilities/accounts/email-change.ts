import { z } from "zod";
import { emailKeyOf, readEmailAddress } from "../../identity/email-address.ts";
import { hashToken, newToken } from "../../identity/token.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { confirmPerson } from "./confirm-person.ts";
import { mailLinkFor } from "./mail-link.ts";
import { mayMail } from "./queue-mail.ts";

const HOUR_MS = 60 * 60_000;

/**
 * Asks for another address: a link goes to the new one, a notice to the old one, and nothing changes before the link is
 * used. An address that has an account gets word of that instead; the answer is the same.
 */
export const emailChange = defineCapability({
  name: "email_change",
  access: "person",
  needsSession: true,
  effect: "write",
  input: z.strictObject({ email: z.string(), current: z.string(), locale: localeParameter }),
  form: {
    cost: { rows: ["person_write", "sign_in_address"] },
    path: "/account/email",
    leadsTo: "/account",
    done: "done",
    mailLink: ({ mailLink }) => mailLink,
  },
  run: async ({ email: typed, current, locale }, context) => {
    const { person, accounts, baseUrl, write } = context;
    const { session, accountId: id } = person;
    if (session === undefined) throw new Error("an address is changed by a signed-in person only");
    const email = readEmailAddress(typed);
    if (email === undefined) throw new Refused([{ code: "email_invalid", field: "email" }]);
    await confirmPerson(context, current, "always");
    const isMailed = await mayMail(accounts, email);
    const [token, at] = [newToken(), accounts.now()];
    const sent = await write(async ({ store: { own }, record, mail }) => {
      const isTaken = await own.isTaken(emailKeyOf(email));
      await record("account.email_change_asked", { type: "account", id });
      await mail({ to: session.email, locale: session.locale, kind: "email_changed" });
      if (!isTaken) {
        await own.addMailToken({ hash: hashToken(token), purpose: "change_email", email, expiresAt: at + HOUR_MS }, at);
      }
      if (!isMailed) return undefined;
      const link = isTaken ? `${baseUrl}/${locale}/forgot` : `${baseUrl}/${locale}/verify?token=${token}`;
      await mail({ to: email, locale, kind: isTaken ? "account_exists" : "change_email", link });
      return link;
    });
    return { mailLink: mailLinkFor(accounts, sent) };
  },
});
