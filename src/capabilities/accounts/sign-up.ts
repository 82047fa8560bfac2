import { z } from "zod";
import { newId } from "../../core/random-id.ts";
import { safeNext } from "../../core/safe-next.ts";
import { emailKeyOf, readEmailAddress } from "../../identity/email-address.ts";
import { faultOfPassword } from "../../identity/password-rules.ts";
import { addAccount, deleteNeverConfirmed } from "../../state/accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { type Fault, refuseFaults } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { mailLinkFor } from "./mail-link.ts";
import { hashPlace, orBusy, refuseWithoutPasswords } from "./password-hashing.ts";
import { nameOf } from "./person-name.ts";
import { mayMail } from "./queue-mail.ts";
import { provesAddress, refuseUninvited } from "./registration.ts";
import { sendVerification } from "./verification-mail.ts";
import { withNext } from "./with-next.ts";

/**
 * Creates an account, or tells its owner by mail that there is one: the answer is the same, and so is the work of one
 * password hash. Who comes by the link of an invitation's mail has the mailbox, so the address needs no second mail.
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
  form: {
    cost: { rows: ["sign_up"] },
    path: "/sign-up",
    leadsTo: ({ isConfirmed, next }) => (isConfirmed ? withNext("/sign-in", next) : withNext("/sign-up/sent", next)),
    done: ({ isConfirmed }) => (isConfirmed ? "verified" : null),
    mailLink: ({ mailLink }) => mailLink,
    isOpen: true,
  },
  run: async (
    { name: typedName, email: typed, password, next: wanted, locale },
    { accounts, visitor, baseUrl, change },
  ) => {
    refuseWithoutPasswords(accounts);
    const email = readEmailAddress(typed);
    await refuseUninvited(accounts, email, wanted);
    const faults: Fault[] = [];
    const name = nameOf(typedName);
    if (name === undefined) faults.push({ code: "name_invalid", field: "name" });
    if (email === undefined) faults.push({ code: "email_invalid", field: "email" });
    const fault = await faultOfPassword(password, email ?? "", accounts.isBreached, [typedName]);
    if (fault !== undefined) faults.push({ code: fault, field: "password" });
    refuseFaults(faults);
    if (email === undefined || name === undefined) throw new Error("what is wrong was not refused");

    const password_hash = await orBusy(() => accounts.passwords.hash(password, hashPlace(visitor.address, false)));
    const isMailed = await mayMail(accounts, email);
    const [id, at] = [newId("account"), accounts.now()];
    const next = safeNext(wanted);
    const made = await change(async ({ tx, record, mail }) => {
      // In the transaction: an invitation that was withdrawn meanwhile proves nothing.
      const isProved = next !== undefined && (await provesAddress(tx, next, email, at));
      // Whoever typed the address before never showed that it is theirs; the link of the mail does.
      const squatter = isProved ? await deleteNeverConfirmed(tx, emailKeyOf(email)) : undefined;
      if (squatter !== undefined) {
        const gone = { type: "account", id: squatter };
        await record({ action: "account.deleted", actorId: null, target: gone, details: { why: "never_confirmed" } });
      }
      const account = { id, email, email_key: emailKeyOf(email), name, locale, password_hash };
      if (await addAccount(tx, { ...account, email_verified_at: isProved ? at : null }, at)) {
        const target = { type: "account", id };
        await record({ action: "account.created", actorId: id, target, details: { method: "password" } });
        if (isProved) await record({ action: "account.email_verified", actorId: id, target });
        if (isProved || !isMailed) return { isConfirmed: isProved };
        const to = { accountId: id, email, locale, next };
        return { isConfirmed: false, link: await sendVerification({ tx, mail }, baseUrl, to, at) };
      }
      const link = withNext(`${baseUrl}/${locale}/forgot`, next);
      if (isMailed) await mail({ to: email, locale, kind: "account_exists", link });
      return { isConfirmed: false, link: isMailed ? link : undefined };
    });
    return { isConfirmed: made.isConfirmed, next, mailLink: mailLinkFor(accounts, made.link) };
  },
});
