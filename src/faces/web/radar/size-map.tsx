import type { Child } from "hono/jsx";
import type { RadarChart } from "../../../capabilities/registers/radar-chart.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { cellStep, cellText, withFirms } from "./chart-drawing.tsx";

const text = {
  title: { sk: "Podľa sektora a veľkosti", cs: "Podle odvětví a velikosti", en: "By sector and size" },
  about: {
    sk: "Počet firiem v pôsobnosti, podľa počtu ľudí, ktorý uvádza register. Bodka: žiadna firma.",
    cs: "Počet firem v působnosti, podle počtu lidí, který uvádí rejstřík. Tečka: žádná firma.",
    en: "Number of firms in scope, by the headcount that the register states. A dot: no firm.",
  },
} satisfies Record<string, Localized>;

/** Sectors by size: a number in every cell, the darker the more. The table is the chart. */
export function SizeMap({ chart, locale, children }: { chart: RadarChart; locale: Locale; children: Child }) {
  const { title, rowName, columns, rows } = withFirms(chart);
  const largest = Math.max(...rows.flatMap(({ values }) => values));
  return (
    <section class="section" aria-labelledby="sizes-title">
      <h2 id="sizes-title">{text.title[locale]}</h2>
      <figure data-chart="sizes" aria-labelledby="sizes-caption">
        <figcaption id="sizes-caption">{title}</figcaption>
        <p class="meta">{text.about[locale]}</p>
        <section class="table-scroll" aria-labelledby="sizes-caption" tabindex={0}>
          <table class="heat">
            <thead>
              <tr>
                <th scope="col">{rowName}</th>
                {columns.map(({ name }) => (
                  <th scope="col" class="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, values }) => (
                <tr>
                  <th scope="row">{name}</th>
                  {values.map((value) => (
                    <td class={`number heat-${cellStep(value, largest)}`}>{cellText(value, locale)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {children}
      </figure>
    </section>
  );
}
