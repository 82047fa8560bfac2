import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** Dismisses what a person sees after a reset of the password. */
export const waysLeftDismiss = defineCapability({
  name: "ways_left_dismiss",
  access: "person",
  needsSession: true,
  effect: "write",
  input: z.strictObject({ locale: localeParameter }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/account/ways-left/dismiss",
    shownOn: "/account",
    leadsTo: "/account",
    done: "done",
  },
  run: async (_input, { person, write }) => {
    await write(async ({ store: { own }, record }) => {
      await own.setWaysLeft(null);
      await record("account.notice_dismissed", { type: "account", id: person.accountId });
    });
    return {};
  },
});
