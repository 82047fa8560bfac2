import { z } from "zod";
import { DIGEST_FREQUENCIES } from "../../core/digest-frequency.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";

/** What a person gets by mail: how often, and of which organizations. */
export const mailChoices = defineCapability({
  name: "mail_choices",
  access: "person",
  needsSession: true,
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { store }) => {
    const [{ frequency, version }, leftOut, organizations] = await Promise.all([
      store.digest(),
      store.leftOut(),
      store.organizations(),
    ]);
    return {
      frequency,
      version,
      organizations: organizations.map(({ id, name }) => ({
        id,
        isLeftOut: leftOut.includes(id),
        untrusted: { name: foreignText(name) },
      })),
    };
  },
});

/** Says how often one wants a digest, and which organizations it leaves out. */
export const mailChoicesChange = defineCapability({
  name: "mail_choices_change",
  access: "person",
  effect: "write",
  needsSession: true,
  input: z.strictObject({
    frequency: z.enum(DIGEST_FREQUENCIES),
    organizations: z.array(z.string().max(60)).max(1_000).default([]).describe("Those that are left out."),
    version: z.coerce.number().int().min(0).optional().describe("Of what was read; default: the stored one."),
    locale: localeParameter,
  }),
  form: { cost: { rows: ["person_write"] }, path: "/account/mail", leadsTo: "/account/mail", done: "saved" },
  run: async ({ frequency, organizations: leftOut, version }, { person, write }) => {
    await write(async ({ store, record }) => {
      const stored = (await store.digest()).version;
      const isSaved = (version ?? stored) === stored && (await store.saveDigest({ frequency, leftOut }, stored));
      if (!isSaved) throw new Refused([{ code: "changed_meanwhile" }]);
      const target = { type: "account", id: person.accountId } as const;
      await record("reminder.changed", target, { frequency, leftOut: leftOut.length }, null);
    });
    return { frequency };
  },
});
