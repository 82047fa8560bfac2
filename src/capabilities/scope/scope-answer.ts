import { z } from "zod";
import { CATEGORIES, FACTS, SIZE_CATEGORIES, UNKNOWN_REASONS } from "../../core/company.ts";
import { COUNTRIES } from "../../core/country.ts";
import { NACE_REVISIONS } from "../../core/nace.ts";
import { SIZE_INDEPENDENT_SERVICES } from "../../knowledge/nis2-ids.ts";

const nace = z.object({
  code: z.string().describe("Activity code, digits only."),
  revision: z.enum(NACE_REVISIONS).describe("NACE Rev. 2 or Rev. 2.1: the same digits differ between them."),
  name: z.string().nullable().describe("What the code means, in the locale."),
});

/** What every verdict says, for a firm of a register and for typed facts alike. */
export const verdictFields = {
  category: z.enum(CATEGORIES),
  unknownReason: z
    .enum(UNKNOWN_REASONS)
    .optional()
    .describe(
      "Why the category is unknown; only with `unknown`. `activity_undetermined`: the code does not decide; " +
        "`status_unreadable`: the stated end of the firm is no date; `source_silent`: the register that would say does not answer.",
    ),
  sector: z
    .object({ id: z.string(), name: z.string(), annex: z.enum(["I", "II"]) })
    .nullable()
    .describe("NIS2 sector of the code that decided."),
  nace: nace.nullable().describe("The main activity; null where the register does not determine it."),
  otherNace: z.array(nace),
  decidingNace: nace.nullable().describe("The code on which the sector rests, the main one or another; null: none."),
  size: z.object({
    category: z.enum(SIZE_CATEGORIES).nullable(),
    employees: z.object({ min: z.number(), max: z.number().nullable() }).nullable(),
    source: z.string().nullable().describe("The source that states the size."),
  }),
  sizeIndependentService: z.enum(SIZE_INDEPENDENT_SERVICES).optional(),
  headline: z.string().nullable().describe("The answer in one plain sentence, in the locale."),
  reasoning: z.string().nullable(),
  missingFacts: z.array(
    z.object({
      fact: z.string(),
      question: z.string().nullable(),
      couldBecome: z
        .array(z.enum(CATEGORIES))
        .describe("Categories that the answer could give; empty where it decides only the national regime."),
      citations: z.array(z.string()),
    }),
  ),
  trace: z.array(
    z.object({
      rule: z.string().describe("Stable id of the rule."),
      outcome: z.string().describe("Stable id of what the rule found."),
      text: z.string().nullable().describe("The step in the locale."),
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      citations: z.array(z.string()),
    }),
  ),
  nationalRegime: z
    .object({
      id: z
        .string()
        .describe(
          "SK: `pzs`, `pkzs`; CZ: `lower`, `higher`; `none`; `undetermined`, also where an open question decides.",
        ),
      name: z.string(),
      explanation: z.string().nullable(),
      citations: z.array(z.string()),
    })
    .nullable(),
  nextSteps: z.array(
    z.object({
      step: z.string().nullable(),
      who: z.string().nullable().describe("Whose task it is, where it is not simply the firm's."),
      within: z.string().nullable(),
      where: z.string().nullable(),
      place: z.object({ name: z.string(), url: z.string() }).nullable().describe("The address at which it is done."),
      citation: z.string().nullable(),
      conditional: z
        .boolean()
        .describe("True when it holds only if the firm is in scope, or if the national regime turns out so."),
      standing: z
        .boolean()
        .describe("True for what is kept up, risked or ended, beside the steps in the order of time."),
      obligations: z.array(z.string()).describe("Codes of nis2_obligations that the step is part of."),
    }),
  ),
  authority: z.object({ name: z.string(), url: z.string() }),
  indicative: z.literal(true),
  disclaimer: z.string(),
  dataAsOf: z.string().describe("Day of the register data or of the knowledge used."),
};

/** The whole answer of `nis2_scope_check`. */
export const scopeAnswer = z.object({
  ico: z.string(),
  country: z.enum(COUNTRIES),
  status: z
    .enum(["active", "ceased"])
    .describe("`ceased` once a stated end has come; an end that lies ahead or cannot be read is no end."),
  ...verdictFields,
  decidedBy: z.enum(["open_data_register", "rule_engine"]),
  sourcesDisagree: z.literal(true).optional(),
  alternatives: z.array(
    z.object({
      ico: z.string(),
      country: z.enum(COUNTRIES),
      category: z.enum(CATEGORIES).describe("`unknown` also while a source that could decide does not answer."),
      untrusted: z.object({ name: z.string().nullable() }),
    }),
  ),
  unansweredCountries: z
    .array(z.enum(COUNTRIES))
    .describe(
      "Countries whose register did not answer: a firm there with the same ico is missing from `alternatives`.",
    ),
  isSample: z.boolean().describe("True while the shipped sample stands in for the country's register."),
  sources: z.array(
    z.object({ name: z.string(), url: z.string(), retrievedAt: z.string(), facts: z.array(z.enum(FACTS)) }),
  ),
  silentSources: z
    .array(z.object({ name: z.string(), facts: z.array(z.enum(FACTS)) }))
    .describe("Sources that did not answer, with the facts that no other source states; ask again later."),
  untrusted: z.object({ name: z.string().nullable(), address: z.string().nullable() }),
});

export type ScopeAnswer = z.output<typeof scopeAnswer>;

/** The answer to a what-if: a verdict without a company. */
export const evaluationAnswer = z.object({ country: z.enum(COUNTRIES), ...verdictFields });

export type EvaluationAnswer = z.output<typeof evaluationAnswer>;
