import { z } from "zod";
import { LOCALES, type Locale, type Localized } from "../../core/locale.ts";
import type { Act } from "../../knowledge/acts.ts";
import type { Part } from "../../knowledge/changelog.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { type Grounding, groundingFor } from "../answers/grounding.ts";
import { localeParameter } from "../calling/parameters.ts";
import type { Services } from "../contexts.ts";

/** What a dataset is made of. It knows neither clock nor address, so that every Dosah gives the same bytes. */
export interface DatasetServices extends Pick<Services, "confirm"> {
  readonly knowledge: Knowledge;
}

/** A dataset has all three languages; only its errors have one. */
export const datasetInput = z.strictObject({
  locale: localeParameter.describe("Language of error texts; the file holds all three languages."),
});

/** The licence of what Dosah itself wrote (knowledge/LICENSE.md). */
export const LICENCE = {
  id: "CC-BY-4.0",
  name: "Creative Commons Attribution 4.0 International",
  url: "https://creativecommons.org/licenses/by/4.0/",
  attribution: {
    sk: "Vychádza zo znalostných súborov Dosahu, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/).",
    cs: "Vychází ze znalostních souborů Dosahu, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/).",
    en: "Based on the knowledge files of Dosah, CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/).",
  },
} as const;

/** A text side by side; a language whose citation is not confirmed is `null`. */
export const sideBySide = z.object({ sk: z.string().nullable(), cs: z.string().nullable(), en: z.string().nullable() });

export type SideBySide = z.output<typeof sideBySide>;

export const licenceSchema = z.object({
  id: z.literal(LICENCE.id),
  name: z.string(),
  url: z.string(),
  attribution: sideBySide.describe("Name the source so, and say what you changed."),
});

/** A provision: its reference in the notation of `knowledge/acts/README.md`, and written out. */
export const provision = z.object({ reference: z.string(), ...sideBySide.shape });

export const actSchema = z.object({
  id: z.string(),
  number: z.string(),
  jurisdiction: z.enum(["EU", "SK", "CZ"]),
  name: sideBySide,
  inForceFrom: z.string().nullable(),
  source: z.string().describe("Address of the official text."),
  checkedOn: z.string().describe("Day on which it was last compared with the official text."),
});

/** What every JSON dataset says of itself. */
export const datasetHead = {
  version: z.string().describe("Version of this part of the rule set; a new one whenever a byte below changes."),
  date: z.string().describe("The day from which Dosah answers by it."),
  licence: licenceSchema,
  indicative: z.literal(true),
  disclaimer: sideBySide,
  dataAsOf: z.string().describe("Day to which the state of the law was checked."),
};

/** The head of a dataset. */
export function headOf(part: Part, { changelog, asOf }: Knowledge) {
  const { version, date } = changelog.byPart[part];
  const licence = { ...LICENCE, attribution: { ...LICENCE.attribution } };
  return { version, date, licence, indicative: true as const, disclaimer: { ...DISCLAIMER }, dataAsOf: asOf };
}

/** Writes texts and provisions in all languages at once, each confirmed, and remembers which acts were named. */
export interface Trilingual {
  text(text: Localized): SideBySide;
  provision(reference: string): z.output<typeof provision>;
  /** The acts that the provisions so far belong to, in the order of the registry. */
  acts(): z.output<typeof actSchema>[];
}

export function trilingual(services: DatasetServices): Trilingual {
  const { acts } = services.knowledge;
  const groundings = new Map<Locale, Grounding>(LOCALES.map((locale) => [locale, groundingFor(services, locale)]));
  const each = (write: (grounding: Grounding) => string | null): SideBySide => {
    const texts: SideBySide = { sk: null, cs: null, en: null };
    for (const [locale, grounding] of groundings) texts[locale] = write(grounding);
    return texts;
  };
  const named = new Set<string>();
  return {
    text: (text) => each((grounding) => grounding.text(text)),
    provision: (reference) => {
      named.add(reference.split(" ")[0] ?? "");
      return { reference, ...each((grounding) => grounding.eachCitation([reference])[0] ?? null) };
    },
    acts: () => acts.acts.filter(({ id }) => named.has(id)).map(describeAct),
  };
}

function describeAct({ id, number, jurisdiction, names, inForceFrom, source, checkedOn }: Act) {
  const name = { sk: names.sk.nominative, cs: names.cs.nominative, en: names.en };
  return { id, number, jurisdiction, name, inForceFrom, source, checkedOn };
}

/** Makes a dataset once for each knowledge: it depends on nothing else, and is asked for often. */
export function oncePerKnowledge<T>(make: (services: DatasetServices) => T): (services: DatasetServices) => T {
  const made = new WeakMap<Knowledge, { readonly dataset: T }>();
  return (services) => {
    const known = made.get(services.knowledge) ?? { dataset: make(services) };
    made.set(services.knowledge, known);
    return known.dataset;
  };
}
