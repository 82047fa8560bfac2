import type { Country } from "../../core/country.ts";
import type { Ico } from "../../core/ico.ts";
import type { Localized } from "../../core/locale.ts";
import { LICENCE } from "./dataset-content.ts";
import type { DatasetRow } from "./dataset-row.ts";

/** A dataset of the catalogue with what a national catalogue wants to know of it. */
export interface CatalogedDataset {
  readonly id: string;
  readonly title: Localized;
  readonly description: Localized;
  readonly keywords: { readonly [Language in keyof Localized]: readonly string[] };
  readonly row: Pick<DatasetRow, "url" | "mediaType" | "date">;
}

/** Where a catalogue stands and who publishes it. */
export interface CatalogAddress {
  /** Public address of this Dosah. */
  readonly baseUrl: string;
  readonly country: Country;
  /** The operator's number, where the operator named it; a national catalogue takes only publishers of its register. */
  readonly publisher: Ico | undefined;
}

/** The address at which the record of a dataset stands, or that of the whole catalogue. */
export function recordUrl({ baseUrl, country, publisher }: CatalogAddress, dataset?: string): string {
  const query = new URLSearchParams({
    country,
    ...(dataset === undefined ? {} : { dataset }),
    ...(publisher === undefined ? {} : { publisher }),
  });
  return `${baseUrl}/api/opendata/dcat?${query}`;
}

/** How the two national profiles of DCAT-AP name the same things. */
const TERMS = {
  SK: {
    // DCAT-AP-SK 2.0.1: https://datova-kancelaria.github.io/dcat-ap-sk-2.0/
    context: "https://datova-kancelaria.github.io/dcat-ap-sk-2.0/kontexty/rozhranie-katalógu-otvorených-dát.jsonld",
    language: "sk",
    catalog: "Katalóg",
    dataset: "Dataset",
    distribution: "Distribúcia",
    terms: "Špecifikácia podmienok použitia",
    keys: {
      title: "názov",
      description: "popis",
      publisher: "poskytovateľ",
      datasets: "dataset",
      homepage: "domovská_stránka",
      theme: "téma",
      frequency: "periodicita_aktualizácie",
      keyword: "kľúčové_slovo",
      area: "geografické_územie",
      documentation: "dokumentácia",
      distributions: "distribúcia",
      use: "podmienky_použitia",
      work: "autorské_dielo",
      author: "autor",
      database: "databáza_ako_autorské_dielo",
      databaseAuthor: "autor_databázy",
      databaseMaker: "databáza_chránená_zvláštnými_právami",
      personalData: "osobné_údaje",
      accessUrl: "prístupové_url",
      downloadUrl: "súbor_na_stiahnutie",
      format: "formát",
      mediaType: "typ_média",
    },
    area: ["https://data.gov.sk/id/nuts1/SK0"],
    noPersonalData: "https://data.gov.sk/def/personal-data-occurence-type/2",
    publisher: "https://data.gov.sk/id/legal-subject/",
  },
  CZ: {
    // DCAT-AP-CZ of 11 January 2021: https://ofn.gov.cz/rozhraní-katalogů-otevřených-dat/2021-01-11/
    context:
      "https://ofn.gov.cz/rozhraní-katalogů-otevřených-dat/2021-01-11/kontexty/rozhraní-katalogů-otevřených-dat.jsonld",
    language: "cs",
    catalog: "Katalog",
    dataset: "Datová sada",
    distribution: "Distribuce",
    terms: "Specifikace podmínek užití",
    keys: {
      title: "název",
      description: "popis",
      publisher: "poskytovatel",
      datasets: "datová_sada",
      homepage: "domovská_stránka",
      theme: "téma",
      frequency: "periodicita_aktualizace",
      keyword: "klíčové_slovo",
      area: "prvek_rúian",
      documentation: "dokumentace",
      distributions: "distribuce",
      use: "podmínky_užití",
      work: "autorské_dílo",
      author: "autor",
      database: "databáze_jako_autorské_dílo",
      databaseAuthor: "autor_databáze",
      databaseMaker: "databáze_chráněná_zvláštními_právy",
      personalData: "osobní_údaje",
      accessUrl: "přístupové_url",
      downloadUrl: "soubor_ke_stažení",
      format: "formát",
      mediaType: "typ_média",
    },
    area: ["https://linked.cuzk.cz/resource/ruian/stat/1"],
    noPersonalData: "https://data.gov.cz/podmínky-užití/neobsahuje-osobní-údaje/",
    publisher: "https://rpp-opendata.egon.gov.cz/odrpp/zdroj/orgán-veřejné-moci/",
  },
} as const;

