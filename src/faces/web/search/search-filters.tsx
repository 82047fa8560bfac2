import type { CategoryFilter } from "../../../capabilities/companies/search-list.ts";
import { COUNTRIES, countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { categoryNames } from "../components/category-mark.tsx";
import { type Searched, searchAddress } from "./search-query.ts";

const text = {
  country: { sk: "Krajina", cs: "Země", en: "Country" },
  both: { sk: "Obe krajiny", cs: "Obě země", en: "Both countries" },
  category: { sk: "Výsledok", cs: "Výsledek", en: "Result" },
  all: { sk: "Všetky", cs: "Všechny", en: "All" },
  inScope: { sk: "V pôsobnosti NIS2", cs: "V působnosti NIS2", en: "Under NIS2" },
} satisfies Record<string, Localized>;

/** What the list can be restricted to, as links; each keeps the rest and begins at the first page. */
export function SearchFilters({ searched, locale }: { searched: Searched; locale: Locale }) {
  return (
    <>
      <FilterLinks
        name="country"
        label={text.country[locale]}
        chosen={searched.country}
        choices={[
          [undefined, text.both[locale]],
          ...COUNTRIES.map((country) => [country, countryNames[country][locale]] as const),
        ]}
        searched={searched}
        locale={locale}
      />
      <FilterLinks
        name="category"
        label={text.category[locale]}
        chosen={searched.category}
        choices={[
          [undefined, text.all[locale]],
          ...categoriesFor(searched.category).map((one) => [one, nameOf(one)] as const),
        ]}
        searched={searched}
        locale={locale}
      />
    </>
  );

  function nameOf(category: CategoryFilter): string {
    return (category === "in_scope" ? text.inScope : categoryNames[category])[locale];
  }
}

/** One class of entities alone is offered where it was asked for. */
function categoriesFor(chosen: CategoryFilter | undefined): readonly CategoryFilter[] {
  const isOneClass = chosen === "essential" || chosen === "important";
  return ["in_scope", ...(isOneClass ? [chosen] : []), "out_of_scope", "unknown"];
}

function FilterLinks({
  name,
  label,
  chosen,
  choices,
  searched,
  locale,
}: {
  name: "country" | "category";
  label: string;
  chosen: string | undefined;
  choices: readonly (readonly [string | undefined, string])[];
  searched: Searched;
  locale: Locale;
}) {
  return (
    <nav aria-label={label} class="filter quiet-links" data-filter={name}>
      <ul>
        {choices.map(([choice, words]) => (
          <li>
            <a
              href={searchAddress(searched, { [name]: choice }, locale)}
              aria-current={choice === chosen ? "true" : undefined}
            >
              {words}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
