import type { RadarChart } from "../../../capabilities/registers/radar-chart.ts";
import type { Country } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { Site } from "../page.ts";
import { href, radarChartPath } from "../paths.ts";
import { sourceLine } from "./chart-drawing.tsx";

const text = {
  embed: { sk: "Vložiť na stránku", cs: "Vložit na stránku", en: "Embed" },
  embedHelp: {
    sk: "Skopírujte tento kód do svojej stránky:",
    cs: "Zkopírujte tento kód do své stránky:",
    en: "Copy this code into your page:",
  },
} satisfies Record<string, Localized>;

/** Under a chart: whose numbers they are, and the chart as a drawing, a table and a frame. */
export function ChartTools({
  chart,
  country,
  locale,
  site,
}: {
  chart: RadarChart;
  country: Country | undefined;
  locale: Locale;
  site: Site;
}) {
  const { chart: id, title, note } = chart;
  const address = (end: string) => href(locale, radarChartPath(id, end), { country });
  const svg = address("svg");
  const frame = `<iframe src="${site.baseUrl}${address("embed")}" title="${title.replaceAll('"', "&quot;")}" width="100%" height="640" loading="lazy"></iframe>`;
  return (
    <>
      <p class="meta">
        {note === null ? "" : `${note} `}
        {sourceLine(chart, locale)}
      </p>
      <p class="links chart-tools">
        <a href={svg} data-download="svg" download>
          SVG
        </a>
        <a href={address("csv")} data-download="csv" download>
          CSV
        </a>
        <button type="button" class="link-button" data-png={svg} hidden>
          PNG
        </button>
      </p>
      <details class="behind" data-embed>
        <summary>{text.embed[locale]}</summary>
        <p class="meta">{text.embedHelp[locale]}</p>
        <pre class="code">{frame}</pre>
      </details>
    </>
  );
}
