import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { hasRight } from "../../core/rights.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { readSupplierName, type SupplierKey, supplierName } from "./listed-supplier.ts";
import { MOST_AT_ONCE } from "./supplier-add.ts";
import { lookUpSuppliers } from "./supplier-standing.ts";

export const firmsField = z.string().max(2_000).describe("SK-36536776,CZ-45274649: at most 40.");

/** The firms that an address names; what is no firm is left aside. */
export function readFirms(named: string): readonly SupplierKey[] {
  const firms = named.split(",").flatMap((each) => readSupplierName(each.trim()) ?? []);
  return [...new Map(firms.map((firm) => [supplierName(firm), firm])).values()].slice(0, MOST_AT_ONCE);
}

/** The organizations of a person to whose suppliers firms may be added. */
export const supplierPlaces = defineCapability({
  name: "supplier_places",
  access: "person",
  needsSession: true,
  input: z.strictObject({ firms: firmsField, locale: localeParameter }),
  run: async ({ firms }, { store }) => ({
    firms: readFirms(firms).map(supplierName),
    organizations: (await store.organizations())
      .filter(({ role }) => hasRight(role, "change"))
      .map(({ id, colour, name }) => ({ id, colour, untrusted: { name: foreignText(name) } })),
  }),
});

/** Firms of an address, each with what the register says and whether it is a supplier already. */
export const supplierChoices = defineCapability({
  name: "supplier_choices",
  access: "organization",
  right: "change",
  needsSession: true,
  web: { rows: ["web_lookup"] },
  input: z.strictObject({ organizationId: organizationParameter, firms: firmsField, locale: localeParameter }),
  run: async ({ firms, locale }, context) => {
    const listed = new Set((await context.store.trust.suppliers()).map(supplierName));
    const looked = await lookUpSuppliers(readFirms(firms), context, locale);
    return {
      firms: looked.map(({ key, standing: { category, name } }) => ({
        firm: supplierName(key),
        country: key.country,
        ico: key.ico,
        category,
        isListed: listed.has(supplierName(key)),
        untrusted: { name },
      })),
    };
  },
});
