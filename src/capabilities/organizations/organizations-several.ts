import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { firmsField, readFirms } from "../suppliers/firms-of-address.ts";
import { supplierName } from "../suppliers/listed-supplier.ts";
import { clientAnswer, importClients } from "./organizations-import.ts";
import { planClients } from "./plan-clients.ts";

/** The firms of an address, each with its category and the organization that the person has of it already. */
export const organizationChoices = defineCapability({
  name: "organization_choices",
  access: "person",
  needsSession: true,
  web: { rows: ["web_lookup"] },
  input: z.strictObject({ firms: firmsField, locale: localeParameter }),
  run: async ({ firms, locale }, context) => {
    const named = readFirms(firms);
    if (named.length === 0) return { plan: "", firms: [] };
    const own = await context.store.organizations();
    const { rows } = await planClients({ rows: named }, { own, country: undefined }, context);
    return { plan: planOf(context), firms: rows.map((row) => clientAnswer(row, context, locale)) };
  },
});

/** Makes an organization of each ticked firm. */
export const organizationsSeveral = defineCapability({
  name: "organizations_several",
  access: "person",
  effect: "write",
  needsSession: true,
  input: z.strictObject({
    firms: z.array(z.string().max(20)).max(40).default([]).describe("SK-36536776, each ticked."),
    shown: firmsField.default("").describe("All firms of the page, for the form that is shown again."),
    plan: z.string().default("").describe("Of the page with the boxes; absent: whatever the register says now."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write", "organization_create"], stock: ["organizations"] },
    path: "/organizations/new/several",
    leadsTo: "/organizations",
    done: ({ created }) => (created > 0 ? "created" : null),
  },
  run: async ({ firms, plan, locale }, context) => {
    const rows = readFirms(firms.join(","));
    if (rows.length === 0) throw new Refused([{ code: "nothing_chosen", field: "firms" }]);
    if (plan !== "" && plan !== planOf(context)) throw new Refused([{ code: "plan_stale" }]);
    const take = rows.map((_row, index) => String(index + 1));
    const options = { country: "", skip: [], take, plan: "", isSaved: true, locale } as const;
    const { created, errors } = await importClients({ rows }, options, context);
    return { created, errors, firms: rows.map(supplierName) };
  },
});

/** Names the register file that the page with the boxes was made from. */
function planOf({ registers }: Pick<Services, "registers">): string {
  return registers.snapshot().builtAt;
}
