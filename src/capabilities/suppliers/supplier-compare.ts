import { z } from "zod";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext } from "../contexts.ts";
import {
  comparedDays,
  comparedOrganization,
  comparisonOf,
  comparisonShape,
  organizationOf,
  type ReadDays,
  readDays,
} from "../lists/comparison.ts";

/** What changed of the suppliers of an organization between two days, and why. */
export const supplierCompare = defineCapability({
  name: "supplier_compare",
  access: "organization",
  input: z.strictObject({ organizationId: organizationParameter, ...comparedDays, locale: localeParameter }),
  published: {
    title: "Comparison of suppliers",
    description:
      "Which suppliers have another category, sector or regime than on an earlier day, and whether the register, the " +
      "source, the rules or the calendar caused it.",
    output: comparisonShape.extend({ organization: comparedOrganization }),
  },
  rest: [{ method: "GET", path: "/api/v1/suppliers/compare", cost: { rows: ["person_read"] } }],
  run: async ({ from, to, locale }, context) => {
    const days = readDays({ from, to }, context);
    return {
      ...comparisonOf(...(await comparedSuppliers(days, context)), days, context, locale),
      organization: organizationOf(context),
    };
  },
});

/** What suppliers are compared by: their changes since the first day, and who was looked at later. */
export async function comparedSuppliers({ from, fromEnd }: ReadDays, { store }: OrganizationContext) {
  return [
    await store.watchedSuppliers(),
    await store.changesOfSuppliers(from),
    await store.suppliersSeenAfter(fromEnd),
  ] as const;
}
