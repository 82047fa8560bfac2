import type { Child } from "hono/jsx";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { Bars } from "../components/bar-chart.tsx";
import { CategorySign, categoryPlurals } from "../components/category-mark.tsx";
import type { Stats } from "../components/headline-counts.tsx";
import { CATEGORY_ORDER } from "./category-counts.tsx";

type Sector = NonNullable<Stats["sectors"]>[number];

const text = {
  sectors: { sk: "Podľa sektora", cs: "Podle odvětví", en: "By sector" },
  sectorsCaption: {
    sk: "Firmy v pôsobnosti podľa sektora, od najväčšieho počtu. Plná časť pruhu sú kľúčové, pruhovaná dôležité subjekty.",
    cs: "Firmy v působnosti podle odvětví, od největšího počtu. Plná část pruhu jsou základní, pruhovaná důležité subjekty.",
    en: "Firms in scope by sector, largest first. The solid part of a bar shows essential, the hatched part important entities.",
  },
  sector: { sk: "Sektor", cs: "Odvětví", en: "Sector" },
  annex: { sk: "Príloha", cs: "Příloha", en: "Annex" },
  table: { sk: "To isté v tabuľke", cs: "Totéž v tabulce", en: "The same as a table" },
} satisfies Record<string, Localized>;

/** How many firms each sector has in scope, as bars with the table behind them. */
export function Sectors({
  sectors,
  title,
  locale,
  children,
}: {
  sectors: readonly Sector[];
  /** What to see, in a sentence. */
  title: string | undefined;
  locale: Locale;
  children: Child;
}) {
  return (
    <section class="section" aria-labelledby="sectors-title">
      <h2 id="sectors-title">{text.sectors[locale]}</h2>
      <Bars
        id="sectors"
        caption={title === undefined ? text.sectorsCaption[locale] : `${title}. ${text.sectorsCaption[locale]}`}
        bars={sectors.map((sector) => ({
          label: sector.name,
          segments: [
            { value: sector.essential, tone: "solid" },
            { value: sector.important, tone: "hatched" },
          ],
          direct: (
            <>
              {(["essential", "important"] as const).map((category) => (
                <span class={`category is-${category}`}>
                  <CategorySign category={category} size={16} />
                  <span class="visually-hidden">{categoryPlurals[category][locale]}:</span>
                  {formatNumber(sector[category], locale)}
                </span>
              ))}
            </>
          ),
        }))}
      />
      <details class="behind">
        <summary>{text.table[locale]}</summary>
        <section class="table-scroll" aria-label={`${text.table[locale]}: ${text.sectors[locale]}`} tabindex={0}>
          <table>
            <caption>{text.sectors[locale]}</caption>
            <thead>
              <tr>
                <th scope="col">{text.sector[locale]}</th>
                <th scope="col">{text.annex[locale]}</th>
                {CATEGORY_ORDER.map((category) => (
                  <th scope="col" class="number">
                    {categoryPlurals[category][locale]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sectors.map((sector) => (
                <tr>
                  <th scope="row">{sector.name}</th>
                  <td>{sector.annex}</td>
                  {CATEGORY_ORDER.map((category) => (
                    <td class="number">{formatNumber(sector[category], locale)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
      {children}
    </section>
  );
}
