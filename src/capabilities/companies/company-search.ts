import { z } from "zod";
import { CATEGORIES } from "../../core/company.ts";
import { COUNTRIES, type Country } from "../../core/country.ts";
import { foreignText, foreignTextOrNull } from "../../core/foreign-text.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { formatNace, NACE_REVISIONS } from "../../core/nace.ts";
import { plural } from "../../core/text.ts";
import { isExact, readQuery } from "../../sources/registers/query.ts";
import type { SearchOutcome } from "../../sources/registers/register.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { describeNace } from "../answers/nace-description.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { type Cacheable, defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { gapWords, SEARCH_GAP_REASONS } from "./search-gap.ts";

/** At most ten, with no pages (docs/specification.md, `company_search.rule-1`). */
export const MOST_RESULTS = 10;

/** No registered name that one would type is longer (docs/specification.md, `limits.bound-query`). */
export const LONGEST_QUERY = 200;

const input = z.strictObject({
  query: z
    .string()
    .trim()
    .min(3)
    .max(LONGEST_QUERY)
    .describe(
      `Name or ico, 3 to ${LONGEST_QUERY} characters. Case, diacritics and a missing legal form do not matter; IČO: 31322832 and SK31322832 are read.`,
    ),
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
      exact: z
        .boolean()
        .describe("The number, or the whole name with or without its legal form, is what was searched."),
      category: z
        .enum(CATEGORIES)
        .optional()
        .describe("As nis2_scope_check decides now; absent where a register would have to be asked. Indicative."),
      untrusted: z.object({ name: z.string().nullable(), address: z.string().nullable() }),
    }),
  ),
  incomplete: z
    .array(
      z.object({
        country: z.enum(COUNTRIES),
        reason: z.enum(SEARCH_GAP_REASONS),
        retryAfter: z.number().int().optional().describe("Seconds."),
      }),
    )
    .describe(
      "Countries of which firms may be missing: no result then does not mean that there is no such firm. sample_only: only " +
        "the shipped sample was searched; source_unavailable: the register does not answer; too_many_hits: be more specific.",
    ),
  dataAsOf: z.string(),
  indicative: z.literal(true),
  disclaimer: z.string(),
});

type Answer = z.output<typeof output>;

/** Autocomplete search of firms of both countries (docs/specification.md, `company_search.what`). */
export const companySearch = defineCapability({
  name: "company_search",
  access: "public",
  input,
  published: {
    title: { sk: "Vyhľadanie firmy", cs: "Vyhledání firmy", en: "Company search" },
    description:
      "Finds Slovak and Czech firms by name or ico, at most 10. Exact matches first, then names that start with the query, " +
      "then names in which a later word starts with it; register order within each. Send ico and country of a result to nis2_scope_check. " +
      "`incomplete` names countries whose register could not be searched: few results, or none, then say nothing about what exists.",
    output,
  },
  mcp: {
    limits: ["company_search", "external_sources", "external_sources_shared"],
    openWorld: true,
    summary: ({ count, incomplete }, locale) =>
      [summaries[locale](count), ...incomplete.map((gap) => gapWords(gap, locale))].join(" "),
  },
  rest: [
    {
      method: "GET",
      path: "/api/company-search",
      limits: ["rest_company_search"],
      rename: { q: "query" },
    },
  ],
  cli: {
    words: "search",
    help: "find a firm by name or number",
    positionals: ["query"],
    mostWords: 50,
    values: { query: "TEXT" },
    lines: ({ results, incomplete }, locale) => [
      ...(results.length === 0 ? [nothingFound[locale]] : results.map((firm) => firmLine(firm, locale))),
      ...incomplete.map((gap) => gapWords(gap, locale)),
    ],
  },
  web: { limits: ["web_lookup"] },
  // People who type one name find the same firms.
  cacheKey: { keeps: "answers", of: cacheable },
  run: async (asked, services): Promise<Answer> => (await (await cacheable(asked, services)).make()).answer,
});

async function cacheable(
  { query, country, locale }: z.output<typeof input>,
  services: Services,
): Promise<Cacheable<Answer>> {
  const { registers, knowledge, today } = services;
  const { hits, gaps } = await registers.search(query, country, MOST_RESULTS);
  const missing = gaps.map((gap) => `${gap.country} ${gap.reason} ${gap.retryAfter}`).join();
  return {
    key: `${locale} ${country} ${query}`,
    // Of a row that reads as before the register file gives the same object.
    dependsOn: [knowledge, today(), registers.holdings(), missing, ...hits],
    make: () => ({ answer: answerOf(query, country, { hits, gaps }, services, locale), isLasting: true }),
  };
}

function answerOf(
  query: string,
  country: Country | undefined,
  { hits, gaps }: SearchOutcome,
  { registers, knowledge, today }: Services,
  locale: Locale,
): Answer {
  const asked = readQuery(query);
  const searched = registers.holdings().filter((holding) => country === undefined || holding.country === country);
  return {
    query,
    count: hits.length,
    results: hits.map((hit) => ({
      ico: hit.ico,
      country: hit.country,
      nace: hit.nace === null ? null : describeNace(hit.nace, knowledge, locale),
      active: hit.active || (hit.ceasedOn ?? "") > today(),
      exact: isExact(hit, asked),
      ...(hit.category === undefined ? {} : { category: hit.category }),
      untrusted: { name: foreignTextOrNull(hit.name), address: foreignTextOrNull(hit.address) },
    })),
    incomplete: gaps.map((gap) => ({ ...gap })),
    dataAsOf: searched.map((holding) => holding.dataAsOf).sort()[0] ?? knowledge.asOf,
    indicative: true,
    disclaimer: DISCLAIMER[locale],
  };
}

const summaries: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) =>
    count >= MOST_RESULTS
      ? `Prvých ${count} firiem; ak medzi nimi hľadaná nie je, spresnite názov.`
      : count === 0
        ? "Nenašla sa žiadna firma."
        : `${plural(count, { one: "Našla sa", few: "Našli sa", other: "Našlo sa" }, "sk")} ${count} ${plural(count, { one: "firma", few: "firmy", other: "firiem" }, "sk")}.`,
  cs: (count) =>
    count >= MOST_RESULTS
      ? `Prvních ${count} firem; není-li mezi nimi hledaná, upřesněte název.`
      : count === 0
        ? "Nenašla se žádná firma."
        : `${plural(count, { one: "Našla se", few: "Našly se", other: "Našlo se" }, "cs")} ${count} ${plural(count, { one: "firma", few: "firmy", other: "firem" }, "cs")}.`,
  en: (count) =>
    count >= MOST_RESULTS
      ? `The first ${count} firms; if yours is not among them, type more of the name.`
      : count === 0
        ? "No firm was found."
        : `${count} ${plural(count, { one: "firm was", other: "firms were" }, "en")} found.`,
};

const nothingFound: Localized = { sk: "Nič sa nenašlo.", cs: "Nic se nenašlo.", en: "Nothing found." };

const ceased: Localized = { sk: "  (zaniknutá)", cs: "  (zaniklá)", en: "  (ceased)" };

function firmLine({ ico, country, nace, active, untrusted }: Answer["results"][number], locale: Locale): string {
  const activity = nace === null ? "" : `  NACE ${formatNace(nace.code)}`;
  return `${ico} ${country}  ${foreignText(untrusted.name ?? "–")}${activity}${active ? "" : ceased[locale]}`;
}
