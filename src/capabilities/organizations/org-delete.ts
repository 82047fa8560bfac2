import { z } from "zod";
import { deleteOrganization } from "../../state/organizations.ts";
import { confirmedParameter } from "../accounts/confirmed-parameter.ts";
import { organizationOf, recordCommand } from "../accounts/operator-accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** Removes an organization for good, with everything that belongs to it. Its audit log stays. */
export const orgDelete = defineCapability({
  name: "org_delete",
  title: { sk: "Zmazanie organizácie", cs: "Smazání organizace", en: "Deletion of an organization" },
  description: "Deletes an organization with everything that belongs to it; its entries in the audit log stay.",
  access: "operator",
  effect: "write",
  input: z.strictObject({
    id: z.string().describe("Id of the organization."),
    yes: confirmedParameter,
    locale: localeParameter,
  }),
  output: z.object({ id: z.string() }),
  run: async ({ id }, { operator: { accounts } }) => {
    await organizationOf(accounts.state, id);
    await accounts.state.transaction(async (tx) => {
      await deleteOrganization({ db: tx, orgId: id }, accounts.now());
      const target = { type: "organization", id } as const;
      await recordCommand(tx, { action: "organization.deleted", orgId: id, target }, accounts.now());
    });
    return { id };
  },
});
