import type { Locale, Localized } from "../../core/locale.ts";
import type { Capability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { regulatoryFeed } from "../feed/regulatory-feed.ts";
import { nis2Stats } from "../registers/nis2-stats.ts";
import { LICENCE } from "./dataset-content.ts";
import type { DatasetRow } from "./dataset-row.ts";
import { opendataScanChecks } from "./opendata-scan-checks.ts";
import { publishedFile } from "./published-file.ts";

/** A dataset that is made at each request. */
interface LiveDataset {
  readonly id: string;
  readonly capability: Capability;
  readonly path: string;
  readonly title: Localized;
  readonly terms: Localized;
}

const COUNTED_TERMS: Localized = {
  sk: "Odvodené údaje. Platia podmienky registrov, z ktorých sú spočítané; vypisuje ich stránka zdrojov.",
  cs: "Odvozená data. Platí podmínky rejstříků, z nichž jsou spočtena; vypisuje je stránka zdrojů.",
  en: "Derived data, under the terms of the registers they are counted from; the page on data sources lists them.",
};

/** In the order of the index. */
export const liveDatasets: readonly LiveDataset[] = [
  {
    id: "scan-checks",
    capability: opendataScanChecks,
    path: "/api/opendata/scan-checks",
    title: { sk: "Kontroly domény", cs: "Kontroly domény", en: "Checks of the domain scan" },
    terms: {
      sk: "Vlastné texty služby Dosah, CC BY 4.0.",
      cs: "Vlastní texty služby Dosah, CC BY 4.0.",
      en: "Dosah’s own texts, CC BY 4.0.",
    },
  },
  {
    id: "nis2-stats",
    capability: nis2Stats,
    path: "/api/opendata/nis2-stats",
    title: {
      sk: "Počty firiem podľa kategórie a sektora",
      cs: "Počty firem podle kategorie a odvětví",
      en: "Firms by category and sector",
    },
    terms: COUNTED_TERMS,
  },
  {
    id: "nis2-radar",
    capability: nis2Stats,
    path: "/api/opendata/nis2-radar",
    title: { sk: "Počty firiem podľa sektora", cs: "Počty firem podle odvětví", en: "Firms by sector" },
    terms: COUNTED_TERMS,
  },
  {
    id: "regulatory-feed",
    capability: regulatoryFeed,
    path: "/api/opendata/regulatory-feed",
    title: { sk: "Regulačné novinky", cs: "Regulační novinky", en: "Regulatory feed" },
    terms: {
      sk: "Prevzaté texty patria ich vydavateľom. Vlastné položky služby Dosah (own: true) sú pod CC BY 4.0.",
      cs: "Převzaté texty patří jejich vydavatelům. Vlastní položky služby Dosah (own: true) jsou pod CC BY 4.0.",
      en: "Copied texts belong to their publishers. Dosah’s own items (own: true) are under CC BY 4.0.",
    },
  },
];

/** What the address answers at this moment, in the language of the index. */
export async function describeLive(
  { id, capability, path, title, terms }: LiveDataset,
  locale: Locale,
  services: Services,
): Promise<DatasetRow> {
  const args = capability.input.parse({ locale });
  const answer = await capability.run(args, services);
  const offer = capability.rest?.find((each) => each.path === path);
  const text = JSON.stringify(offer?.view === undefined ? answer : offer.view.of(answer, args));
  const day = dayOfAnswer(answer) ?? services.today();
  const described = { version: day, date: day, licence: LICENCE };
  const { version, date, bytes, sha256 } = publishedFile(id, "json", text, described);
  return {
    id,
    title: title[locale],
    url: `${services.baseUrl}${path}?locale=${locale}`,
    mediaType: "application/json",
    updates: "live",
    version,
    date,
    bytes,
    sha256,
    licence: null,
    attribution: null,
    terms: terms[locale],
  };
}

/** The day of the data, by whichever name the answer has for it. */
function dayOfAnswer(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const named = ["dataAsOf", "fetchedAt"].map((name): unknown => Reflect.get(answer, name));
  return named.find((value) => typeof value === "string")?.slice(0, 10);
}
