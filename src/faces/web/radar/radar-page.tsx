import { nis2Stats } from "../../../capabilities/registers/nis2-stats.ts";
import {
  RADAR_CHARTS,
  type RadarChart,
  type RadarChartId,
  radarChart,
} from "../../../capabilities/registers/radar-chart.ts";
import { nis2Map } from "../../../capabilities/scans/nis2-map.ts";
import { COUNTRIES, type Country, countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { nonBreaking } from "../../../core/non-breaking.ts";
import { formatDay } from "../../../core/text.ts";
import type { Stats } from "../components/headline-counts.tsx";
import { Notice } from "../components/notice.tsx";
import { fileResponse } from "../file-response.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { CATEGORY_ORDER, Categories } from "./category-counts.tsx";
import { ChartTools } from "./chart-tools.tsx";
import { readCountry } from "./country.ts";
import { findingOf } from "./finding.ts";
import { RadarMethod } from "./methodology.tsx";
import { OfficialCounts } from "./official-counts.tsx";
import { ScanMap } from "./scan-map.tsx";
import { Sectors } from "./sector-counts.tsx";
import { SizeMap } from "./size-map.tsx";

const text = {
  title: { sk: "Koľkých firiem sa týka NIS2", cs: "Kolika firem se týká NIS2", en: "How many firms NIS2 reaches" },
  description: {
    sk: "Odhad počtu slovenských a českých firiem v pôsobnosti NIS2 podľa kategórie a sektora, s metodikou a údajmi na stiahnutie.",
    cs: "Odhad počtu slovenských a českých firem v působnosti NIS2 podle kategorie a odvětví, s metodikou a daty ke stažení.",
    en: "An estimate of how many Slovak and Czech firms are in scope of NIS2, by category and sector, with the method and data to download.",
  },
  country: { sk: "Krajina", cs: "Země", en: "Country" },
  both: { sk: "Slovensko a Česko", cs: "Slovensko a Česko", en: "Slovakia and Czechia" },
  sampleTitle: {
    sk: "Toto nie je celý register",
    cs: "Toto není celý rejstřík",
    en: "This is not the whole register",
  },
  sample: {
    sk: "Celý register tu zatiaľ nie je načítaný, k dispozícii je len priložená vzorka skutočných firiem. O počte firiem v krajine z nej nič nevyplýva, preto tu počty nezobrazujeme.",
    cs: "Celý rejstřík tu zatím není načten, k dispozici je jen přiložený vzorek skutečných firem. O počtu firem v zemi z něj nic neplyne, proto tu počty nezobrazujeme.",
    en: "The whole register is not loaded here yet; there is only the shipped sample of real firms. It says nothing about the number of firms in the country, so no counts are shown.",
  },
  partTitle: {
    sk: "Jeden z registrov chýba",
    cs: "Jeden z rejstříků chybí",
    en: "One of the registers is missing",
  },
  asOf: { sk: "Stav údajov", cs: "Stav dat", en: "State of the data" },
  estimate: {
    sk: "Odhad podľa pravidiel z údajov registrov, nie úradný zoznam",
    cs: "Odhad podle pravidel z údajů rejstříků, ne úřední seznam",
    en: "A rule-based estimate from register data, not an official list",
  },
  download: { sk: "Stiahnuť", cs: "Stáhnout", en: "Download" },
  load: {
    sk: "Prevádzkujete túto inštaláciu? Vlastné počty načíta jeden príkaz:",
    cs: "Provozujete tuto instalaci? Vlastní počty načte jeden příkaz:",
    en: "Do you run this installation? One command loads its own counts:",
  },
  noRegions: {
    sk: "Podľa krajov nepočítame: súbor registra kraj ani kód obce nemá.",
    cs: "Podle krajů nepočítáme: soubor rejstříku kraj ani kód obce nemá.",
    en: "There are no counts by region: the register file holds neither a region nor a code of the municipality.",
  },
  sources: { sk: "zdroje", cs: "zdroje", en: "sources" },
} satisfies Record<string, Localized>;

/** Why there is no sum of both countries, by the one whose register is not here. */
const withoutSum: Record<Country, Localized> = {
  SK: {
    sk: "Slovenský register tu zatiaľ nie je načítaný, zastupuje ho priložená vzorka. Súčet oboch krajín preto nezobrazujeme.",
    cs: "Slovenský rejstřík tu zatím není načten, zastupuje ho přiložený vzorek. Součet obou zemí proto nezobrazujeme.",
    en: "The Slovak register is not loaded here yet; the shipped sample stands in for it. So no sum of both countries is shown.",
  },
  CZ: {
    sk: "Český register tu zatiaľ nie je načítaný, zastupuje ho priložená vzorka. Súčet oboch krajín preto nezobrazujeme.",
    cs: "Český rejstřík tu zatím není načten, zastupuje ho přiložený vzorek. Součet obou zemí proto nezobrazujeme.",
    en: "The Czech register is not loaded here yet; the shipped sample stands in for it. So no sum of both countries is shown.",
  },
};

const countsOf: Record<Country, Localized> = {
  SK: { sk: "Počty slovenských firiem", cs: "Počty slovenských firem", en: "Counts of Slovak firms" },
  CZ: { sk: "Počty českých firiem", cs: "Počty českých firem", en: "Counts of Czech firms" },
};

/** "How many firms like us?" */
export async function radarPage(request: PageRequest): Promise<PageAnswer> {
  const { locale } = request;
  const country = readCountry(request.query);
  const stats = await request.ask(nis2Stats, country === undefined ? {} : { country });
  const whole = stats.isSample && country === undefined ? await wholeCountries(request) : [];
  const charts = await askCharts(request, country, stats.isSample ? ["official"] : RADAR_CHARTS);
  const hasMap = !stats.isSample || (await request.ask(nis2Map, {})).cells.length > 0;
  return {
    title: text.title[locale],
    description: text.description[locale],
    picture: "radar",
    scripts: ["radar"],
    body: <Radar shown={{ stats, country, whole, charts, hasMap }} request={request} />,
  };
}

/** The charts that may be shown, by name. */
async function askCharts({ ask }: PageRequest, country: Country | undefined, ids: readonly RadarChartId[]) {
  const charts = new Map<RadarChartId, RadarChart>();
  for (const chart of ids) {
    const found = await ask(radarChart, { chart, ...(country === undefined ? {} : { country }) });
    if (found !== null) charts.set(chart, found);
  }
  return charts;
}

/** The countries whose own register is counted, and not the sample. */
async function wholeCountries(request: PageRequest): Promise<Country[]> {
  const counts = await Promise.all(
    COUNTRIES.map((country) => request.ask(nis2Stats, { country, includeSectors: false })),
  );
  return COUNTRIES.filter((_country, at) => counts[at]?.isSample === false);
}

/** The same counts as a file for a spreadsheet. */
export async function radarCsv(request: PageRequest): Promise<Response> {
  const country = readCountry(request.query);
  const stats = await request.ask(nis2Stats, country === undefined ? {} : { country });
  const rows = [
    ["country", "sector", "name", "annex", ...CATEGORY_ORDER],
    ...(stats.sectors ?? []).map((sector) => [
      stats.country ?? "SK+CZ",
      sector.id,
      sector.name,
      sector.annex,
      ...CATEGORY_ORDER.map((category) => String(sector[category])),
    ]),
  ];
  const body = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\r\n");
  return fileResponse(`\uFEFF${body}\r\n`, `nis2-radar-${(country ?? "sk-cz").toLowerCase()}`, "csv");
}

/** What the page is made of. */
interface Shown {
  readonly stats: Stats;
  readonly country: Country | undefined;
  readonly whole: readonly Country[];
  readonly charts: ReadonlyMap<RadarChartId, RadarChart>;
  readonly hasMap: boolean;
}

function Radar({ shown, request }: { shown: Shown; request: PageRequest }) {
  const { stats, country, whole, charts, hasMap } = shown;
  const { locale } = request;
  const official = charts.get("official");
  return (
    <>
      <section class="opening">
        {stats.isSample ? (
          <h1>{text.title[locale]}</h1>
        ) : (
          <h1 data-finding>{findingOf(stats, locale) ?? text.title[locale]}</h1>
        )}
        <p class="prose lead">
          {text.estimate[locale]}. {text.asOf[locale]}: {nonBreaking(formatDay(stats.dataAsOf, locale))} (
          <a href={href(locale, paths.sources)}>{text.sources[locale]}</a>).
        </p>
        <nav class="filter quiet-links" aria-label={text.country[locale]}>
          <ul>
            {[undefined, ...COUNTRIES].map((choice) => (
              <li>
                <a
                  href={href(locale, paths.radar, { country: choice })}
                  aria-current={choice === country ? "true" : undefined}
                >
                  {choice === undefined ? text.both[locale] : countryNames[choice][locale]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {stats.isSample ? <NotWhole whole={whole} locale={locale} /> : null}
      </section>
      {stats.isSample ? null : <Counts shown={shown} request={request} />}
      {official === undefined ? null : (
        <OfficialCounts chart={official} locale={locale}>
          <Tools id="official" shown={shown} request={request} />
        </OfficialCounts>
      )}
      {stats.isSample ? (
        <section class="section">
          <p>{text.load[locale]}</p>
          <pre class="code" data-load-command>
            npx dosah registers fetch
          </pre>
        </section>
      ) : (
        <p class="section meta">{text.noRegions[locale]}</p>
      )}
      <RadarMethod locale={locale} />
      {hasMap ? <ScanMap locale={locale} /> : null}
    </>
  );
}

/** Why no counts are shown, and where those of the country are whose register is here. */
function NotWhole({ whole, locale }: { whole: readonly Country[]; locale: Locale }) {
  const missing = COUNTRIES.filter((country) => !whole.includes(country));
  const [only] = missing;
  if (missing.length !== 1 || only === undefined) {
    return (
      <Notice tone="caution" title={text.sampleTitle[locale]}>
        <p>{text.sample[locale]}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="caution" title={text.partTitle[locale]}>
      <p>{withoutSum[only][locale]}</p>
      {whole.map((country) => (
        <p>
          <a href={href(locale, paths.radar, { country })}>{countsOf[country][locale]}</a>
        </p>
      ))}
    </Notice>
  );
}

/** The counts of whole registers, as charts and as files. */
function Counts({ shown, request }: { shown: Shown; request: PageRequest }) {
  const { stats, country, charts } = shown;
  const { locale } = request;
  const sizes = charts.get("sizes");
  return (
    <>
      <Sectors sectors={stats.sectors ?? []} title={charts.get("sectors")?.title} locale={locale}>
        <Tools id="sectors" shown={shown} request={request} />
      </Sectors>
      {sizes === undefined ? null : (
        <SizeMap chart={sizes} locale={locale}>
          <Tools id="sizes" shown={shown} request={request} />
        </SizeMap>
      )}
      <Categories stats={stats} locale={locale}>
        <Tools id="categories" shown={shown} request={request} />
      </Categories>
      <section class="section" aria-labelledby="download-title">
        <h2 id="download-title">{text.download[locale]}</h2>
        <p class="links">
          <a href={href(locale, paths.radarCsv, { country })} download>
            CSV
          </a>
          <a href={`${radarJson}?${new URLSearchParams({ ...(country === undefined ? {} : { country }), locale })}`}>
            JSON
          </a>
        </p>
      </section>
    </>
  );
}

/** The links and sources under a chart. */
function Tools({ id, shown, request }: { id: RadarChartId; shown: Shown; request: PageRequest }) {
  const chart = shown.charts.get(id);
  if (chart === undefined) return null;
  return <ChartTools chart={chart} country={shown.country} locale={request.locale} site={request.site} />;
}

const radarJson = nis2Stats.rest?.[0]?.path ?? "/api/opendata/nis2-stats";
