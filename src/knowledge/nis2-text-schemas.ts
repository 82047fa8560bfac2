import { z } from "zod";
import { CATEGORIES, SIZE_CATEGORIES } from "../core/company.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { SIZE_INDEPENDENT_SERVICES, TRACE_RULES } from "./nis2-ids.ts";

/** Values a sentence of the trace or of the reasoning may show; `explainScope` formats each for the language. */
const SENTENCE_SLOTS = [
  "code",
  "revision",
  "sector",
  "annex",
  "sectorCitation",
  "employees",
  "size",
  "category",
  "registerCategory",
  "engineCategory",
  "service",
  "ceasedOn",
  "updatedAt",
  "legalForm",
  "turnover",
  "balanceSheet",
  "clause",
  "basis",
  "source",
  "register",
  "question",
  "answer",
  "activity",
  "point",
  "year",
] as const;

export type SentenceSlot = (typeof SENTENCE_SLOTS)[number];

/** The headings of a verdict; each first sentence has its own in `explain-headline.ts`. */
export const HEADLINES = [
  "inEssential",
  "inImportant",
  "atLeastImportant",
  "out",
  "outAsKnown",
  "outByOnlyActivity",
  "directiveOnly",
  "directivePerhaps",
  "registrarOnly",
  "groupMissing",
  "figureMissing",
  "activityMissing",
  "activityDetail",
  "sizeMissing",
  "sourceSilent",
  "kindOfBody",
  "publicBody",
  "contradiction",
  "ceased",
  "endUnreadable",
] as const;

/** The first sentences of a verdict; which one fits is decided in `explain-headline.ts`. */
export const FIRST_SENTENCES = [
  "essential",
  "important",
  "essentialUnless",
  "importantUnless",
  "statedEssential",
  "statedImportant",
  "ceased",
  "ceasedOn",
  "statusUnreadable",
  "noSector",
  "noSectorOnly",
  "noSectorOnlyPublished",
  "noSectorOnlyAged",
  "noSectorUnless",
  "noSectorUnlessAndSize",
  "noSectorCoarse",
  "noSectorWaste",
  "belowMedium",
  "belowMediumBranch",
  "belowMediumStated",
  "sizeUndetermined",
  "groupUndetermined",
  "figureUndetermined",
  "atLeastImportant",
  "atLeastImportantFigure",
  "ceilingExceeded",
  "noNace",
  "noUsableNace",
  "mainUnknown",
  "publicAdministration",
  "publicBody",
  "sourcesDisagree",
  "activityUndetermined",
  "activityUndeterminedClause",
  "researchInstitution",
  "directiveOnly",
  "directivePerhaps",
  "registrarOnly",
] as const;

/** Further sentences of the reasoning that no step of the trace says. */
const REASONS = [
  "lowerBound",
  "lowerBoundAccounts",
  "linkedEnterprises",
  "hint",
  "except",
  "outOfScopeFacts",
  "unknownFacts",
  "groupAbroad",
  "foreignBranch",
  "regimeOpen",
] as const;

/** How facts are named inside a sentence, by where they came from. */
const BASES = ["register", "published", "typed", "silent", "nis2Register"] as const;

function record<Key extends string, S extends z.ZodType>(keys: readonly Key[], schema: S) {
  return z.strictObject(Object.fromEntries(keys.map((key) => [key, schema])) as Record<Key, S>); // fromEntries forgets the keys
}

/** Schema of `verdict-texts.yaml`. */
export function verdictTextsSchema(acts: ActRegistry) {
  const word = localized(acts);
  const sentence = localized(acts, { optional: SENTENCE_SLOTS });
  return z.strictObject({
    categories: record(CATEGORIES, word),
    sizes: record(SIZE_CATEGORIES, word),
    services: record(SIZE_INDEPENDENT_SERVICES, word),
    basis: record(BASES, word),
    agedBasis: localized(acts, { optional: ["year"] }),
    agedSize: localized(acts, { optional: ["year"] }),
    agedActivity: localized(acts, { optional: ["year", "code"] }),
    source: record([...BASES, "silentSeveral"], localized(acts, { optional: ["register"] })),
    employees: z.strictObject({
      range: localized(acts, { optional: ["min", "max"] }),
      atLeast: localized(acts, { optional: ["min"] }),
    }),
    headlines: record(HEADLINES, word),
    firstSentences: record(FIRST_SENTENCES, sentence),
    reasons: record(REASONS, sentence),
  });
}

/** Schema of `trace.yaml`: a sentence and its citations for every outcome of every rule. */
export function traceSchema(acts: ActRegistry) {
  const step = z.strictObject({
    text: localized(acts, { optional: SENTENCE_SLOTS }),
    citations: z.array(reference(acts)),
  });
  return z.strictObject({
    status: record(TRACE_RULES.status, step),
    stated_service: record(TRACE_RULES.stated_service, step),
    public_administration: record(TRACE_RULES.public_administration, step),
    activity: record(TRACE_RULES.activity, step),
    weak_activity: record(TRACE_RULES.weak_activity, step),
    waste: record(TRACE_RULES.waste, step),
    size: record(TRACE_RULES.size, step),
    answer: record(TRACE_RULES.answer, step),
    category: record(TRACE_RULES.category, step),
    public_body: record(TRACE_RULES.public_body, step),
    sources: record(TRACE_RULES.sources, step),
  });
}
