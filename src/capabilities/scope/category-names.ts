import type { Category } from "../../core/company.ts";
import type { Locale, Localized } from "../../core/locale.ts";

/** What the categories are called in a sentence; the law's own words for the two classes of entities. */
export const categoryNames = {
  essential: { sk: "kľúčový subjekt", cs: "základní subjekt", en: "essential entity" },
  important: { sk: "dôležitý subjekt", cs: "důležitý subjekt", en: "important entity" },
  out_of_scope: { sk: "mimo pôsobnosti", cs: "mimo působnost", en: "out of scope" },
  unknown: { sk: "neurčené", cs: "neurčeno", en: "not determined" },
} satisfies Record<Category, Localized>;

/** Suffix of a category: the directive lists the activity, the Czech act does not regulate it. */
export const NO_DUTIES = {
  sk: "v Česku bez povinností",
  cs: "v Česku bez povinností",
  en: "no duties in Czechia",
} satisfies Localized;

/** A category in words, for lists without a headline. `regime`: id of the national regime, or `null`. */
export function categoryInWords(category: Category, regime: string | null | undefined, locale: Locale): string {
  const name = categoryNames[category][locale];
  const isInScope = category === "essential" || category === "important";
  return isInScope && regime === "none" ? `${name}, ${NO_DUTIES[locale]}` : name;
}
