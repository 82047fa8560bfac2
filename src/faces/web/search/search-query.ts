import { CATEGORY_FILTERS, type CategoryFilter, type SearchList } from "../../../capabilities/companies/search-list.ts";
import type { ActivityList } from "../../../capabilities/scope/activity-list.ts";
import type { Country } from "../../../core/country.ts";
import type { Locale } from "../../../core/locale.ts";
import { countryOf } from "../country-of.ts";
import { href, paths } from "../paths.ts";

/** What a visitor asked for. */
export interface Searched {
  /** As it was typed; foreign text. */
  readonly asked: string;
  readonly country: Country | undefined;
  readonly category: CategoryFilter | undefined;
  readonly page: number;
}

/** What was asked, and what was found for it. */
export interface FoundBySearch {
  readonly searched: Searched;
  readonly firms: SearchList;
  readonly activities: ActivityList | null;
}

export function isCategoryFilter(text: string): text is CategoryFilter {
  return CATEGORY_FILTERS.some((known) => known === text);
}

/** The address of the same search with something else: a change of a filter begins at page 1. */
export function searchAddress(
  { asked, country, category }: Searched,
  change: Partial<Record<"q" | "country" | "category" | "page", string | number | undefined>>,
  locale: Locale,
): string {
  return href(locale, paths.search, { q: asked, country, category, ...change });
}

/** The country of an activity: the one that is searched, else that of most readers of the language; open in English. */
export function whatIfCountry({ country }: Pick<Searched, "country">, locale: Locale): Country | undefined {
  return country ?? countryOf(locale);
}
