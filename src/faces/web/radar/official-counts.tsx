import type { Child } from "hono/jsx";
import type { RadarChart } from "../../../capabilities/registers/radar-chart.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatNumber } from "../../../core/text.ts";
import { Bars } from "../components/bar-chart.tsx";

const text = {
  title: { sk: "Čo povedali úrady", cs: "Co řekly úřady", en: "What the authorities said" },
  table: { sk: "To isté v tabuľke", cs: "Totéž v tabulce", en: "The same as a table" },
  sources: { sk: "Odkiaľ sú čísla", cs: "Odkud jsou čísla", en: "Where the numbers are from" },
} satisfies Record<string, Localized>;

/** Numbers of authorities beside ours, each with its day and source. */
export function OfficialCounts({ chart, locale, children }: { chart: RadarChart; locale: Locale; children: Child }) {
  const { title, rowName, columns, rows, sources } = chart;
  return (
    <section class="section" aria-labelledby="official-title">
      <h2 id="official-title">{text.title[locale]}</h2>
      <Bars
        id="official"
        caption={title}
        bars={rows.map(({ id, name, values: [value = 0] }) => ({
          label: name,
          segments: [{ value, tone: id.endsWith("-counted") ? "hatched" : "solid" }],
          direct: formatNumber(value, locale),
        }))}
      />
      <details class="behind">
        <summary>{text.table[locale]}</summary>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{rowName}</th>
              <th scope="col" class="number">
                {columns[0]?.name}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, values: [value = 0] }) => (
              <tr>
                <th scope="row">{name}</th>
                <td class="number">{formatNumber(value, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p class="meta">
          {text.sources[locale]}:{" "}
          {sources
            .filter(({ url }) => url !== null)
            .map(({ name, url, day }, at) => (
              <>
                {at === 0 ? "" : "; "}
                <a href={url ?? ""}>{name}</a>, <time datetime={day}>{formatDay(day, locale)}</time>
              </>
            ))}
        </p>
      </details>
      {children}
    </section>
  );
}
