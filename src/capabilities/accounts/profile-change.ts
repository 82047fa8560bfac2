import { z } from "zod";
import { LOCALES } from "../../core/locale.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { nameOf } from "./person-name.ts";

/** Changes name and language of the person's account. */
export const profileChange = defineCapability({
  name: "profile_change",
  access: "person",
  needsSession: true,
  effect: "write",
  input: z.strictObject({
    name: z.string(),
    language: z.enum(LOCALES).describe("The language of mails."),
    locale: localeParameter,
  }),
  run: async ({ name: typed, language }, { person, write }) => {
    const name = nameOf(typed);
    if (name === undefined) throw new Refused([{ code: "name_invalid", field: "name" }]);
    await write(async ({ store, record }) => {
      await store.own.setProfile({ name, locale: language });
      await record("account.profile_changed", { type: "account", id: person.accountId });
    });
    return {};
  },
});
