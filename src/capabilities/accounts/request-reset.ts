import { z } from "zod";
import { safeNext } from "../../core/safe-next.ts";
import { readEmailAddress } from "../../identity/email-address.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { mailLinkFor } from "./mail-link.ts";
import { refuseWithoutPasswords } from "./password-hashing.ts";
import { mayMailReset } from "./queue-mail.ts";
import { resetMailFor } from "./reset-mail.ts";

/**
 * Asks for the link that sets a new password. Whether the address has an account is found out when the mail is sent:
 * the work here is the same for every address.
 */
export const requestReset = defineCapability({
  name: "request_reset",
  access: "visitor",
  effect: "write",
  input: z.strictObject({
    email: z.string(),
    next: z.string().default("").describe("Where the person goes afterwards."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["sign_in_address"] },
    path: "/forgot",
    leadsTo: "/forgot/sent",
    mailLink: ({ mailLink }) => mailLink,
    isOpen: true,
  },
  run: async ({ email: typed, next, locale }, { accounts, baseUrl, change }) => {
    refuseWithoutPasswords(accounts);
    const to = readEmailAddress(typed);
    if (to === undefined || !(await mayMailReset(accounts, to))) return { mailLink: null };
    const asked = { to, locale, kind: "reset", isReset: true, next: safeNext(next) } as const;
    // The page of this very machine shows the link, so it is made at once; there is nobody to hide an account from.
    const made = accounts.settings.showsMailLinks
      ? await resetMailFor(accounts, { link: null, ...asked }, baseUrl)
      : undefined;
    await change(({ mail }) => mail(made ?? asked));
    return { mailLink: mailLinkFor(accounts, made?.link ?? undefined) };
  },
});
