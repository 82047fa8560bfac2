import { z } from "zod";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { organizationFields, readOrganization } from "./organization-fields.ts";

/** Changes the settings of an organization. */
export const organizationChange = defineCapability({
  name: "organization_change",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    ...organizationFields,
    inMap: z.boolean().describe("Its scans count in the anonymized map of `nis2_map`."),
  }),
  web: { limits: [] },
  form: {
    path: "/organizations/:organizationId/settings",
    leadsTo: "/organizations/:organizationId/settings?done=saved",
  },
  run: async ({ organizationId: _named, inMap, ...typed }, { organization, write }) => {
    const fields = { ...readOrganization(typed), in_map: inMap ? 1 : 0 };
    const changed = (["name", "country", "ico", "in_map"] as const).filter(
      (field) => fields[field] !== organization[field],
    );
    if (changed.length === 0) return { changed };
    await write(async ({ store, record }) => {
      const isOtherFirm = changed.includes("country") || changed.includes("ico");
      if (isOtherFirm) {
        const profile = await store.trust.profile();
        if (profile?.state === "published") throw new Refused([{ code: "profile_published", field: "ico" }]);
        // What proved a firm proved the one that the organization named then.
        await store.trust.forgetConfirmation();
        await store.trust.endOtherFirmProofs(fields);
      }
      await store.change(fields);
      await record("organization.changed", { type: "organization", id: organization.id }, { fields: changed });
    });
    return { changed };
  },
});
