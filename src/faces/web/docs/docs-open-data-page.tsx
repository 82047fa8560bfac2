import type { AnswerOf } from "../../../capabilities/capability.ts";
import { opendataIndex } from "../../../capabilities/opendata/opendata-index.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatNumber } from "../../../core/text.ts";
import { CodeBlock } from "../components/code-block.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";

type Index = AnswerOf<typeof opendataIndex>;
type Dataset = Index["datasets"][number];

const text = {
  title: { sk: "Otvorené údaje", cs: "Otevřená data", en: "Open data" },
  description: {
    sk: "Pravidlá, podľa ktorých Dosah odpovedá, na stiahnutie: povinnosti, dotazník, kódy NACE a akt o AI, v troch jazykoch vedľa seba.",
    cs: "Pravidla, podle kterých Dosah odpovídá, ke stažení: povinnosti, dotazník, kódy NACE a akt o AI, ve třech jazycích vedle sebe.",
    en: "The rules that Dosah answers by, for download: obligations, questionnaire, NACE codes and the AI Act, three languages side by side.",
  },
  intro: {
    sk: "Pravidlá, podľa ktorých Dosah odpovedá, si môžete stiahnuť celé, vo všetkých troch jazykoch vedľa seba. Súbor danej verzie je na každej inštalácii služby Dosah bajt po bajte rovnaký.",
    cs: "Pravidla, podle kterých Dosah odpovídá, si můžete stáhnout celá, ve všech třech jazycích vedle sebe. Soubor dané verze je na každé instalaci služby Dosah bajt po bajtu stejný.",
    en: "You can download all the rules that Dosah answers by, in all three languages side by side. The file of a given version is byte for byte the same on every Dosah.",
  },
  versioned: { sk: "Súbory s verziou", cs: "Soubory s verzí", en: "Files with a version" },
  live: { sk: "Priebežne aktualizované údaje", cs: "Průběžně aktualizovaná data", en: "Live data" },
  liveIntro: {
    sk: "Vznikajú z registrov a z noviniek v okamihu, keď sa na ne opýtate. Namiesto verzie majú deň údajov.",
    cs: "Vznikají z rejstříků a z novinek v okamžiku, kdy se na ně zeptáte. Místo verze mají den dat.",
    en: "They are made from registers and feeds at the moment you ask. Instead of a version they carry the day of the data.",
  },
  licence: { sk: "Licencia", cs: "Licence", en: "Licence" },
  licenceIntro: {
    sk: "Čo napísal Dosah, je pod licenciou CC BY 4.0: kopírujte, meňte a predávajte, len uveďte zdroj a povedzte, čo ste zmenili.",
    cs: "Co napsal Dosah, je pod licencí CC BY 4.0: kopírujte, měňte a prodávejte, jen uveďte zdroj a řekněte, co jste změnili.",
    en: "What Dosah wrote is under CC BY 4.0: copy it, change it, sell it, but name the source and say what you changed.",
  },
  attribution: { sk: "Uvedenie zdroja", cs: "Uvedení zdroje", en: "Attribution" },
  full: { sk: "Znenie licencie", cs: "Znění licence", en: "Text of the licence" },
  index: { sk: "Zoznam ako JSON", cs: "Seznam jako JSON", en: "The list as JSON" },
  changes: { sk: "Čo sa v pravidlách zmenilo", cs: "Co se v pravidlech změnilo", en: "What changed in the rules" },
} satisfies Record<string, Localized>;

