import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import { refuseBeyond } from "../calling/charge.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { readStatedNumber } from "../calling/stated-number.ts";
import { defineCapability } from "../capability.ts";
import { supplierName } from "./listed-supplier.ts";

/** Puts a firm on the list of suppliers, whether or not it publishes a profile. */
export const supplierAdd = defineCapability({
  name: "supplier_add",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    country: z.enum(COUNTRIES),
    ico: z.string().describe("Company identification number, 6-8 digits."),
    locale: localeParameter,
  }),
  run: async ({ country, ico: typed }, { store, write, trust }) => {
    const ico = readStatedNumber(typed, country)?.ico;
    if (ico === undefined) throw new Refused([{ code: "ico_invalid", field: "ico" }]);
    const firm = { country, ico };
    const listed = await store.trust.suppliers();
    const supplier = supplierName(firm);
    if (listed.some((entry) => entry.country === country && entry.ico === ico)) return { supplier, isAdded: false };
    await write(async ({ store: own, record }) => {
      // Counted where nobody else adds one meanwhile.
      refuseBeyond("suppliers", (await own.trust.suppliers()).length);
      if (!(await own.trust.addSupplier(firm, trust.now()))) throw new Refused([{ code: "changed_meanwhile" }]);
      await record("supplier.added", { type: "supplier", id: supplier });
    });
    return { supplier, isAdded: true };
  },
  form: {
    path: "/organizations/:organizationId/suppliers",
    leadsTo: ({ isAdded }) => `/organizations/:organizationId/suppliers${isAdded ? "" : "/:supplier"}`,
  },
});