type Terms = (typeof TERMS)[Country];

/** A record as JSON-LD: the names of its fields are those of the national profile. */
export type DcatRecord = Readonly<Record<string, unknown>>;

/** The record of the catalogue, which names the records of its datasets. */
export function catalogRecord(address: CatalogAddress, datasets: readonly CatalogedDataset[]): DcatRecord {
  const terms = TERMS[address.country];
  const { keys } = terms;
  return {
    "@context": terms.context,
    iri: recordUrl(address),
    typ: terms.catalog,
    [keys.title]: inLanguages(CATALOG_TITLE, terms),
    [keys.description]: inLanguages(CATALOG_DESCRIPTION, terms),
    [keys.publisher]: publisherOf(address, terms),
    [keys.homepage]: `${address.baseUrl}/${terms.language}/docs/open-data`,
    [keys.datasets]: datasets.map(({ id }) => recordUrl(address, id)),
  };
}

/** The record of one dataset with its file. */
export function datasetRecord(address: CatalogAddress, { id, title, description, keywords, row }: CatalogedDataset) {
  const terms = TERMS[address.country];
  const { keys, language } = terms;
  const isCsv = row.mediaType.startsWith("text/csv");
  return {
    "@context": terms.context,
    iri: recordUrl(address, id),
    typ: terms.dataset,
    [keys.title]: inLanguages(title, terms),
    [keys.description]: inLanguages(description, terms),
    [keys.publisher]: publisherOf(address, terms),
    [keys.theme]: ["http://publications.europa.eu/resource/authority/data-theme/JUST"],
    [keys.frequency]: "http://publications.europa.eu/resource/authority/frequency/IRREG",
    [keys.keyword]: { [language]: [...keywords[language]], en: [...keywords.en] },
    [keys.area]: [...terms.area],
    [keys.documentation]: `${address.baseUrl}/${language}/docs/open-data`,
    [keys.distributions]: [
      {
        iri: `${recordUrl(address, id)}#file`,
        typ: terms.distribution,
        [keys.title]: inLanguages(title, terms),
        [keys.use]: {
          typ: terms.terms,
          [keys.work]: LICENCE.url,
          [keys.author]: { [language]: "Dosah" },
          [keys.database]: LICENCE.url,
          [keys.databaseAuthor]: { [language]: "Dosah" },
          [keys.databaseMaker]: LICENCE.url,
          [keys.personalData]: terms.noPersonalData,
        },
        [keys.accessUrl]: row.url,
        [keys.downloadUrl]: row.url,
        [keys.format]: `http://publications.europa.eu/resource/authority/file-type/${isCsv ? "CSV" : "JSON"}`,
        [keys.mediaType]: `http://www.iana.org/assignments/media-types/${isCsv ? "text/csv" : "application/json"}`,
      },
    ],
  } satisfies DcatRecord;
}

function publisherOf({ baseUrl, publisher }: CatalogAddress, terms: Terms): string {
  return publisher === undefined ? `${baseUrl}/` : `${terms.publisher}${publisher}`;
}

/** The language of the catalogue and English: the profiles know no others. */
function inLanguages(text: Localized, { language }: Terms): Readonly<Record<string, string>> {
  return { [language]: text[language], en: text.en };
}

const CATALOG_TITLE: Localized = {
  sk: "Otvorené údaje služby Dosah",
  cs: "Otevřená data služby Dosah",
  en: "Open data of Dosah",
};

const CATALOG_DESCRIPTION: Localized = {
  sk: "Pravidlá a katalógy, podľa ktorých Dosah posudzuje pôsobnosť smernice NIS2 a aktu o AI, v slovenčine, češtine a angličtine.",
  cs: "Pravidla a katalogy, podle nichž Dosah posuzuje působnost směrnice NIS2 a aktu o AI, ve slovenštině, češtině a angličtině.",
  en: "The rules and catalogues by which Dosah judges the reach of the NIS2 directive and of the AI Act, in Slovak, Czech and English.",
};