/** "What can I download, and how do I know that it is whole?" */
export async function docsOpenDataPage(request: PageRequest): Promise<PageAnswer> {
  const { locale } = request;
  const index = await request.ask(opendataIndex, {});
  const versioned = index.datasets.filter(({ updates }) => updates === "versioned");
  const live = index.datasets.filter(({ updates }) => updates === "live");
  return {
    title: text.title[locale],
    description: text.description[locale],
    scripts: ["copy"],
    jsonLd: catalogData(versioned, request),
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.intro[locale]}</p>
          <p class="links">
            <a href={`/api/opendata?locale=${locale}`}>{text.index[locale]}</a>
            <a href={href(locale, paths.changelog)}>{text.changes[locale]}</a>
          </p>
        </section>
        <section class="section" aria-labelledby="versioned-title">
          <h2 id="versioned-title">{text.versioned[locale]}</h2>
          <Datasets datasets={versioned} locale={locale} />
        </section>
        <Licence index={index} locale={locale} />
        <Checksum versioned={versioned} locale={locale} />
        <section class="section" aria-labelledby="live-title">
          <h2 id="live-title">{text.live[locale]}</h2>
          <p class="prose">{text.liveIntro[locale]}</p>
          <Datasets datasets={live} locale={locale} />
        </section>
        <Columns datasets={versioned} locale={locale} />
      </>
    ),
  };
}

/** The files of the rule set as search engines for data read them. */
function catalogData(datasets: readonly Dataset[], { locale, site }: PageRequest) {
  const address = `${site.baseUrl}${href(locale, paths.docsOpenData)}`;
  return {
    "@type": "DataCatalog",
    name: text.title[locale],
    url: address,
    inLanguage: locale,
    dataset: datasets.map(({ id, title, url, mediaType, version, date, licence, attribution }) => ({
      "@type": "Dataset",
      name: title,
      description: attribution === null ? title : `${title}. ${attribution}`,
      url: `${address}#${id}`,
      version,
      datePublished: date,
      license: licence?.url,
      creator: { "@type": "Organization", name: "Dosah", url: site.baseUrl },
      distribution: { "@type": "DataDownload", contentUrl: url, encodingFormat: mediaType },
    })),
  };
}

function Licence({ index, locale }: { index: Index; locale: Locale }) {
  const dataset = index.datasets.find(({ licence }) => licence !== null);
  if (dataset?.licence == null || dataset.attribution === null) return null;
  return (
    <section class="section" aria-labelledby="licence-title">
      <h2 id="licence-title">{text.licence[locale]}</h2>
      <p class="prose">
        {text.licenceIntro[locale]} <a href={dataset.licence.url}>{text.full[locale]}</a>
      </p>
      <CodeBlock id="attribution" code={dataset.attribution} label={text.attribution[locale]} locale={locale} isProse />
    </section>
  );
}

const checksumText = {
  checksum: { sk: "Kontrolný súčet", cs: "Kontrolní součet", en: "Checksum" },
  example: { sk: "Stiahnuť a overiť", cs: "Stáhnout a ověřit", en: "Download and verify" },
  sums: { sk: "Súčty SHA-256", cs: "Součty SHA-256", en: "SHA-256 checksums" },
} satisfies Record<string, Localized>;

const checksumIntro: Localized = {
  sk: "Každé stiahnutie nesie svoj súčet SHA-256 v hlavičkách ETag a Repr-Digest (RFC 9530). Komu obsah pošleme zbalený (Brotli), tomu hlavičky uvedú súčet zbalenej podoby; uložený súbor má presne ten súčet, ktorý uvádzame.",
  cs: "Každé stažení nese svůj součet SHA-256 v hlavičkách ETag a Repr-Digest (RFC 9530). Komu obsah pošleme zabalený (Brotli), tomu hlavičky uvedou součet zabalené podoby; uložený soubor má přesně ten součet, který uvádíme.",
  en: "Every download carries its SHA-256 in the headers ETag and Repr-Digest (RFC 9530). Where the content is sent compressed (Brotli), the headers carry the checksum of that form; the saved file has exactly the checksum stated here.",
};

/** How to know that a download is whole; nothing where there is none. */
function Checksum({ versioned, locale }: { versioned: readonly Dataset[]; locale: Locale }) {
  const [first] = versioned;
  if (first === undefined) return null;
  const commands = [`curl -O '${first.url}'`, `echo '${first.sha256}  ${fileOf(first)}' | sha256sum -c`].join("\n");
  const sums = versioned.map((dataset) => `${dataset.sha256}  ${fileOf(dataset)}`).join("\n");
  return (
    <section class="section" aria-labelledby="checksum-title">
      <h2 id="checksum-title">{checksumText.checksum[locale]}</h2>
      <p class="prose">{checksumIntro[locale]}</p>
      <h3>{checksumText.example[locale]}</h3>
      <CodeBlock id="verify-example" code={commands} label={checksumText.example[locale]} locale={locale} />
      <h3>{checksumText.sums[locale]}</h3>
      <CodeBlock id="sha256" code={sums} label={checksumText.sums[locale]} locale={locale} />
    </section>
  );
}

