import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import type { ChangedOrganization } from "../../state/organizations.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { notYours } from "../calling/principal.ts";
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
    version: z.coerce.number().int().optional().describe("Of the settings that were read; default: the stored one."),
    inMap: z.boolean().describe("Its scans count in the anonymized map of `nis2_map`."),
  }),
  form: {
    path: "/organizations/:organizationId/settings",
    leadsTo: "/organizations/:organizationId/settings?done=saved",
  },
  run: async ({ organizationId: _named, inMap, version, ...typed }, { organization, write }) => {
    const fields = { ...readOrganization(typed), in_map: inMap ? 1 : 0 };
    const changedIn = (stored: ChangedOrganization) =>
      (["name", "country", "ico", "in_map"] as const).filter((field) => fields[field] !== stored[field]);
    if (changedIn(organization).length === 0) return { changed: [] };
    const changed = await write(async ({ store, record }) => {
      const stored = await store.row();
      if (stored === undefined) throw new ServiceError(notYours);
      const changed = changedIn(stored);
      if (version !== undefined && version !== stored.version) throw new Refused([{ code: "changed_meanwhile" }]);
      const isOtherFirm = changed.includes("country") || changed.includes("ico");
      if (isOtherFirm) {
        const profile = await store.trust.profile();
        if (profile?.state === "published") throw new Refused([{ code: "profile_published", field: "ico" }]);
        // What proved a firm proved the one that the organization named then.
        await store.trust.forgetConfirmation();
        await store.trust.endOtherFirmProofs(fields);
      }
      if (!(await store.change(fields, stored.version))) throw new Refused([{ code: "changed_meanwhile" }]);
      await record("organization.changed", { type: "organization", id: stored.id }, { fields: changed });
      return changed;
    });
    return { changed };
  },
});
