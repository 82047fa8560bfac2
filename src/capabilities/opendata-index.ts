import { z } from "zod";
import type { Locale, Localized } from "../core/locale.ts";
import { DISCLAIMER } from "./answers/disclaimer.ts";
import { localeParameter } from "./calling/parameters.ts";
import { type Capability, defineCapability, type Services } from "./capability.ts";
import { nis2Stats } from "./nis2-stats.ts";
import { publishedFile } from "./opendata/file.ts";
import { NACE_COLUMNS } from "./opendata/nace-columns.ts";
import { LICENCE } from "./opendata/parts.ts";
import { PUBLISHED, type PublishedPart } from "./opendata/published.ts";
import { opendataAiAct } from "./opendata-ai-act.ts";
import { opendataNace } from "./opendata-nace.ts";
import { opendataObligations } from "./opendata-obligations.ts";
import { opendataQuestionnaire } from "./opendata-questionnaire.ts";
import { regulatoryFeed } from "./regulatory-feed.ts";

const input = z.strictObject({ locale: localeParameter });

const dataset = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  mediaType: z.string(),
  updates: z
    .enum(["versioned", "live"])
    .describe("versioned: the same bytes until a new version; live: made from registers or feeds when asked for."),
  version: z.string().describe("Of a live dataset the day of its data."),
  date: z.string(),
  bytes: z.number().int().describe("Size of the content. Of a live dataset: as it is now."),
  sha256: z.string().describe("Of the content, in hexadecimal digits. Of a live dataset: as it is now."),
  licence: z
    .object({ id: z.string(), name: z.string(), url: z.string() })
    .nullable()
    .describe("null: no one licence covers it; terms says more."),
  attribution: z.string().nullable().describe("How to name the source."),
  terms: z.string().nullable(),
  columns: z.array(z.object({ name: z.string(), meaning: z.string() })).optional(),
});

const output = z.object({
  version: z.string().describe("The newest version of the rule set."),
  date: z.string(),
  count: z.number().int(),
  datasets: z.array(dataset),
  verify: z.string().describe("How to compare a saved file with its checksum."),
  changelog: z.object({ url: z.string(), rss: z.string(), jsonFeed: z.string() }),
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string().describe("Day to which the state of the law was checked."),
});

type Answer = z.output<typeof output>;
type Dataset = Answer["datasets"][number];

/** Everything that can be downloaded, with version, size, checksum and licence. */
export const opendataIndex = defineCapability({
  name: "opendata_index",
  title: { sk: "Otvorené údaje", cs: "Otevřená data", en: "Open data" },
  description: "All datasets that can be downloaded, with version, date, size, SHA-256, licence and address.",
  access: "public",
  input,
  output,
  rest: [{ method: "GET", path: "/api/opendata", limits: ["rest_opendata_files"], maxAge: 300 }],
  web: { limits: [] },
  run: async ({ locale }, services): Promise<Answer> => {
    const { changelog, asOf } = services.knowledge;
    const { version, date } = changelog.newest;
    const address = `${services.baseUrl}/${locale}/changelog`;
    const live = await Promise.all(liveDatasets.map((each) => describeLive(each, locale, services)));
    const datasets = [...versioned.map((each) => describeVersioned(each, locale, services)), ...live];
    return {
      ...{ version, date, count: datasets.length, datasets },
      verify: VERIFY[locale],
      changelog: { url: address, rss: `${address}.rss`, jsonFeed: `${address}.json` },
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: asOf,
    };
  },
});

interface VersionedDataset {
  readonly part: PublishedPart;
  readonly id: string;
  readonly capability: Capability;
  readonly title: Localized;
}

const versioned: readonly VersionedDataset[] = [
  {
    part: "obligations",
    id: "obligations",
    capability: opendataObligations,
    title: { sk: "Katalóg povinností NIS2", cs: "Katalog povinností NIS2", en: "Catalog of NIS2 obligations" },
  },
  {
    part: "questionnaire",
    id: "questionnaire",
    capability: opendataQuestionnaire,
    title: { sk: "Dotazník NIS2", cs: "Dotazník NIS2", en: "NIS2 questionnaire" },
  },
  {
    part: "nace",
    id: "nace-to-nis2",
    capability: opendataNace,
    title: { sk: "Kódy NACE a sektory NIS2", cs: "Kódy NACE a odvětví NIS2", en: "NACE codes and NIS2 sectors" },
  },
  {
    part: "ai-act",
    id: "ai-act",
    capability: opendataAiAct,
    title: { sk: "Pravidlá aktu o AI", cs: "Pravidla aktu o AI", en: "Rules of the AI Act" },
  },
];

