import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { hasRight } from "../../core/rights.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { firmsField, readFirms } from "./firms-of-address.ts";
import { supplierName } from "./listed-supplier.ts";
import { lookUpSuppliers } from "./supplier-standing.ts";

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
