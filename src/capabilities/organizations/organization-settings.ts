import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { ROLES } from "../../core/role.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** The settings of an organization, for those who may change them. */
export const organizationSettings = defineCapability({
  name: "organization_settings",
  title: { sk: "Nastavenia organizácie", cs: "Nastavení organizace", en: "Settings of an organization" },
  description: "Name, country and number of an organization and its part in the map, for owners and administrators.",
  access: "organization",
  right: "manage",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  output: z.object({
    id: z.string(),
    role: z.enum(ROLES),
    country: z.enum(COUNTRIES).nullable(),
    ico: z.string().nullable(),
    inMap: z.boolean().describe("Its scans count in the anonymized map."),
    untrusted: z.object({ name: z.string() }),
  }),
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
