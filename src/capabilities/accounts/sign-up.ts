import { z } from "zod";
import { newId } from "../../core/random-id.ts";
import { emailKeyOf, readEmailAddress } from "../../identity/email-address.ts";
import { faultOfPassword } from "../../identity/password-rules.ts";
import { addAccount } from "../../state/accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { type Fault, refuseFaults } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { orBusy, refuseWithoutPasswords } from "./attempts.ts";
import { nameOf } from "./person-name.ts";
import { mayMail } from "./queue-mail.ts";
import { refuseUninvited } from "./registration.ts";
import { sendVerification } from "./verification-mail.ts";

/**
 * Creates an account, or tells its owner by mail that there is one: the answer is the same, and so is the work of one
 * password hash.
 */
export const signUp = defineCapability({
  name: "sign_up",
  access: "visitor",
  effect: "write",
  input: z.strictObject({
    name: z.string(),
    email: z.string(),
    password: z.string(),
    next: z.string().describe("Where the person goes afterwards; an invitation counts where registration needs one."),
    locale: localeParameter,
  }),
  web: { limits: ["sign_up"] },
  form: { path: "/sign-up", leadsTo: "/sign-up/sent", isOpen: true },
  run: async ({ name: typedName, email: typed, password, next, locale }, { accounts, baseUrl, change }) => {
    refuseWithoutPasswords(accounts);
    const email = readEmailAddress(typed);
    await refuseUninvited(accounts, email, next);
    const faults: Fault[] = [];
    const name = nameOf(typedName);
    if (name === undefined) faults.push({ code: "name_invalid", field: "name" });
    if (email === undefined) faults.push({ code: "email_invalid", field: "email" });
    const fault = await faultOfPassword(password, email ?? "", accounts.isBreached);
    if (fault !== undefined) faults.push({ code: fault, field: "password" });
    refuseFaults(faults);
    if (email === undefined || name === undefined) throw new Error("what is wrong was not refused");

    const password_hash = await orBusy(() => accounts.passwords.hash(password));
    const isMailed = await mayMail(accounts, email);
    const [id, at] = [newId("account"), accounts.now()];
    await change(async ({ tx, record, mail }) => {
      const account = { id, email, email_key: emailKeyOf(email), name, locale, password_hash };
      if (await addAccount(tx, { ...account, email_verified_at: null }, at)) {
        const target = { type: "account", id };
        await record({ action: "account.created", actorId: id, target, details: { method: "password" } });
        if (isMailed) await sendVerification({ tx, mail }, baseUrl, { accountId: id, email, locale }, at);
      } else if (isMailed) {
        await mail({ to: email, locale, kind: "account_exists", link: `${baseUrl}/${locale}/forgot` });
      }
    });
    return {};
  },
});
