import { nis2Stats } from "../../../capabilities/nis2-stats.ts";
import { COUNTRIES, type Country } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatNumber, formatShare } from "../../../core/text.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { Bars } from "../parts/bars.tsx";
import { CategorySign, categoryPlurals } from "../parts/category-mark.tsx";
import { countryNames, type Stats } from "../parts/headline-counts.tsx";
import { Notice } from "../parts/notice.tsx";
import { RadarMethod } from "../parts/radar-method.tsx";
import { href, paths } from "../paths.ts";

type Sector = NonNullable<Stats["sectors"]>[number];

const text = {
  title: { sk: "Koľkých firiem sa týka NIS2", cs: "Kolika firem se týká NIS2", en: "How many firms NIS2 concerns" },
  description: {
    sk: "Odhad počtu slovenských a českých firiem v pôsobnosti NIS2 podľa kategórie a sektora, s metodikou a údajmi na stiahnutie.",
    cs: "Odhad počtu slovenských a českých firem v působnosti NIS2 podle kategorie a odvětví, s metodikou a daty ke stažení.",
    en: "An estimate of how many Slovak and Czech firms are in scope of NIS2, by category and sector, with the method and data to download.",
  },
  country: { sk: "Krajina", cs: "Země", en: "Country" },
  both: { sk: "Slovensko a Česko", cs: "Slovensko a Česko", en: "Slovakia and Czechia" },
  sampleTitle: {
    sk: "Toto nie je celý register",
    cs: "Tohle není celý rejstřík",
    en: "This is not the whole register",
  },
  sample: {
    sk: "Kým nie je načítaný celý register, počítame len priloženú ukážku skutočných firiem. O počte firiem v krajine z nej nič nevyplýva.",
    cs: "Dokud není načten celý rejstřík, počítáme jen přiloženou ukázku skutečných firem. O počtu firem v zemi z ní nic neplyne.",
    en: "Until the whole register is imported, only the shipped sample of real firms is counted. It says nothing about the number of firms in the country.",
  },
  categories: { sk: "Podľa kategórie", cs: "Podle kategorie", en: "By category" },
  sectors: { sk: "Podľa sektora", cs: "Podle odvětví", en: "By sector" },
  sectorsCaption: {
    sk: "Firmy v pôsobnosti podľa sektora, od najväčšieho počtu. Plná časť pruhu sú kľúčové, pruhovaná dôležité subjekty.",
    cs: "Firmy v působnosti podle odvětví, od největšího počtu. Plná část pruhu jsou základní, pruhovaná důležité subjekty.",
    en: "Firms in scope by sector, most first. The solid part of a bar is essential, the hatched part important entities.",
  },
  table: { sk: "To isté v tabuľke", cs: "Totéž v tabulce", en: "The same as a table" },
  sector: { sk: "Sektor", cs: "Odvětví", en: "Sector" },
  category: { sk: "Kategória", cs: "Kategorie", en: "Category" },
  firms: { sk: "Firmy", cs: "Firmy", en: "Firms" },
  active: { sk: "Aktívne firmy spolu", cs: "Aktivní firmy celkem", en: "Active firms in all" },
  annex: { sk: "Príloha", cs: "Příloha", en: "Annex" },
  asOf: { sk: "Stav údajov", cs: "Stav dat", en: "State of the data" },
  estimate: {
    sk: "Odhad podľa pravidiel z údajov registrov, nie úradný zoznam",
    cs: "Odhad podle pravidel z údajů rejstříků, ne úřední seznam",
    en: "An estimate by rules from register data, not an official list",
  },
  download: { sk: "Stiahnuť", cs: "Stáhnout", en: "Download" },
  sources: { sk: "zdroje", cs: "zdroje", en: "sources" },
} satisfies Record<string, Localized>;

const ORDER = ["essential", "important", "unknown", "out_of_scope"] as const;

