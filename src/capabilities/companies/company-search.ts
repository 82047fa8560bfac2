import { z } from "zod";
import { CATEGORIES } from "../../core/company.ts";
import { COUNTRIES, type Country } from "../../core/country.ts";
import { fold } from "../../core/fold.ts";
import { foreignText, foreignTextOrNull } from "../../core/foreign-text.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { formatNace, NACE_REVISIONS } from "../../core/nace.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { plural } from "../../core/text.ts";
import { wordsAsked, wordsOfName } from "../../sources/registers/name-words.ts";
import { QUERY_KINDS, readQuery, type SearchedFor } from "../../sources/registers/query.ts";
import { MATCHES, type SearchHit, type SearchOutcome } from "../../sources/registers/register.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { describeNace } from "../answers/nace-description.ts";
import { expectations } from "../calling/expectations.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { type Cacheable, defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { queryWords } from "./query-words.ts";
import { gapWords, SEARCH_GAP_REASONS } from "./search-gap.ts";

/** At most ten, with no pages (docs/specification.md, `company_search.rule-1`). */
export const MOST_RESULTS = 10;

/** No registered name that one would type is longer (docs/specification.md, `limits.bound-query`). */
export const LONGEST_QUERY = 200;

const expectedQuery: Localized = {
  sk: `3 až ${LONGEST_QUERY} znakov; kratší názov s právnou formou (O2 a.s.)`,
  cs: `3 až ${LONGEST_QUERY} znaků; kratší název s právní formou (O2 a.s.)`,
  en: `3 to ${LONGEST_QUERY} characters; a shorter name with its legal form (O2 a.s.)`,
};

const query = z
  .string()
  .trim()
  .min(3)
  .max(LONGEST_QUERY)
  .describe(
    `Name or ico, 3 to ${LONGEST_QUERY} characters. Case, diacritics, order of words and legal form do not matter; a town may stand beside the name. IČO: 31322832 and SK31322832 are read.`,
  );
expectations.add(query, expectedQuery);

const input = z.strictObject({
  query,
  country: countryParameter.optional().describe("Restricts the search to one country."),
  locale: localeParameter,
});

/** A firm that a search found. */
export const hit = z.object({
  ico: z.string(),
  country: z.enum(COUNTRIES),
  nace: z
    .object({ code: z.string(), revision: z.enum(NACE_REVISIONS), name: z.string().nullable() })
    .nullable()
    .describe("Main activity."),
  active: z.boolean(),
  exact: z.boolean().describe("The number, or the whole name with or without its legal form, is what was searched."),
  match: z
    .enum(MATCHES)
    .describe(
      "exact; starts: number or name starts so; words: every word is in the name or is its town; former: by a former " +
        "name; similar: one word differs by one letter, so the user must confirm that it is the firm.",
    ),
  formerUntil: z.string().optional().describe("Last day of the former name."),
  category: z
    .enum(CATEGORIES)
    .optional()
    .describe("As nis2_scope_check decides now; absent where a register would have to be asked. Indicative."),
  untrusted: z.object({
    name: z.string().nullable(),
    address: z.string().nullable(),
    formerName: z.string().optional().describe("The former name that fits."),
  }),
});

const output = z.object({
  query: z.string().describe("The query as searched, trimmed."),
  count: z.number().int(),
  results: z.array(hit),
  reading: z
    .object({
      kind: z.enum(QUERY_KINDS),
      text: z.string().nullable().describe("A sentence for people, where the query is no plain name or number."),
      note: z.literal("name_differs").optional().describe("The number is that of a firm of another name."),
      country: z.string().optional().describe("ISO code of a foreign VAT number, or of the sign beside a number."),
    })
    .describe("How the query was read."),
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
      "Finds Slovak and Czech firms by name or ico, at most 10. By match: exact, then starts, then words (every word of the " +
      "query, in any order, in the name or the town), then former (a former name), then similar (one typing error: have the " +
      "user confirm it); register order within each. Send ico and country of a result to nis2_scope_check. " +
      "`incomplete` names countries whose register could not be searched: few results, or none, then say nothing about what exists.",
    output,
  },
  mcp: {
    cost: { rows: ["company_search", "external_sources", "external_sources_shared"] },
    openWorld: true,
    summary: (answer, locale) =>
      [summaryOf(answer, locale), ...answer.incomplete.map((gap) => gapWords(gap, locale))].join(" "),
  },
  rest: [
    {
      method: "GET",
      path: "/api/company-search",
      cost: { rows: ["rest_company_search"] },
      rename: { q: "query" },
    },
  ],
  cli: {
    words: "search",
    help: "find a firm by name or number",
    positionals: ["query"],
    mostWords: 50,
    values: { query: "TEXT" },
    lines: ({ results, reading, incomplete }, locale) => [
      ...(reading.text === null ? [] : [reading.text]),
      ...(results.length === 0 ? [nothingFound[locale]] : results.map((firm) => firmLine(firm, locale))),
      ...incomplete.map((gap) => gapWords(gap, locale)),
    ],
  },
  web: { rows: ["web_lookup"] },
  // People who type one name find the same firms.
  cacheKey: { keeps: "answers", of: cacheable },
  run: async (asked, services): Promise<Answer> => (await (await cacheable(asked, services)).make()).answer,
});

