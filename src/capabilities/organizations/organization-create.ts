import { z } from "zod";
import { newId } from "../../core/random-id.ts";
import { defineCapability } from "../capability.ts";
import { organizationFields, readOrganization } from "./organization-fields.ts";

/** Founds an organization; who does so owns it. */
export const organizationCreate = defineCapability({
  name: "organization_create",
  access: "person",
  effect: "write",
  needsSession: true,
  input: z.strictObject(organizationFields),
  form: { path: "/organizations", leadsTo: "/organizations/:id" },
  run: async (fields, { accounts, write }) => {
    const organization = { ...readOrganization(fields), id: newId("organization") };
    await write(async ({ store, record, charge }) => {
      await charge("organizations");
      await store.addOrganization(organization, accounts.now());
      await record("organization.created", { type: "organization", id: organization.id }, {}, organization.id);
    });
    return { id: organization.id };
  },
});
