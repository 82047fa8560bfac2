import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** The settings of an organization, for those who may change them. */
export const organizationSettings = defineCapability({
  name: "organization_settings",
  access: "organization",
  right: "manage",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  web: { limits: [] },
  run: (_input, { organization: { id, country, ico, in_map, name }, role }) => ({
    id,
    role,
    country,
    ico,
    inMap: in_map === 1,
    untrusted: { name: foreignText(name) },
  }),
});
