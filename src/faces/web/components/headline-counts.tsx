import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { nis2Stats } from "../../../capabilities/registers/nis2-stats.ts";
import { countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatNumber } from "../../../core/text.ts";
import { CategorySign, categoryPlurals } from "./category-mark.tsx";

export type Stats = AnswerOf<typeof nis2Stats>;

const text = {
  caption: {
    sk: "Aktívne firmy podľa kategórie, odhad podľa pravidiel, nie úradný zoznam",
    cs: "Aktivní firmy podle kategorie, odhad podle pravidel, ne úřední seznam",
    en: "Active firms by category, a rule-based estimate, not an official list",
  },
  category: { sk: "Kategória", cs: "Kategorie", en: "Category" },
  active: { sk: "Aktívne firmy spolu", cs: "Aktivní firmy celkem", en: "Active firms in total" },
  asOf: { sk: "Stav údajov", cs: "Stav dat", en: "State of the data" },
} satisfies Record<string, Localized>;

/** The counts of the countries side by side, each with the date of its data. */
export function HeadlineCounts({ counts, locale }: { counts: readonly Stats[]; locale: Locale }) {
  return (
    <>
      <table class="counts">
        <caption>{text.caption[locale]}</caption>
        <thead>
          <tr>
            <th scope="col">{text.category[locale]}</th>
            {counts.map(({ country }) => (
              <th scope="col" class="number">
                {country === null ? "" : countryNames[country][locale]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(["essential", "important", "unknown", "out_of_scope"] as const).map((category) => (
            <tr>
              <th scope="row">
                <span class={`category is-${category}`}>
                  <CategorySign category={category} /> {categoryPlurals[category][locale]}
                </span>
              </th>
              {counts.map(({ totals }) => (
                <td class="number">{formatNumber(totals[category], locale)}</td>
              ))}
            </tr>
          ))}
          <tr class="total">
            <th scope="row">{text.active[locale]}</th>
            {counts.map(({ active }) => (
              <td class="number">{formatNumber(active, locale)}</td>
            ))}
          </tr>
        </tbody>
      </table>
      <p class="meta">
        {text.asOf[locale]}:{" "}
        {counts.map(({ country, dataAsOf }, index) => (
          <>
            {index === 0 ? "" : "; "}
            {country === null ? "" : countryNames[country][locale]}{" "}
            <time datetime={dataAsOf}>{formatDay(dataAsOf, locale)}</time>
          </>
        ))}
      </p>
    </>
  );
}
