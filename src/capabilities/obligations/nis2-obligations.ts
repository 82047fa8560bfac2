import { z } from "zod";
import type { Locale } from "../../core/locale.ts";
import { plural } from "../../core/text.ts";
import { BASIS_MATCHES } from "../../knowledge/obligations.ts";
import type { Questionnaire } from "../../knowledge/questionnaire.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { groundingFor } from "../answers/grounding.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const input = z.strictObject({ locale: localeParameter });

const citation = z.string().nullable().describe("null: the citation is not confirmed.");
const match = z.enum(BASIS_MATCHES);

const output = z.object({
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

type Answer = z.output<typeof output>;

/** The catalog of NIS2 obligations with their national law (docs/specification.md, `nis2_obligations.what`). */
export const nis2Obligations = defineCapability({
  name: "nis2_obligations",
  title: { sk: "Povinnosti NIS2", cs: "Povinnosti NIS2", en: "NIS2 obligations" },
  description:
    "The catalog of NIS2 obligations: code, article of the directive, name, description, recommended review interval, " +
    "and the legal basis in Slovak, Czech and EU law. The same for every category of entity.",
  access: "public",
  input,
  output,
  mcp: { limits: [], openWorld: false, summary: ({ count }, locale) => summaries[locale](count) },
  web: { limits: [] },
  run: ({ locale }, services): Answer => {
    const { obligations, questionnaire, acts, asOf } = services.knowledge;
    const grounding = groundingFor(services, locale);
    const items = [...obligations.byCode.values()];
    const questions = questionsByObligation(questionnaire);
    const cited = new Set<string>();
    for (const { legalBasis } of items) {
      for (const { references } of [legalBasis.SK, legalBasis.CZ, legalBasis.EU]) {
        for (const reference of references) cited.add(actOf(reference));
      }
    }
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
      sources: acts.acts
        .filter(({ id }) => cited.has(id))
        .map(({ names, source, checkedOn }) => ({
          name: locale === "en" ? names.en : names[locale].nominative,
          url: source,
          checkedOn,
        })),
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: asOf,
    };
  },
});

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

const summaries: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) =>
    `Katalóg NIS2: ${count} ${plural(count, { one: "povinnosť", few: "povinnosti", other: "povinností" }, "sk")} s právnym základom v slovenskom, českom a európskom práve.`,
  cs: (count) =>
    `Katalog NIS2: ${count} ${plural(count, { one: "povinnost", few: "povinnosti", other: "povinností" }, "cs")} s právním základem ve slovenském, českém a evropském právu.`,
  en: (count) =>
    `NIS2 catalog: ${count} ${plural(count, { one: "obligation", other: "obligations" }, "en")} with the legal basis in Slovak, Czech and EU law.`,
};
