import type { Locale, Localized } from "../../core/locale.ts";
import type { Capability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { LICENCE } from "./dataset-content.ts";
import type { DatasetRow } from "./dataset-row.ts";
import { NACE_COLUMNS } from "./nace-columns.ts";
import { opendataAiAct } from "./opendata-ai-act.ts";
import { opendataNace } from "./opendata-nace.ts";
import { opendataObligations } from "./opendata-obligations.ts";
import { opendataQuestionnaire } from "./opendata-questionnaire.ts";
import { PUBLISHED, type PublishedPart } from "./published-datasets.ts";

/** A dataset that is the same everywhere until the rule set gets another version. */
interface VersionedDataset {
  readonly part: PublishedPart;
  readonly id: string;
  readonly capability: Capability;
  readonly title: Localized;
}

/** In the order of the index. */
export const versionedDatasets: readonly VersionedDataset[] = [
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

/** What is said of it, in the language of the index. */
export function describeVersioned(
  { part, id, capability, title }: VersionedDataset,
  locale: Locale,
  services: Services,
): DatasetRow {
  const { version, date, bytes, sha256 } = PUBLISHED[part](services);
  const offer = capability.rest?.[0];
  const columns = Object.entries(NACE_COLUMNS).map(([name, meaning]) => ({ name, meaning: meaning[locale] }));
  return {
    id,
    title: title[locale],
    url: `${services.baseUrl}${offer?.path ?? ""}`,
    mediaType: offer?.file?.mediaType.split(";")[0] ?? "application/json",
    updates: "versioned",
    version,
    date,
    bytes,
    sha256,
    licence: { id: LICENCE.id, name: LICENCE.name, url: LICENCE.url },
    attribution: LICENCE.attribution[locale],
    terms: part === "nace" ? TITLES_TERMS[locale] : null,
    ...(part === "nace" ? { columns } : {}),
  };
}

const TITLES_TERMS: Localized = {
  sk: "Názvy kódov sú z úradných klasifikácií (Európska únia, Český štatistický úrad); knowledge/LICENSE.md uvádza podrobnosti.",
  cs: "Názvy kódů jsou z úředních klasifikací (Evropská unie, Český statistický úřad); knowledge/LICENSE.md uvádí podrobnosti.",
  en: "The titles of the codes are from the official classifications (European Union, Czech Statistical Office); knowledge/LICENSE.md has the details.",
};
