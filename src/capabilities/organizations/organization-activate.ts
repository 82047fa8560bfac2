import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** Chooses the organization that the tools of a key read where none is named. */
export const organizationActivate = defineCapability({
  name: "organization_activate",
  access: "organization",
  effect: "write",
  needsSession: true,
  input: z.strictObject({ organizationId: z.string(), locale: localeParameter }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/activate",
    leadsTo: "/organizations",
    done: "saved",
  },
  run: async (_input, { person, write }) => {
    await write(async ({ store, record }) => {
      await store.activate();
      const target = { type: "account", id: person.accountId } as const;
      await record("account.profile_changed", target, { fields: ["activeOrganization"] }, null);
    });
    return {};
  },
});
