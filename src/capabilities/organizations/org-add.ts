import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import { newId } from "../../core/random-id.ts";
import { setFirstActiveOrganization } from "../../state/accounts.ts";
import { addOrganization } from "../../state/organizations.ts";
import { accountOf, recordCommand } from "../accounts/operator-accounts.ts";
import { nameParameter } from "../accounts/person-name.ts";
import { chargePerson } from "../calling/charge.ts";
import { icoParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** Adds an organization with its first owner. */
export const orgAdd = defineCapability({
  name: "org_add",
  access: "operator",
  effect: "write",
  input: z.strictObject({
    name: nameParameter,
    owner: z.string().describe("E-mail address of the owner's account."),
    country: z.enum(COUNTRIES).optional(),
    ico: icoParameter.optional(),
    locale: localeParameter,
  }),
  run: async ({ name, owner, country = null, ico = null }, { operator: { accounts } }) => {
    const account = await accountOf(accounts.state, owner);
    const id = newId("organization");
    const at = accounts.now();
    await accounts.state.transaction(async (tx) => {
      await chargePerson({ tx, at, isOperator: true }, account.id)("organizations");
      await addOrganization(tx, { id, name, country, ico, created_by: account.id }, at);
      await setFirstActiveOrganization(tx, account.id, id);
      const target = { type: "organization", id } as const;
      await recordCommand(tx, { action: "organization.created", orgId: id, target }, at);
    });
    return { id };
  },
  cli: {
    words: "org add",
    help: "add an organization with its owner",
    values: { owner: "EMAIL" },
    lines: ({ id }) => [id],
  },
});
