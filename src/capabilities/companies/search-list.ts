import { z } from "zod";
import { CATEGORIES, type Category } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { Ico } from "../../core/ico.ts";
import type { Locale } from "../../core/locale.ts";
import type { Problem } from "../../core/problem.ts";
import { ServiceError } from "../../core/problem.ts";
import { readQuery, type SearchedFor } from "../../sources/registers/query.ts";
import type { SearchGap, SearchHit } from "../../sources/registers/register.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { type AnswerOf, defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { standingOf } from "../scope/firm-standing.ts";
import { LONGEST_QUERY, readingOf, shownHit } from "./company-search.ts";

/** Firms of one page of the list, and its last page. */
export const FIRMS_A_PAGE = 10;
export const LAST_PAGE = 20;

/** More are not counted. */
export const MOST_COUNTED = FIRMS_A_PAGE * LAST_PAGE;

/** A filter by category looks at so many firms that fit. */
export const MOST_FILTERED = 1_000;

/** By what the list is filtered; `in_scope`: the two classes of entities. */
export const CATEGORY_FILTERS = [...CATEGORIES, "in_scope"] as const;

export type CategoryFilter = (typeof CATEGORY_FILTERS)[number];

const input = z.strictObject({
  query: z.string().max(LONGEST_QUERY),
  country: countryParameter.optional(),
  category: z.enum(CATEGORY_FILTERS).optional(),
  page: z.number().int().min(1).max(LAST_PAGE).default(1),
  locale: localeParameter,
});

/** Firms for a text of two characters or more, in pages, as the page of the one field shows them. */
export const searchList = defineCapability({
  name: "search_list",
  access: "public",
  input,
  web: { rows: ["web_lookup"] },
  check: ({ query }) => {
    const { kind, text } = readQuery(query);
    if (kind === "empty" || [...text].length < 2) throw new ServiceError(tooShort);
  },
  run: async ({ query, country, category, page, locale }, services) => {
    const asked = readQuery(query);
    const most = category === undefined ? MOST_COUNTED + 1 : MOST_FILTERED;
    const { hits, gaps } = await services.registers.search(query, country, most);
    const fitting = category === undefined ? hits : hits.filter(isOf(category));
    const firms = fitting.filter(({ match }) => match !== "similar");
    const shown = firms.slice((page - 1) * FIRMS_A_PAGE, Math.min(page * FIRMS_A_PAGE, MOST_COUNTED));
    const similar = page === 1 ? fitting.filter(({ match }) => match === "similar") : [];
    return {
      reading: readingOf(asked, hits, locale),
      /** The firm that a number names, where nothing has to be chosen. */
      leadsTo: leadOf(asked, hits, gaps, country, locale),
      /** Firms that fit, similar ones aside: at most `MOST_COUNTED`, and whether there are more. */
      count: Math.min(firms.length, MOST_COUNTED),
      isMore: firms.length > MOST_COUNTED || gaps.some(({ reason }) => reason === "too_many_hits"),
      /** More firms fit than the filter looked at. */
      isFilterCut: category !== undefined && hits.length >= MOST_FILTERED,
      firms: await Promise.all(shown.map((hit) => hitWithRegime(hit, services, locale))),
      similar: await Promise.all(similar.map((hit) => hitWithRegime(hit, services, locale))),
      incomplete: gaps.map((gap) => ({ ...gap })),
      untrusted: {
        /** The domain of an address, and the word of it that was searched as a name. */
        domain: asked.domain ?? null,
        word: asked.domain === undefined ? null : (asked.instead?.[0] ?? null),
        /** The query without its last word. */
        shorter: asked.kind === "name" ? withoutLastWord(asked.text) : null,
      },
    };
  },
});

/** A firm of the list; of one in scope in Czechia also its regime where the act does not regulate what it does. */
async function hitWithRegime(hit: SearchHit, services: Services, locale: Locale) {
  const shown = shownHit(hit, services, locale);
  const { country, ico, category } = hit;
  if (country !== "CZ" || (category !== "essential" && category !== "important")) return shown;
  const lookup = await services.registers.findStored(ico, country);
  if (lookup.kind !== "found") return shown;
  const { regime } = standingOf({ company: lookup.company, silent: [], alternatives: [], unanswered: [] }, services);
  return regime === "none" ? { ...shown, nationalRegime: { id: regime } } : shown;
}

export type SearchList = AnswerOf<typeof searchList>;

function isOf(filter: CategoryFilter): (hit: SearchHit) => boolean {
  const wanted: readonly Category[] = filter === "in_scope" ? ["essential", "important"] : [filter];
  return ({ category }) => category !== undefined && wanted.includes(category);
}

function withoutLastWord(text: string): string | null {
  const end = text.trimEnd().lastIndexOf(" ");
  const rest = end < 0 ? "" : text.slice(0, end).replace(/[\s,;–-]+$/, "");
  return [...rest].length < 2 ? null : rest;
}

/** Where a number leads: to its only firm, or to the look-up that also asks the register itself. */
function leadOf(
  asked: SearchedFor,
  hits: readonly SearchHit[],
  gaps: readonly SearchGap[],
  country: Country | undefined,
  locale: Locale,
): { readonly ico: Ico; readonly country?: Country | undefined } | null {
  const { ico, kind } = asked;
  const [first, second] = hits;
  if (ico === undefined || second !== undefined) return null;
  if (kind === "ico_name") {
    if (first?.ico !== ico || readingOf(asked, hits, locale).note !== undefined) return null;
  } else if (kind !== "ico") return null;
  if (first === undefined) return { ico, country: country ?? asked.country };
  if (first.ico !== ico) return null;
  // The firm that was meant may be of a country whose register does not answer; the look-up of both says so.
  const isAlone = gaps.every((gap) => gap.country === first.country || gap.reason !== "source_unavailable");
  return { ico, country: isAlone ? first.country : (country ?? asked.country) };
}

const tooShort: Problem = {
  code: "invalid_arguments",
  field: "query",
  message: {
    sk: "Na vyhľadanie treba aspoň dva znaky.",
    cs: "K vyhledání jsou potřeba alespoň dva znaky.",
    en: "A search needs at least two characters.",
  },
  nextStep: {
    sk: "Napíšte názov firmy, jej IČO, alebo čo robíte.",
    cs: "Napište název firmy, její IČO, nebo co děláte.",
    en: "Type the name of the firm, its IČO, or what you do.",
  },
};