const datasetText = {
  dataset: { sk: "Súbor", cs: "Soubor", en: "File" },
  version: { sk: "Verzia", cs: "Verze", en: "Version" },
  date: { sk: "Zo dňa", cs: "Ze dne", en: "Dated" },
  size: { sk: "Veľkosť", cs: "Velikost", en: "Size" },
} satisfies Record<string, Localized>;

/** Datasets to download, with version, day and size. */
function Datasets({ datasets, locale }: { datasets: readonly Dataset[]; locale: Locale }) {
  return (
    <table class="is-stacked datasets">
      <thead>
        <tr>
          <th scope="col">{datasetText.dataset[locale]}</th>
          <th scope="col">{datasetText.version[locale]}</th>
          <th scope="col">{datasetText.date[locale]}</th>
          <th scope="col" class="number">
            {datasetText.size[locale]}
          </th>
        </tr>
      </thead>
      <tbody>
        {datasets.map((dataset) => (
          <tr>
            <th scope="row">
              <a href={pathOf(dataset)} type={dataset.mediaType} download={dataset.updates === "versioned"}>
                {dataset.title}
              </a>
              <p class="meta">{fileOf(dataset)}</p>
              {dataset.terms === null ? null : <p class="meta">{dataset.terms}</p>}
            </th>
            <td data-label={datasetText.version[locale]}>{dataset.version}</td>
            <td data-label={datasetText.date[locale]}>{formatDay(dataset.date, locale)}</td>
            <td data-label={datasetText.size[locale]} class="number">
              {formatNumber(Math.ceil(dataset.bytes / 1024), locale)} KiB
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The address within this site: a page may be read under another name of the same host. */
function pathOf({ url }: Dataset): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** What the file is called. */
function fileOf({ url }: Dataset): string {
  return new URL(url).pathname.split("/").at(-1) ?? "";
}

const columnText = {
  table: { sk: "Stĺpce tabuľky NACE", cs: "Sloupce tabulky NACE", en: "Columns of the NACE table" },
  tableIntro: {
    sk: "CSV podľa RFC 4180 v UTF-8 s jedným riadkom hlavičky a bez poznámok. V tabuľkovom programe načítajte stĺpec nace_code ako text: 06.10 nie je 6,1.",
    cs: "CSV podle RFC 4180 v UTF-8 s jedním řádkem záhlaví a bez poznámek. V tabulkovém programu načtěte sloupec nace_code jako text: 06.10 není 6,1.",
    en: "CSV as in RFC 4180, UTF-8, one header line, no comments. In a spreadsheet, import the column nace_code as text: 06.10 is not 6.1.",
  },
  column: { sk: "Stĺpec", cs: "Sloupec", en: "Column" },
  meaning: { sk: "Čo obsahuje", cs: "Co obsahuje", en: "What it holds" },
} satisfies Record<string, Localized>;

/** What the columns of the table mean. */
function Columns({ datasets, locale }: { datasets: readonly Dataset[]; locale: Locale }) {
  const columns = datasets.find((dataset) => dataset.columns !== undefined)?.columns ?? [];
  return (
    <section class="section" aria-labelledby="columns-title">
      <h2 id="columns-title">{columnText.table[locale]}</h2>
      <p class="prose">{columnText.tableIntro[locale]}</p>
      <table class="is-stacked">
        <thead>
          <tr>
            <th scope="col">{columnText.column[locale]}</th>
            <th scope="col">{columnText.meaning[locale]}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, meaning }) => (
            <tr>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td data-label={columnText.meaning[locale]}>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
