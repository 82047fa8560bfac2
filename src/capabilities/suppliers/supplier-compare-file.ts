import { z } from "zod";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { comparedDays, comparisonOf, readDays } from "../lists/comparison.ts";
import { COMPARISON_FORMATS, comparisonFile } from "../lists/comparison-file.ts";
import { comparedSuppliers } from "./supplier-compare.ts";

/** The comparison of suppliers as a file. */
export const supplierCompareFile = defineCapability({
  name: "supplier_compare_file",
  access: "organization",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    format: z.enum(COMPARISON_FORMATS),
    ...comparedDays,
    locale: localeParameter,
  }),
  file: {
    cost: { rows: ["person_read", "person_file"] },
    path: "/organizations/:organizationId/suppliers/compare",
    formats: COMPARISON_FORMATS,
    name: "suppliers-comparison",
  },
  run: async ({ format, from, to, locale }, context) => {
    const days = readDays({ from, to }, context);
    const answer = comparisonOf(...(await comparedSuppliers(days, context)), days, context, locale);
    const path = `/organizations/${context.organization.id}/suppliers/compare`;
    const url = `${context.baseUrl}/${locale}${path}?from=${days.from}&to=${days.to}`;
    return comparisonFile(answer, format, { locale, url });
  },
});
