import { z } from "zod";
import { COUNTRIES } from "../core/country.ts";
import type { Locale } from "../core/locale.ts";
import { NACE_REVISIONS } from "../core/nace.ts";
import { plural } from "../core/text.ts";
import { describeNace } from "./answers/nace-description.ts";
import { countryParameter, localeParameter } from "./calling/parameters.ts";
import { defineCapability } from "./capability.ts";

/** At most ten, with no pages (description 4.2, `company_search`, rule 1). */
const MOST_RESULTS = 10;

const input = z.strictObject({
  query: z.string().trim().min(3).describe("Name or ico, at least 3 characters. Case and diacritics do not matter."),
  country: countryParameter.optional().describe("Restricts the search to one country."),
  locale: localeParameter,
});

const output = z.object({
  query: z.string().describe("The query as searched, trimmed."),
  count: z.number().int(),
  results: z.array(
    z.object({
      ico: z.string(),
      country: z.enum(COUNTRIES),
      nace: z
        .object({ code: z.string(), revision: z.enum(NACE_REVISIONS), name: z.string().nullable() })
        .nullable()
        .describe("Main activity."),
      active: z.boolean(),
      untrusted: z.object({ name: z.string().nullable(), address: z.string().nullable() }),
    }),
  ),
});

type Answer = z.output<typeof output>;

/** Autocomplete search of firms of both countries (description 4.2, `company_search`). */
export const companySearch = defineCapability({
  name: "company_search",
  title: { sk: "Vyhľadanie firmy", cs: "Vyhledání firmy", en: "Company search" },
  description:
    "Finds Slovak and Czech firms by name or ico, at most 10. Exact matches first, then names that start with the query, " +
    "then names in which a later word starts with it; register order within each. Send ico and country of a result to nis2_scope_check.",
  access: "public",
  input,
  output,
  mcp: {
    limits: ["company_search", "external_sources", "external_sources_shared"],
    openWorld: true,
    summary: (answer, locale) => summaries[locale](answer.count),
  },
  rest: [
    {
      method: "GET",
      path: "/api/company-search",
      limits: ["rest_company_search"],
      rename: { q: "query" },
    },
  ],
  web: { limits: ["web_lookup"] },
  run: ({ query, country, locale }, { registers, knowledge }): Answer => {
    const hits = registers.search(query, country, MOST_RESULTS);
    return {
      query,
      count: hits.length,
      results: hits.map((hit) => ({
        ico: hit.ico,
        country: hit.country,
        nace: hit.nace === null ? null : describeNace(hit.nace, knowledge, locale),
        active: hit.active,
        untrusted: { name: hit.name, address: hit.address },
      })),
    };
  },
});

const summaries: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) =>
    count === 0
      ? "Nenašla sa žiadna firma."
      : `${plural(count, { one: "Našla sa", few: "Našli sa", other: "Našlo sa" }, "sk")} ${count} ${plural(count, { one: "firma", few: "firmy", other: "firiem" }, "sk")}.`,
  cs: (count) =>
    count === 0
      ? "Nenašla se žádná firma."
      : `${plural(count, { one: "Našla se", few: "Našly se", other: "Našlo se" }, "cs")} ${count} ${plural(count, { one: "firma", few: "firmy", other: "firem" }, "cs")}.`,
  en: (count) =>
    count === 0
      ? "No firm was found."
      : `${count} ${plural(count, { one: "firm was", other: "firms were" }, "en")} found.`,
};
