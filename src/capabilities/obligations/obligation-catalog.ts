import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import type { Locale } from "../../core/locale.ts";
import { BASIS_MATCHES, type Obligation } from "../../knowledge/obligations.ts";
import type { Questionnaire } from "../../knowledge/questionnaire.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { groundingFor } from "../answers/grounding.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";

const citation = z.string().nullable().describe("null: the citation is not confirmed.");
const match = z.enum(BASIS_MATCHES);

/** The whole catalog, as `nis2_obligations` without arguments gives it. */
export const catalogSchema = z.object({
  version: z.string().describe("Version of the catalog."),
  count: z.number().int(),
  items: z.array(
    z.object({
      code: z.string().describe("Stable; never changes its meaning."),
      article: citation.describe("Provision of the NIS2 directive; null when its citation is not confirmed."),
      name: z.string().nullable(),
      description: z.string().nullable(),
      reviewIntervalMonths: z.number().int().describe("Recommended review interval in months; not law."),
      legalBasis: z
        .object({ SK: z.array(citation), CZ: z.array(citation), EU: z.array(citation) })
        .describe(
          "Provisions to read: SK act and decrees; CZ act and the decrees of both regimes (409/2025 higher, 410/2025 lower); " +
            "EU directive and implementing regulation, which binds only the digital providers it names. Empty: none was found.",
        ),
      questions: z
        .array(z.string())
        .describe("Ids of the questions of nis2_questionnaire whose answers pre-fill its status; empty: set by hand."),
      legalBasisMatch: z
        .object({ SK: match, CZ: match, EU: match })
        .describe(
          "direct: the provisions say this; near: nearly; nearest_rule: only the nearest rule there is; none: none was found. " +
            "EU speaks of the implementing regulation.",
        ),
    }),
  ),
  sources: z
    .array(z.object({ name: z.string(), url: z.string(), checkedOn: z.string() }))
    .describe("The acts that the legal basis names, with their official texts."),
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string().describe("Day to which the state of the law was checked."),
});

export type Catalog = z.output<typeof catalogSchema>;

/** The whole catalog with the law of both countries, for pages; agents ask `nis2_obligations` and may ask for less. */
export const obligationCatalog = defineCapability({
  name: "obligation_catalog",
  access: "public",
  dependsOn: ({ knowledge }) => [knowledge],
  keepsNoAnswers: true,
  input: z.strictObject({ locale: localeParameter }),
  run: ({ locale }, services) => catalogOf(services, locale),
});

/** The catalog in a language; every text and citation in it is confirmed, or `null`. */
export function catalogOf(services: Services, locale: Locale): Catalog {
  const { obligations, questionnaire, asOf } = services.knowledge;
  const grounding = groundingFor(services, locale);
  const items = [...obligations.byCode.values()];
  const questions = questionsByObligation(questionnaire);
  return {
    version: obligations.version,
    count: items.length,
    items: items.map(({ code, article, name, description, reviewIntervalMonths, legalBasis: { SK, CZ, EU } }) => ({
      code,
      article: grounding.eachCitation([article])[0] ?? null,
      name: grounding.text(name),
      description: grounding.text(description),
      reviewIntervalMonths,
      legalBasis: {
        SK: grounding.eachCitation(SK.references),
        CZ: grounding.eachCitation(CZ.references),
        EU: grounding.eachCitation(EU.references),
      },
      questions: questions.get(code) ?? [],
      legalBasisMatch: { SK: SK.match, CZ: CZ.match, EU: EU.match },
    })),
    sources: sourcesOf(items, LAWS, services, locale),
    indicative: true,
    disclaimer: DISCLAIMER[locale],
    dataAsOf: asOf,
  };
}

/** Whose law a legal basis may name. */
export const LAWS = [...COUNTRIES, "EU"] as const;

/** The acts that the legal basis of these obligations names in these laws, with their official texts. */
export function sourcesOf(
  obligations: readonly Obligation[],
  laws: readonly (typeof LAWS)[number][],
  { knowledge }: Services,
  locale: Locale,
): Catalog["sources"] {
  const cited = new Set(
    obligations.flatMap(({ legalBasis }) => laws.flatMap((law) => legalBasis[law].references.map(actOf))),
  );
  return knowledge.acts.acts
    .filter(({ id }) => cited.has(id))
    .map(({ names, source, checkedOn }) => ({
      name: locale === "en" ? names.en : names[locale].nominative,
      url: source,
      checkedOn,
    }));
}

/** The ids of the questions about each obligation, in the order of the questionnaire. */
function questionsByObligation({ areas }: Questionnaire): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, obligations } of areas.flatMap((area) => area.questions)) {
    for (const code of new Set(obligations)) {
      const known = ids.get(code);
      if (known === undefined) ids.set(code, [id]);
      else known.push(id);
    }
  }
  return ids;
}

/** The act of a reference such as `zkb-sk 19(1)`. */
function actOf(reference: string): string {
  const end = reference.indexOf(" ");
  return end < 0 ? reference : reference.slice(0, end);
}