function describeVersioned(
  { part, id, capability, title }: VersionedDataset,
  locale: Locale,
  services: Services,
): Dataset {
  const { version, date, bytes, sha256 } = PUBLISHED[part](services);
  const offer = capability.rest?.[0];
  const columns = Object.entries(NACE_COLUMNS).map(([name, meaning]) => ({ name, meaning: meaning[locale] }));
  return {
    ...{ id, title: title[locale], url: `${services.baseUrl}${offer?.path ?? ""}` },
    mediaType: offer?.file?.mediaType.split(";")[0] ?? "application/json",
    ...{ updates: "versioned", version, date, bytes, sha256 },
    licence: { id: LICENCE.id, name: LICENCE.name, url: LICENCE.url },
    attribution: LICENCE.attribution[locale],
    terms: part === "nace" ? TITLES_TERMS[locale] : null,
    ...(part === "nace" ? { columns } : {}),
  };
}

interface LiveDataset {
  readonly id: string;
  readonly capability: Capability;
  readonly path: string;
  readonly title: Localized;
  readonly terms: Localized;
}

const liveDatasets: readonly LiveDataset[] = [
  {
    id: "nis2-stats",
    capability: nis2Stats,
    path: "/api/opendata/nis2-stats",
    title: {
      sk: "Počty firiem podľa kategórie a sektora",
      cs: "Počty firem podle kategorie a odvětví",
      en: "Firms by category and sector",
    },
    terms: {
      sk: "Odvodené údaje. Platia podmienky registrov, z ktorých sú spočítané; vypisuje ich stránka zdrojov.",
      cs: "Odvozená data. Platí podmínky rejstříků, z nichž jsou spočtena; vypisuje je stránka zdrojů.",
      en: "Derived data, under the terms of the registers they are counted from; the page on data sources lists them.",
    },
  },
  {
    id: "nis2-radar",
    capability: nis2Stats,
    path: "/api/opendata/nis2-radar",
    title: { sk: "Počty firiem podľa sektora", cs: "Počty firem podle odvětví", en: "Firms by sector" },
    terms: {
      sk: "Odvodené údaje. Platia podmienky registrov, z ktorých sú spočítané; vypisuje ich stránka zdrojov.",
      cs: "Odvozená data. Platí podmínky rejstříků, z nichž jsou spočtena; vypisuje je stránka zdrojů.",
      en: "Derived data, under the terms of the registers they are counted from; the page on data sources lists them.",
    },
  },
  {
    id: "regulatory-feed",
    capability: regulatoryFeed,
    path: "/api/opendata/regulatory-feed",
    title: { sk: "Regulačné novinky", cs: "Regulační novinky", en: "Regulatory feed" },
    terms: {
      sk: "Prevzaté texty patria ich vydavateľom. Vlastné položky Dosahu (own: true) sú pod CC BY 4.0.",
      cs: "Převzaté texty patří jejich vydavatelům. Vlastní položky Dosahu (own: true) jsou pod CC BY 4.0.",
      en: "Copied texts belong to their publishers. Dosah’s own items (own: true) are under CC BY 4.0.",
    },
  },
];

/** What the address answers at this moment, in the language of the index. */
async function describeLive(
  { id, capability, path, title, terms }: LiveDataset,
  locale: Locale,
  services: Services,
): Promise<Dataset> {
  const answer = await capability.run(capability.input.parse({ locale }), services);
  const offer = capability.rest?.find((each) => each.path === path);
  const text = JSON.stringify(offer?.view === undefined ? answer : offer.view.of(answer));
  const day = dayOfAnswer(answer) ?? services.today();
  const described = { version: day, date: day, licence: LICENCE };
  const { version, date, bytes, sha256 } = publishedFile(id, "json", text, described);
  return {
    ...{ id, title: title[locale], url: `${services.baseUrl}${path}?locale=${locale}`, mediaType: "application/json" },
    ...{ updates: "live", version, date, bytes, sha256 },
    ...{ licence: null, attribution: null, terms: terms[locale] },
  };
}

/** The day of the data, by whichever name the answer has for it. */
function dayOfAnswer(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const named = ["dataAsOf", "fetchedAt"].map((name): unknown => Reflect.get(answer, name));
  return named.find((value) => typeof value === "string")?.slice(0, 10);
}

const TITLES_TERMS: Localized = {
  sk: "Názvy kódov sú z úradných klasifikácií (Európska únia, Český štatistický úrad); knowledge/LICENSE.md uvádza podrobnosti.",
  cs: "Názvy kódů jsou z úředních klasifikací (Evropská unie, Český statistický úřad); knowledge/LICENSE.md uvádí podrobnosti.",
  en: "The titles of the codes are from the official classifications (European Union, Czech Statistical Office); knowledge/LICENSE.md has the details.",
};

const VERIFY: Localized = {
  sk: "sha256 je kontrolný súčet obsahu, ako ho vracia url. Ten istý súčet nesie hlavička Repr-Digest (RFC 9530, base64) a ETag. Uložený súbor overí príkaz sha256sum.",
  cs: "sha256 je kontrolní součet obsahu, jak ho vrací url. Týž součet nese hlavička Repr-Digest (RFC 9530, base64) a ETag. Uložený soubor ověří příkaz sha256sum.",
  en: "sha256 is the checksum of the content as url returns it. The header Repr-Digest (RFC 9530, base64) and ETag carry the same. The command sha256sum verifies a saved file.",
};
