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
import { lookUpFirm, readFirm } from "./firm.ts";
import { judgeToKeep } from "./kept-verdict.ts";

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
  run: async ({ name, owner, country, ico }, { operator: { accounts }, ...services }) => {
    const account = await accountOf(accounts.state, owner);
    const named = readFirm({ country, ico });
    const { copy, found } = await lookUpFirm(named, services);
    const verdict = judgeToKeep({ ...named, row: undefined, rests: false, found }, services);
    const id = newId("organization");
    const at = accounts.now();
    await accounts.state.transaction(async (tx) => {
      await chargePerson({ tx, at, isOperator: true }, account.id)("organizations");
      await addOrganization(tx, { id, name, ...named, ...copy, verdict, created_by: account.id }, at);
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
