import { type RadarChart, type RadarChartId, radarChart } from "../../../capabilities/registers/radar-chart.ts";
import { publicCaching } from "../../../core/cache-control.ts";
import { countryNames } from "../../../core/country.ts";
import type { Localized } from "../../../core/locale.ts";
import { fileHeaders } from "../file-response.ts";
import type { Page, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { problemPage } from "../problem/problem-page.tsx";
import { chartDrawing, FEWEST_IN_CELL } from "./chart-drawing.tsx";
import { readCountry } from "./country.ts";

const text = {
  back: { sk: "Celý radar na Dosahu", cs: "Celý radar na Dosahu", en: "The whole radar on Dosah" },
} satisfies Record<string, Localized>;

/** The drawing of a chart as a file, its colours fixed. */
export const chartSvg =
  (id: RadarChartId): Page =>
  async (request) => {
    const chart = await chartOf(id, request);
    if (chart === null) return problemPage(request, { code: "not_found" });
    return file(drawn(chart, request), "image/svg+xml; charset=utf-8", `${nameOf(id, request)}.svg`);
  };

/** The numbers of a chart as a table. */
export const chartCsv =
  (id: RadarChartId): Page =>
  async (request) => {
    const chart = await chartOf(id, request);
    if (chart === null) return problemPage(request, { code: "not_found" });
    const { rowName, columns, rows, sources } = chart;
    const lines = [
      ["id", rowName, ...columns.map(({ name }) => name)],
      ...rows.map((row) => [row.id, row.name, ...row.values.map((value) => written(chart, value))]),
      [],
      ...sources.map(({ name, url, day }) => ["source", name, url ?? "", day]),
    ];
    const body = lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\r\n");
    return file(`\uFEFF${body}\r\n`, "text/csv; charset=utf-8", `${nameOf(id, request)}.csv`);
  };

/** A page of the chart alone, which any site may show in a frame. No script, and one way out of it. */
export const chartEmbed =
  (id: RadarChartId): Page =>
  async (request) => {
    const { locale, site, query } = request;
    const chart = await chartOf(id, request);
    if (chart === null) return problemPage(request, { code: "not_found" });
    const country = readCountry(query);
    const html = (
      <html lang={locale}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>{chart.title}</title>
          <link rel="stylesheet" href={`${site.baseUrl}${site.assets.url("incident.css")}`} />
        </head>
        <body>
          <main>
            <h1 class="visually-hidden">{chart.title}</h1>
            <figure
              class="embedded"
              data-chart={id}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which escapes its text
              dangerouslySetInnerHTML={{ __html: drawn(chart, request, true) }}
            />
            <p class="meta">
              <a href={`${site.baseUrl}${href(locale, paths.radar, { country })}`} target="_top">
                {text.back[locale]}
              </a>
              {country === undefined ? "" : ` · ${countryNames[country][locale]}`}
            </p>
          </main>
        </body>
      </html>
    );
    return new Response(`<!doctype html>${await html}`, {
      headers: {
        "Content-Type": "text/html; charset=UTF-8",
        "Cache-Control": publicCaching(),
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Content-Security-Policy":
          "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
      },
    });
  };

const chartOf = (chart: RadarChartId, request: PageRequest) =>
  request.ask(radarChart, { chart, ...countryOf(request) }) as Promise<RadarChart | null>;

function countryOf({ query }: PageRequest) {
  const country = readCountry(query);
  return country === undefined ? {} : { country };
}

function drawn(chart: RadarChart, { locale, site, query }: PageRequest, isFluid = false): string {
  const address = `${site.baseUrl}${href(locale, paths.radar, { country: readCountry(query) })}`;
  return chartDrawing(chart, { locale, address, isFluid });
}

/** Small numbers are told apart neither in a file nor on the page. */
function written({ chart }: RadarChart, value: number): string {
  return chart === "sizes" && value > 0 && value < FEWEST_IN_CELL ? `<${FEWEST_IN_CELL}` : String(value);
}

const nameOf = (id: RadarChartId, { query }: PageRequest) =>
  `nis2-radar-${id}-${(readCountry(query) ?? "sk-cz").toLowerCase()}`;

function file(content: string, mediaType: string, name: string): Response {
  return new Response(content, {
    headers: { ...fileHeaders(mediaType, name), "Cache-Control": publicCaching() },
  });
}
