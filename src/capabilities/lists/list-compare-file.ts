import { z } from "zod";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { comparedDays, comparisonOf, readDays } from "./comparison.ts";
import { COMPARISON_FORMATS, comparisonFile } from "./comparison-file.ts";
import { comparedRows } from "./list-compare.ts";
import { listIn, listParameter } from "./list-parameter.ts";

/** The comparison of a list as a file. */
export const listCompareFile = defineCapability({
  name: "list_compare_file",
  access: "organization",
  ofList: true,
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    list: listParameter,
    format: z.enum(COMPARISON_FORMATS),
    ...comparedDays,
    locale: localeParameter,
  }),
  file: {
    cost: { rows: ["person_read", "person_file"] },
    path: "/organizations/:organizationId/lists/:list/compare",
    formats: COMPARISON_FORMATS,
    name: "comparison",
  },
  run: async ({ list, format, from, to, locale }, context) => {
    const days = readDays({ from, to }, context);
    await listIn(context.store, list);
    const answer = comparisonOf(...(await comparedRows(list, days, context)), days, context, locale);
    const path = `/organizations/${context.organization.id}/lists/${list}/compare`;
    const url = `${context.baseUrl}/${locale}${path}?from=${days.from}&to=${days.to}`;
    return comparisonFile(answer, format, { locale, url });
  },
});
