import type { Child } from "hono/jsx";
import { inScopeShare } from "../../../capabilities/registers/radar-words.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber, formatShare } from "../../../core/text.ts";
import { Bars } from "../components/bar-chart.tsx";
import { CategorySign, categoryPlurals } from "../components/category-mark.tsx";
import type { Stats } from "../components/headline-counts.tsx";

const text = {
  categories: { sk: "Podľa kategórie", cs: "Podle kategorie", en: "By category" },
  category: { sk: "Kategória", cs: "Kategorie", en: "Category" },
  firms: { sk: "Firmy", cs: "Firmy", en: "Firms" },
  active: { sk: "Aktívne firmy spolu", cs: "Aktivní firmy celkem", en: "Active firms in total" },
  table: { sk: "To isté v tabuľke", cs: "Totéž v tabulce", en: "The same as a table" },
} satisfies Record<string, Localized>;

/** The categories in the order of charts, tables and files. */
export const CATEGORY_ORDER = ["essential", "important", "unknown", "out_of_scope"] as const;

const tones = { essential: "solid", important: "hatched", unknown: "plain", out_of_scope: "plain" } as const;

/** How many firms each category has, as bars with the table behind them. */
export function Categories({ stats, locale, children }: { stats: Stats; locale: Locale; children: Child }) {
  const { totals, active } = stats;
  const inScope = totals.essential + totals.important;
  const number = (value: number) => formatNumber(value, locale);
  return (
    <section class="section" aria-labelledby="categories-title">
      <h2 id="categories-title">{text.categories[locale]}</h2>
      <Bars
        id="categories"
        caption={inScopeShare[locale](
          number(inScope),
          number(active),
          formatShare(active === 0 ? 0 : inScope / active, locale),
        )}
        bars={CATEGORY_ORDER.map((category) => ({
          label: (
            <span class={`category is-${category}`}>
              <CategorySign category={category} /> {categoryPlurals[category][locale]}
            </span>
          ),
          segments: [{ value: totals[category], tone: tones[category] }],
          direct: number(totals[category]),
        }))}
      />
      <details class="behind">
        <summary>{text.table[locale]}</summary>
        <table>
          <caption>{text.categories[locale]}</caption>
          <thead>
            <tr>
              <th scope="col">{text.category[locale]}</th>
              <th scope="col" class="number">
                {text.firms[locale]}
              </th>
            </tr>
          </thead>
          <tbody>
            {CATEGORY_ORDER.map((category) => (
              <tr>
                <th scope="row">{categoryPlurals[category][locale]}</th>
                <td class="number">{number(totals[category])}</td>
              </tr>
            ))}
            <tr class="total">
              <th scope="row">{text.active[locale]}</th>
              <td class="number">{number(active)}</td>
            </tr>
          </tbody>
        </table>
      </details>
      {children}
    </section>
  );
}
