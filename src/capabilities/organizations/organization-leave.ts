import { z } from "zod";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";

/** Ends one's own membership; the last owner stays. */
export const organizationLeave = defineCapability({
  name: "organization_leave",
  access: "organization",
  effect: "write",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  web: { limits: [] },
  form: { path: "/organizations/:organizationId/leave", leadsTo: "/organizations" },
  run: async (_input, { person, write }) => {
    await write(async ({ store, record }) => {
      const before = (await store.roleOf(person.accountId)) ?? null;
      const outcome = await store.changeMember(person.accountId, null);
      if (outcome === "last_owner") throw new Refused([{ code: "last_owner" }]);
      await record("member.left", { type: "account", id: person.accountId }, { before, after: null });
    });
    return {};
  },
});