/** The chart's caption says what to see, with its numbers. */
const shares: Record<Locale, (inScope: string, active: string, share: string) => string> = {
  sk: (inScope, active, share) =>
    `Z ${active} aktívnych firiem je podľa údajov registrov v pôsobnosti ${inScope}, teda ${share}.`,
  cs: (inScope, active, share) =>
    `Z ${active} aktivních firem je podle údajů rejstříků v působnosti ${inScope}, tedy ${share}.`,
  en: (inScope, active, share) => `Of ${active} active firms, ${inScope} are in scope by the register data: ${share}.`,
};

/** "How many firms like us?" */
export async function radarPage(request: PageRequest): Promise<PageAnswer> {
  const { locale } = request;
  const country = readCountry(request.query);
  const stats = await request.ask(nis2Stats, country === undefined ? {} : { country });
  return {
    title: text.title[locale],
    description: text.description[locale],
    body: <Radar stats={stats} country={country} locale={locale} />,
  };
}

/** The same counts as a file for a spreadsheet. */
export async function radarCsv(request: PageRequest): Promise<Response> {
  const country = readCountry(request.query);
  const stats = await request.ask(nis2Stats, country === undefined ? {} : { country });
  const rows = [
    ["country", "sector", "name", "annex", ...ORDER],
    ...(stats.sectors ?? []).map((sector) => [
      stats.country ?? "SK+CZ",
      sector.id,
      sector.name,
      sector.annex,
      ...ORDER.map((category) => String(sector[category])),
    ]),
  ];
  const body = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\r\n");
  return new Response(`\uFEFF${body}\r\n`, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="nis2-radar-${(country ?? "sk-cz").toLowerCase()}.csv"`,
    },
  });
}

function readCountry(query: URLSearchParams): Country | undefined {
  return COUNTRIES.find((known) => known === query.get("country")?.toUpperCase());
}

function Radar({ stats, country, locale }: { stats: Stats; country: Country | undefined; locale: Locale }) {
  return (
    <>
      <section class="opening">
        <h1>{text.title[locale]}</h1>
        <p class="prose lead">
          {text.estimate[locale]}. {text.asOf[locale]}: {formatDay(stats.dataAsOf, locale)} (
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
        {stats.isSample ? (
          <Notice tone="caution" title={text.sampleTitle[locale]}>
            <p>{text.sample[locale]}</p>
          </Notice>
        ) : null}
      </section>
      <Categories stats={stats} locale={locale} />
      <Sectors sectors={stats.sectors ?? []} locale={locale} />
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
      <RadarMethod locale={locale} />
    </>
  );
}

const radarJson = nis2Stats.rest?.[0]?.path ?? "/api/opendata/nis2-stats";

function Categories({ stats, locale }: { stats: Stats; locale: Locale }) {
  const { totals, active } = stats;
  const inScope = totals.essential + totals.important;
  const number = (value: number) => formatNumber(value, locale);
  return (
    <section class="section" aria-labelledby="categories-title">
      <h2 id="categories-title">{text.categories[locale]}</h2>
      <Bars
        id="categories"
        caption={shares[locale](
          number(inScope),
          number(active),
          formatShare(active === 0 ? 0 : inScope / active, locale),
        )}
        bars={ORDER.map((category) => ({
          label: (
            <span class={`category is-${category}`}>
              <CategorySign category={category} /> {categoryPlurals[category][locale]}
            </span>
          ),
          parts: [{ value: totals[category], tone: tones[category] }],
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
            {ORDER.map((category) => (
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
    </section>
  );
}

const tones = { essential: "solid", important: "hatched", unknown: "plain", out_of_scope: "plain" } as const;

function Sectors({ sectors, locale }: { sectors: readonly Sector[]; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="sectors-title">
      <h2 id="sectors-title">{text.sectors[locale]}</h2>
      <Bars
        id="sectors"
        caption={text.sectorsCaption[locale]}
        bars={sectors.map((sector) => ({
          label: sector.name,
          parts: [
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
                {ORDER.map((category) => (
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
                  {ORDER.map((category) => (
                    <td class="number">{formatNumber(sector[category], locale)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  );
}
