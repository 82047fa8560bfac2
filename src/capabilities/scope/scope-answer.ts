import { z } from "zod";
import { CATEGORIES, FACTS, SIZE_CATEGORIES, UNKNOWN_REASONS } from "../../core/company.ts";
import { COUNTRIES } from "../../core/country.ts";
import { NACE_REVISIONS } from "../../core/nace.ts";
import { SIZE_INDEPENDENT_SERVICES } from "../../knowledge/nis2-ids.ts";
import { actNowFields, stepFields } from "../deadlines/act-now-answer.ts";
import { evaluateCallShape, nextQuestionShape } from "./next-question.ts";

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
  otherNace: z.array(
    nace.extend({
      sector: z
        .string()
        .nullable()
        .optional()
        .describe("Only with full: the NIS2 sector that the code alone leads to."),
    }),
  ),
  decidingNace: nace.nullable().describe("The code on which the sector rests, the main one or another; null: none."),
  size: z.object({
    category: z.enum(SIZE_CATEGORIES).nullable(),
    employees: z.object({ min: z.number(), max: z.number().nullable() }).nullable(),
    source: z.string().nullable().describe("The source that states the size."),
  }),
  sizeIndependentService: z.enum(SIZE_INDEPENDENT_SERVICES).optional(),
  headline: z.string().nullable().describe("The answer in a few words, in the locale."),
  why: z.string().nullable().describe("The reason in one sentence; null where headline, sector and size say it."),
  reasoning: z.string().nullable(),
  missingFacts: z
    .array(
      z.object({
        fact: z.string(),
        question: z.string().nullable(),
        couldBecome: z
          .array(z.enum(CATEGORIES))
          .describe("Categories that the answer could give; empty where it decides only the national regime."),
        code: z
          .object({ code: z.string(), revision: z.enum(NACE_REVISIONS) })
          .nullable()
          .describe("The code of the firm because of which it is asked; null: none."),
        citations: z.array(z.string()),
      }),
    )
    .describe("Open facts that could change the answer, most decisive first."),
  nextQuestion: nextQuestionShape,
  evaluate: evaluateCallShape,
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
      ...stepFields,
      step: z.string().nullable(),
      who: z.string().nullable().describe("Whose task it is, where it is not simply the firm's."),
      within: z.string().nullable(),
      where: z.string().nullable(),
      place: z
        .object({ name: z.string(), url: z.string(), email: z.string().optional(), dataBox: z.string().optional() })
        .nullable()
        .describe("The address at which it is done; mail and data box are for when it is out of reach."),
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
  ...actNowFields,
  authority: z.object({ name: z.string(), url: z.string() }),
  indicative: z.literal(true),
  disclaimer: z.string(),
  asOf: z.string().describe("Day of the question: the rules of that day decided, and dates before it are past."),
  dataAsOf: z.string().describe("Day of the register data or of the knowledge used."),
};

const answered = z
  .array(
    z.object({
      id: z.string(),
      value: z.union([z.boolean(), z.number(), z.string(), z.array(z.string())]),
      effect: z
        .enum(["decided", "excluded", "no_change", "open"])
        .describe(
          "decided: the result rests on it; excluded: it rules a possibility out; no_change: it plays no part; open: it counts once its figures are stated.",
        ),
    }),
  )
  .describe("What was answered and what each answer did.");

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
      "Countries whose register did not answer or is not here as a whole: a firm there with the same ico may be missing from `alternatives`.",
    ),
  isSample: z.boolean().describe("True while the shipped sample stands in for the country's register."),
  sources: z.array(
    z.object({ name: z.string(), url: z.string(), retrievedAt: z.string(), facts: z.array(z.enum(FACTS)) }),
  ),
  statements: z
    .array(
      z.object({
        fact: z.enum(FACTS),
        value: z.string().nullable().describe("In the locale; null for name and address, which stand in `untrusted`."),
        source: z.string(),
        url: z.string(),
        asOf: z.string(),
        used: z.boolean(),
        why: z.string().nullable().describe("Why it is not used."),
      }),
    )
    .optional()
    .describe("Only with full: who states which fact, used or not."),
  silentSources: z
    .array(z.object({ name: z.string(), facts: z.array(z.enum(FACTS)) }))
    .describe("Sources that did not answer, with the facts that no other source states; ask again later."),
  stated: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Only with answers: what the caller stated, as it was read. It counts, is not verified and not kept."),
  answered: answered.optional(),
  complete: z.boolean().optional().describe("Only with answers: true when no open fact could change the answer."),
  untrusted: z.object({ name: z.string().nullable(), address: z.string().nullable() }),
});

export type ScopeAnswer = z.output<typeof scopeAnswer>;

/** What a verdict for a registered firm and one for stated facts have in common. */
export type CommonVerdict = z.output<
  z.ZodObject<{ country: z.ZodEnum<{ SK: "SK"; CZ: "CZ" }> } & typeof verdictFields>
>;

/** The answer to a what-if: a verdict without a company. */
export const evaluationAnswer = z.object({
  country: z.enum(COUNTRIES),
  ...verdictFields,
  decidingService: z
    .object({ id: z.string(), name: z.string().nullable() })
    .nullable()
    .describe("The stated service on which the sector rests in place of a code."),
  answered,
  complete: z.boolean().describe("True when no open fact could change the category or the national regime."),
  group: z
    .object({
      members: z.array(
        z.object({
          relation: z.enum(["self", "consolidated", "linked", "partner"]),
          index: z.number().int().describe("Place in the list that was sent; 0 for the firm itself."),
          sharePercent: z.number(),
          weight: z.number().describe("The part of its figures that counts, 0 to 1."),
          employees: z.object({ min: z.number(), max: z.number().nullable() }),
        }),
      ),
      employees: z.object({ min: z.number(), max: z.number().nullable() }),
      turnoverEur: z.object({ eur: z.number(), isComplete: z.boolean() }),
      balanceSheetEur: z.object({ eur: z.number(), isComplete: z.boolean() }),
      ownSize: z.enum(SIZE_CATEGORIES).nullable(),
      size: z.enum(SIZE_CATEGORIES).nullable(),
      steps: z.array(z.object({ id: z.string(), text: z.string().nullable(), citations: z.array(z.string()) })),
    })
    .nullable()
    .describe("The size with the group added up, step by step; null without `group`."),
  nearLine: z
    .object({
      figures: z.array(
        z.object({
          figure: z.enum(["employees", "turnoverEur", "balanceSheetEur"]),
          stated: z.number(),
          line: z.number().describe("Staff from which the larger size begins; EUR up to which the smaller one goes."),
        }),
      ),
      category: z.enum(CATEGORIES).describe("The category on the other side of the line."),
      headline: z.string().nullable().describe("The verdict there in one sentence."),
    })
    .nullable()
    .describe(
      "Stated figures within a tenth of a line of the sizes, where the other side gives another result: the size changes only when the line is crossed in two accounting periods running, so ask about the period before.",
    ),
});

export type EvaluationAnswer = z.output<typeof evaluationAnswer>;
