import { z } from "zod";
import { parseIco } from "../../core/ico.ts";
import { countryParameter, icoParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { LICENCE } from "./dataset-content.ts";
import { type CatalogAddress, type CatalogedDataset, catalogRecord, datasetRecord } from "./dcat-records.ts";
import { publishedFile } from "./published-file.ts";
import { describeVersioned, versionedDatasets } from "./versioned-datasets.ts";

const IDS = ["obligations", "questionnaire", "nace-to-nis2", "ai-act"] as const;

const input = z.strictObject({
  country: countryParameter.describe("Whose national catalogue: SK gives DCAT-AP-SK, CZ gives DCAT-AP-CZ."),
  dataset: z.enum(IDS).optional().describe("The record of this dataset; when omitted, the record of the catalogue."),
  publisher: icoParameter
    .optional()
    .describe("Number of the operator, as the national catalogue knows it as a publisher; default: this Dosah itself."),
  locale: localeParameter.describe(
    "Language of error texts; a record holds the language of its catalogue and English.",
  ),
});

const output = z.looseObject({ "@context": z.string(), iri: z.string(), typ: z.string() });

/** The open data as records of the national catalogues, so that these can harvest them (docs/open-data.md). */
export const opendataDcat = defineCapability({
  name: "opendata_dcat",
  access: "public",
  input,
  published: {
    title: "Records for national catalogues",
    description:
      "The open data as DCAT-AP records in JSON-LD, in the profile of the Slovak (DCAT-AP-SK 2.0.1) or the Czech (DCAT-AP-CZ, 2021-01-11) national catalogue.",
    output,
  },
  rest: [
    {
      method: "GET",
      path: "/api/opendata/dcat",
      cost: { rows: ["rest_opendata_files"] },
      maxAge: 300,
      file: {
        mediaType: "application/ld+json",
        of: (record) =>
          publishedFile("dcat", "jsonld", `${JSON.stringify(record, null, 2)}\n`, {
            version: "1",
            date: DATE,
            licence: LICENCE,
          }),
      },
    },
  ],
  run: ({ country, dataset, publisher }, services): z.output<typeof output> => {
    const { baseUrl } = services;
    const address: CatalogAddress = {
      baseUrl,
      country,
      publisher: publisher === undefined ? undefined : parseIco(publisher),
    };
    const datasets = versionedDatasets.map((each): CatalogedDataset => {
      const { title, id, part } = each;
      return { id, title, ...ABOUT[part], row: describeVersioned(each, "en", services) };
    });
    const chosen = datasets.find(({ id }) => id === dataset);
    const record = chosen === undefined ? catalogRecord(address, datasets) : datasetRecord(address, chosen);
    return output.parse(record);
  },
});

/** The day from which the form of the records is as it is; the datasets have days of their own. */
const DATE = "2026-11-23";

/** What a catalogue says of each dataset beyond its title. */
const ABOUT: Readonly<
  Record<(typeof versionedDatasets)[number]["part"], Pick<CatalogedDataset, "description" | "keywords">>
> = {
  obligations: {
    description: {
      sk: "Povinnosti podľa smernice NIS2 s právnym základom v slovenskom, českom a európskom práve a s odporúčaným intervalom preskúmania.",
      cs: "Povinnosti podle směrnice NIS2 s právním základem ve slovenském, českém a evropském právu a s doporučeným intervalem přezkoumání.",
      en: "Obligations under the NIS2 directive with their legal basis in Slovak, Czech and EU law and a recommended review interval.",
    },
    keywords: {
      sk: ["NIS2", "kybernetická bezpečnosť", "povinnosti"],
      cs: ["NIS2", "kybernetická bezpečnost", "povinnosti"],
      en: ["NIS2", "cybersecurity", "obligations"],
    },
  },
  questionnaire: {
    description: {
      sk: "Otázky na vlastné posúdenie pripravenosti podľa NIS2 v 13 oblastiach, s návodom, váhou a ustanoveniami.",
      cs: "Otázky pro vlastní posouzení připravenosti podle NIS2 ve 13 oblastech, s návodem, váhou a ustanoveními.",
      en: "Questions for the self-assessment under NIS2 in 13 areas, with guidance, weight and provisions.",
    },
    keywords: {
      sk: ["NIS2", "kybernetická bezpečnosť", "dotazník"],
      cs: ["NIS2", "kybernetická bezpečnost", "dotazník"],
      en: ["NIS2", "cybersecurity", "questionnaire"],
    },
  },
  nace: {
    description: {
      sk: "Ktorá činnosť podľa klasifikácie NACE patrí do ktorého sektora smernice NIS2.",
      cs: "Která činnost podle klasifikace NACE patří do kterého odvětví směrnice NIS2.",
      en: "Which activity of the NACE classification belongs to which sector of the NIS2 directive.",
    },
    keywords: {
      sk: ["NIS2", "NACE", "sektory"],
      cs: ["NIS2", "NACE", "odvětví"],
      en: ["NIS2", "NACE", "sectors"],
    },
  },
  "ai-act": {
    description: {
      sk: "Pravidlá, podľa ktorých sa určuje trieda systému AI a povinnosti toho, kto ho používa.",
      cs: "Pravidla, podle nichž se určuje třída systému AI a povinnosti toho, kdo jej používá.",
      en: "The rules that give an AI system its class, and the duties of whoever uses it.",
    },
    keywords: {
      sk: ["akt o AI", "umelá inteligencia"],
      cs: ["akt o AI", "umělá inteligence"],
      en: ["AI Act", "artificial intelligence"],
    },
  },
};
