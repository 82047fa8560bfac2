import { z } from "zod";
import type { Locale } from "../../core/locale.ts";
import { MEANINGS, PARTS, type Part, type RuleChange } from "../../knowledge/changelog.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { type Grounding, groundingFor } from "../answers/grounding.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const input = z.strictObject({ locale: localeParameter });

const text = z.string().nullable().describe("null: a citation in it is not confirmed.");

const output = z.object({
  version: z.string().describe("The newest version of the rule set."),
  date: z.string().describe("The day from which Dosah answers by it."),
  versions: z
    .array(
      z.object({
        version: z.string(),
        date: z.string(),
        title: text,
        changes: z.array(
          z.object({
            part: z.enum(PARTS),
            partName: z.string(),
            means: z.enum(MEANINGS).describe("result: a verdict, duty, question or time limit may differ."),
            files: z.array(z.string()).describe("From the folder knowledge/ of the source."),
            text,
            citations: z.array(text).describe("The provisions that the change follows."),
            sources: z.array(z.string()).describe("Addresses that the change follows."),
          }),
        ),
      }),
    )
    .describe("Newest first."),
  parts: z.array(z.object({ id: z.enum(PARTS), name: z.string(), version: z.string(), date: z.string() })),
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string().describe("Day to which the state of the law was checked."),
});

type Answer = z.output<typeof output>;

/** What changed in the rules that Dosah answers by, version by version. */
export const ruleChangelog = defineCapability({
  name: "rule_changelog",
  access: "public",
  dependsOn: ({ knowledge }) => [knowledge],
  keepsNoAnswers: true,
  input,
  published: {
    title: "Changes to the rules",
    description:
      "The versions of the rule set, newest first: what changed in which part, from which day, following which provision.",
    output,
  },
  rest: [{ method: "GET", path: "/api/opendata/changelog", cost: { rows: ["rest_opendata_files"] }, maxAge: 300 }],
  run: ({ locale }, services): Answer => {
    const { changelog, asOf } = services.knowledge;
    const grounding = groundingFor(services, locale);
    const { version, date } = changelog.newest;
    return {
      version,
      date,
      versions: changelog.versions.map((each) => ({
        version: each.version,
        date: each.date,
        title: grounding.text(each.title),
        changes: each.changes.map((change) => describe(change, grounding, locale)),
      })),
      parts: PARTS.map((part) => ({
        id: part,
        name: partNames[locale][part],
        version: changelog.byPart[part].version,
        date: changelog.byPart[part].date,
      })),
      indicative: true,
      disclaimer: DISCLAIMER[locale],
      dataAsOf: asOf,
    };
  },
});

function describe(change: RuleChange, grounding: Grounding, locale: Locale) {
  const { part, means, files, text: words, citations, sources } = change;
  return {
    part,
    partName: partNames[locale][part],
    means,
    files: [...files],
    text: grounding.text(words),
    citations: grounding.eachCitation(citations),
    sources: [...sources],
  };
}

const partNames: Readonly<Record<Locale, Readonly<Record<Part, string>>>> = {
  sk: {
    acts: "Predpisy a ich ustanovenia",
    scope: "Pôsobnosť NIS2",
    nace: "Kódy NACE",
    obligations: "Katalóg povinností",
    questionnaire: "Dotazník",
    "ai-act": "Akt o AI",
    frameworks: "Ďalšie rámce",
  },
  cs: {
    acts: "Předpisy a jejich ustanovení",
    scope: "Působnost NIS2",
    nace: "Kódy NACE",
    obligations: "Katalog povinností",
    questionnaire: "Dotazník",
    "ai-act": "Akt o AI",
    frameworks: "Další rámce",
  },
  en: {
    acts: "Acts and their provisions",
    scope: "Scope of NIS2",
    nace: "NACE codes",
    obligations: "Catalog of obligations",
    questionnaire: "Questionnaire",
    "ai-act": "AI Act",
    frameworks: "Further frameworks",
  },
};