async function cacheable(
  { query, country, locale }: z.output<typeof input>,
  services: Services,
): Promise<Cacheable<Answer>> {
  const { registers, knowledge, today } = services;
  if (readQuery(query).kind === "short") throw new ServiceError(tooShort);
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
  services: Services,
  locale: Locale,
): Answer {
  const { registers, knowledge } = services;
  const asked = readQuery(query);
  const searched = registers.holdings().filter((holding) => country === undefined || holding.country === country);
  return {
    query,
    count: hits.length,
    results: hits.map((hit) => shownHit(hit, services, locale)),
    reading: readingOf(asked, hits, locale),
    incomplete: gaps.map((gap) => ({ ...gap })),
    dataAsOf: searched.map((holding) => holding.dataAsOf).sort()[0] ?? knowledge.asOf,
    indicative: true,
    disclaimer: DISCLAIMER[locale],
  };
}

/** A firm of a search as answers and pages show it. */
export function shownHit(hit: SearchHit, { knowledge, today }: Services, locale: Locale): Answer["results"][number] {
  const { formerName, formerUntil } = hit;
  return {
    ico: hit.ico,
    country: hit.country,
    nace: hit.nace === null ? null : describeNace(hit.nace, knowledge, locale),
    active: hit.active || (hit.ceasedOn ?? "") > today(),
    exact: hit.match === "exact",
    match: hit.match,
    ...(formerUntil === undefined ? {} : { formerUntil }),
    ...(hit.category === undefined ? {} : { category: hit.category }),
    untrusted: {
      name: foreignTextOrNull(hit.name),
      address: foreignTextOrNull(hit.address),
      ...(formerName === undefined ? {} : { formerName: foreignText(formerName) }),
    },
  };
}

/** How a query was read, and what is said of it. */
export function readingOf(asked: SearchedFor, hits: readonly SearchHit[], locale: Locale): Answer["reading"] {
  const [first] = hits;
  const isOtherName =
    asked.kind === "ico_name" && first?.ico === asked.ico && !sharesWord(first?.name, asked.instead?.[1]);
  const country = asked.foreignCountry ?? asked.country;
  return {
    kind: asked.kind,
    text: queryWords(asked, { hasFirms: hits.length > 0, isOtherName }, locale),
    ...(isOtherName ? { note: "name_differs" } : {}),
    ...(country === undefined ? {} : { country }),
  };
}

function sharesWord(name: string | null | undefined, typed = ""): boolean {
  const own = wordsOfName(fold(name ?? ""));
  return wordsAsked(readQuery(typed).bare).some((word) => own.some((each) => each.startsWith(word)));
}

const tooShort: Problem = {
  code: "invalid_arguments",
  field: "query",
  message: {
    sk: "Na vyhľadanie treba aspoň tri znaky.",
    cs: "K vyhledání jsou potřeba alespoň tři znaky.",
    en: "A search needs at least three characters.",
  },
  nextStep: {
    sk: "Pošlite query s právnou formou, napríklad O2 a.s.",
    cs: "Pošlete query s právní formou, například O2 a.s.",
    en: "Send query with the legal form, such as O2 a.s.",
  },
};

function summaryOf({ count, results, reading }: Answer, locale: Locale): string {
  if (count === 0 && reading.text !== null) return reading.text;
  const isSimilar = count > 0 && results.every(({ match }) => match === "similar");
  return isSimilar ? onlySimilar[locale](count) : summaries[locale](count);
}

const onlySimilar: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) => `Presný názov sa nenašiel; podobné: ${count}.`,
  cs: (count) => `Přesný název se nenašel; podobné: ${count}.`,
  en: (count) => `No such name; similar: ${count}.`,
};

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

function firmLine({ ico, country, nace, active, match, untrusted }: Answer["results"][number], locale: Locale): string {
  const activity = nace === null ? "" : `  NACE ${formatNace(nace.code)}`;
  const former = untrusted.formerName === undefined ? "" : formerWords[locale](untrusted.formerName);
  const guess = match === "similar" ? similar[locale] : "";
  return `${ico} ${country}  ${foreignText(untrusted.name ?? "–")}${activity}${active ? "" : ceased[locale]}${former}${guess}`;
}

const formerWords: Readonly<Record<Locale, (name: string) => string>> = {
  sk: (name) => `  (predtým ${name})`,
  cs: (name) => `  (dříve ${name})`,
  en: (name) => `  (formerly ${name})`,
};

const similar: Localized = { sk: "  (podobný názov)", cs: "  (podobný název)", en: "  (similar name)" };
