import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** Puts away what a person was told after a reset of the password. */
export const waysLeftDismiss = defineCapability({
  name: "ways_left_dismiss",
  access: "person",
  needsSession: true,
  effect: "write",
  input: z.strictObject({ locale: localeParameter }),
  form: { path: "/account/ways-left/dismiss", shownOn: "/account", leadsTo: "/account" },
  run: async (_input, { person, write }) => {
    await write(async ({ store: { own }, record }) => {
      await own.setWaysLeft(null);
      await record("account.notice_dismissed", { type: "account", id: person.accountId });
    });
    return {};
  },
});
