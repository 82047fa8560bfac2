import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { PersonContext } from "../contexts.ts";
import { comparedDays, comparisonOf, comparisonShape, type ReadDays, readDays } from "../lists/comparison.ts";
import { COMPARISON_FORMATS, comparisonFile } from "../lists/comparison-file.ts";

/** What changed of the own firms of all organizations between two days, and why. */
export const organizationsCompare = defineCapability({
  name: "organizations_compare",
  access: "person",
  input: z.strictObject({ ...comparedDays, locale: localeParameter }),
  published: {
    title: "Comparison of organizations",
    description:
      "Which organizations have another category, sector or regime than on an earlier day, and whether the register, the " +
      "source, the rules, the calendar or what the organization states caused it.",
    output: comparisonShape,
  },
  rest: [{ method: "GET", path: "/api/v1/organizations/compare", cost: { rows: ["person_read"] } }],
  run: async ({ from, to, locale }, context) => {
    const days = readDays({ from, to }, context);
    return comparisonOf(...(await comparedOwn(days, context)), days, context, locale);
  },
});

/** The comparison of organizations as a file. */
export const organizationsCompareFile = defineCapability({
  name: "organizations_compare_file",
  access: "person",
  needsSession: true,
  input: z.strictObject({ format: z.enum(COMPARISON_FORMATS), ...comparedDays, locale: localeParameter }),
  file: {
    cost: { rows: ["person_read", "person_file"] },
    path: "/organizations/compare",
    formats: COMPARISON_FORMATS,
    name: "organizations-comparison",
  },
  run: async ({ format, from, to, locale }, context) => {
    const days = readDays({ from, to }, context);
    const answer = comparisonOf(...(await comparedOwn(days, context)), days, context, locale);
    const url = `${context.baseUrl}/${locale}/organizations/compare?from=${days.from}&to=${days.to}`;
    return comparisonFile(answer, format, { locale, url });
  },
});

/** What organizations are compared by: their changes since the first day, and which were looked at later. */
async function comparedOwn({ from, fromEnd }: ReadDays, { store }: PersonContext) {
  const own = await store.comparedOrganizations();
  const seen = own.filter(({ first_seen }) => first_seen !== null && Number(first_seen) > fromEnd);
  return [own, await store.changesOfOrganizations(from), seen] as const;
}
