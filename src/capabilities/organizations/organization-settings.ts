import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { chargedAccount } from "../../state/budgets.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext } from "../contexts.ts";

/** The settings of an organization, for those who may change them. */
export const organizationSettings = defineCapability({
  name: "organization_settings",
  access: "organization",
  right: "manage",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async (
    _input,
    { organization: { id, country, ico, in_map, name, colour, version }, role, store, accounts },
  ) => ({
    id,
    untrusted: { name: foreignText(name), charged: await chargedName(id, store, accounts) },
    role,
    country,
    ico,
    inMap: in_map === 1,
    colour,
    version,
  }),
});

/** The name of the member who is charged for the organization. */
async function chargedName(
  id: string,
  store: Pick<OrganizationContext["store"], "members">,
  { state }: Pick<OrganizationContext["accounts"], "state">,
): Promise<string | null> {
  const charged = await chargedAccount(state, id);
  const member = (await store.members()).find(({ account_id }) => account_id === charged);
  return member === undefined ? null : foreignText(member.name);
}
