import { NO_DUTIES } from "../../../capabilities/scope/category-names.ts";
import type { Category } from "../../../core/company.ts";
import type { Locale, Localized } from "../../../core/locale.ts";

/** What the categories are called; the law's own words for the two classes of entities. */
export const categoryNames = {
  essential: { sk: "Kľúčový subjekt", cs: "Základní subjekt", en: "Essential entity" },
  important: { sk: "Dôležitý subjekt", cs: "Důležitý subjekt", en: "Important entity" },
  out_of_scope: { sk: "Mimo pôsobnosti", cs: "Mimo působnost", en: "Out of scope" },
  unknown: { sk: "Neurčené", cs: "Neurčeno", en: "Not determined" },
} satisfies Record<Category, Localized>;

/** The same of many, for counts and column heads. */
export const categoryPlurals = {
  essential: { sk: "Kľúčové", cs: "Základní", en: "Essential" },
  important: { sk: "Dôležité", cs: "Důležité", en: "Important" },
  out_of_scope: { sk: "Mimo pôsobnosti", cs: "Mimo působnost", en: "Out of scope" },
  unknown: { sk: "Neurčené", cs: "Neurčeno", en: "Not determined" },
} satisfies Record<Category, Localized>;

/** The same in one word, where a drawing leaves no room for more; the full name stands beside it. */
export const categoryShortNames = {
  essential: { sk: "kľúčový", cs: "základní", en: "essential" },
  important: { sk: "dôležitý", cs: "důležitý", en: "important" },
  out_of_scope: { sk: "mimo", cs: "mimo", en: "out" },
  unknown: { sk: "neurčené", cs: "neurčeno", en: "open" },
} satisfies Record<Category, Localized>;

/** What the word means, in one line. */
export const categoryMeanings = {
  essential: {
    sk: "Vyššia z dvoch úrovní smernice NIS2.",
    cs: "Vyšší ze dvou úrovní směrnice NIS2.",
    en: "The higher of the two levels of the NIS2 directive.",
  },
  important: {
    sk: "Nižšia z dvoch úrovní smernice NIS2.",
    cs: "Nižší ze dvou úrovní směrnice NIS2.",
    en: "The lower of the two levels of the NIS2 directive.",
  },
  out_of_scope: {
    sk: "Zo známych údajov povinnosti podľa NIS2 nevyplývajú.",
    cs: "Ze známých údajů povinnosti podle NIS2 neplynou.",
    en: "From what is known, no NIS2 obligations follow.",
  },
  unknown: {
    sk: "Údaje, ktoré máme, na odpoveď nestačia.",
    cs: "Údaje, které máme, k odpovědi nestačí.",
    en: "What is known is not enough for an answer.",
  },
} satisfies Record<Category, Localized>;

/**
 * The sign of a category: a ring stands for the scope of the directive. A full ring, a half one, a dot outside the
 * ring, a broken ring: readable in grey scale as well. It is never shown without its word, so it is hidden from screen
 * readers.
 */
export function CategorySign({ category, size = 20 }: { category: Category; size?: number }) {
  return (
    <svg class={`sign is-${category}`} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {categorySigns[category]}
    </svg>
  );
}

/** The drawing inside the sign of a category, on a square of 24. */
export const categorySigns = {
  essential: (
    <>
      <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" stroke-width="2" />
      <circle cx="12" cy="12" r="6.5" fill="currentColor" />
    </>
  ),
  important: (
    <>
      <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" stroke-width="2" />
      <path d="M12 5.5a6.5 6.5 0 0 0 0 13z" fill="currentColor" />
    </>
  ),
  out_of_scope: (
    <>
      <circle cx="10" cy="14" r="8" fill="none" stroke="currentColor" stroke-width="2" />
      <circle cx="20.5" cy="3.5" r="2.5" fill="currentColor" />
    </>
  ),
  unknown: (
    <>
      <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="3.2 3.08" />
      <path
        d="M9.2 9.6a2.8 2.8 0 1 1 4.4 2.3c-1 .7-1.6 1.2-1.6 2.3"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
      />
      <circle cx="12" cy="17.2" r="1.3" fill="currentColor" />
    </>
  ),
} satisfies Record<Category, unknown>;

/** A category, and the national regime where it is known. */
export interface Standing {
  readonly category: Category;
  readonly nationalRegime?: { readonly id: string } | null | undefined;
}

/** The directive lists the activity, and national law regulates it not: no duties, whatever the category is called. */
export function isWithoutDuties({ category, nationalRegime }: Standing): boolean {
  return (category === "essential" || category === "important") && nationalRegime?.id === "none";
}

/** A category in words where its headline does not stand beside it. */
export function categoryInWords(standing: Standing, locale: Locale): string {
  const name = categoryNames[standing.category][locale];
  return isWithoutDuties(standing) ? `${name}, ${NO_DUTIES[locale]}` : name;
}

/** The regime of a row, which keeps its id alone. */
export function regimeOf(id: string | null): Standing["nationalRegime"] {
  return id === null ? null : { id };
}

/** Sign and word together. */
export function CategoryMark({ locale, ...standing }: Standing & { locale: Locale }) {
  const { category } = standing;
  return (
    <span class={`category is-${category}`}>
      <CategorySign category={category} />
      <span>{categoryInWords(standing, locale)}</span>
    </span>
  );
}
