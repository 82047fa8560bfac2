import type { Country } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { SearchForm } from "../search/search-form.tsx";

const text = {
  title: {
    sk: "Pod akým číslom firma pokračuje?",
    cs: "Pod jakým číslem firma pokračuje?",
    en: "Under which number does the firm go on?",
  },
  intro: {
    sk: "Povinnosti má nástupca. Zadajte jeho IČO alebo názov a pozrite si jeho výsledok.",
    cs: "Povinnosti má nástupce. Zadejte jeho IČO nebo název a podívejte se na jeho výsledek.",
    en: "The duties are the successor's. Enter its IČO or name to see its result.",
  },
} satisfies Record<string, Localized>;

/** Leads to the firm that carries on, where the visitor said that one does. */
export function Successor({ country, locale }: { country: Country; locale: Locale }) {
  return (
    <section class="section screen-only" id="successor" aria-labelledby="successor-title">
      <h2 id="successor-title">{text.title[locale]}</h2>
      <p class="prose">{text.intro[locale]}</p>
      <SearchForm locale={locale} country={country} />
    </section>
  );
}
