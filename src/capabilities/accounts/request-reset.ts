import { z } from "zod";
import { readEmailAddress } from "../../identity/email-address.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { refuseWithoutPasswords } from "./attempts.ts";
import { mayMail } from "./queue-mail.ts";

/**
 * Asks for the link that sets a new password. Whether the address has an account is found out when the mail is sent:
 * the work here is the same for every address.
 */
export const requestReset = defineCapability({
  name: "request_reset",
  access: "visitor",
  effect: "write",
  input: z.strictObject({ email: z.string(), locale: localeParameter }),
  web: { limits: ["sign_in_address"] },
  form: { path: "/forgot", leadsTo: "/forgot/sent", isOpen: true },
  run: async ({ email: typed, locale }, { accounts, change }) => {
    refuseWithoutPasswords(accounts);
    const to = readEmailAddress(typed);
    if (to !== undefined && (await mayMail(accounts, to))) {
      await change(({ mail }) => mail({ to, locale, kind: "reset", isReset: true }));
    }
    return {};
  },
});
