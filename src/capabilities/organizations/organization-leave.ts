import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { entriesOfMoved } from "../../state/grant-entries.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";

/** Ends one's own membership; the last owner stays. */
export const organizationLeave = defineCapability({
  name: "organization_leave",
  access: "organization",
  effect: "write",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/leave",
    leadsTo: "/organizations",
    done: "left",
    gone: ({ untrusted }) => untrusted.gone,
  },
  run: async (_input, { person, accounts, organization, write }) => {
    await write(async ({ store, record }) => {
      const { accountId } = person;
      const left = await store.changeMember(accountId, null, { at: accounts.now(), why: "left" });
      if (left.outcome === "last_owner") throw new Refused([{ code: "last_owner" }]);
      if (left.outcome === "not_member") throw new ServiceError(notYours);
      await record("member.left", { type: "account", id: accountId }, { before: left.before, after: null });
      for (const entry of entriesOfMoved(left.grants, { why: "left", by: accountId, orgId: organization.id })) {
        await record(entry.action, entry.target, entry.details);
      }
    });
    return { untrusted: { gone: foreignText(organization.name) } };
  },
});
