import type { Day } from "../../core/day.ts";
import { formatNace, type NaceCode } from "../../core/nace.ts";
import { formatDay } from "../../core/text.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import type { FIRST_SENTENCES, HEADLINES } from "../../knowledge/nis2-text-schemas.ts";
import { GROUP_QUESTION } from "./answers.ts";
import { stepsOf } from "./explain-steps.ts";
import { type FactsOrigin, type SlotValues, type Speech, say, sectorValues } from "./explain-values.ts";
import type { Hint, ReconciledVerdict } from "./verdict.ts";

type Headline = (typeof HEADLINES)[number];
type FirstSentence = (typeof FIRST_SENTENCES)[number];

/** The answer in a few words, and its reason in one sentence; `null` where the words give the reason already. */
export function headlineOf(
  verdict: ReconciledVerdict,
  origin: FactsOrigin,
  speech: Speech,
): { readonly headline: string; readonly why: string | null } {
  const { texts } = speech.knowledge;
  const { first, values } = choose(verdict, origin, speech);
  const isSilent = origin === "silent" && verdict.category === "unknown";
  const headline = isSilent ? "sourceSilent" : headlineFor(first, verdict);
  const isSaid = SAID_IN_FULL.includes(first) && !isSilent && verdict.agedActivity === null;
  if (isSaid) return { headline: texts.headlines[headline][speech.locale], why: null };
  const basis = verdict.decidedBy === "open_data_register" && verdict.sourcesDisagree ? "nis2Register" : origin;
  const silence = origin === "silent" && speech.silent.isSeveral ? "silentSeveral" : origin;
  const source = say(texts.source[silence], { register: speech.silent.names }, speech);
  const oldest = oldestOf(verdict);
  const aged = oldest === undefined ? null : say(texts.agedBasis, { year: oldest.slice(0, 4) }, speech);
  const common = { basis: aged ?? texts.basis[basis][speech.locale], source };
  return {
    headline: texts.headlines[headline][speech.locale],
    why: say(texts.firstSentences[first], { ...common, ...values }, speech),
  };
}

/** The heading of each first sentence; out of scope depends on what is still open. */
const HEADLINE_OF: Readonly<Partial<Record<FirstSentence, Headline>>> = {
  essential: "inEssential",
  essentialUnless: "inEssential",
  statedEssential: "inEssential",
  important: "inImportant",
  importantUnless: "inImportant",
  statedImportant: "inImportant",
  atLeastImportant: "atLeastImportant",
  atLeastImportantFigure: "atLeastImportant",
  directiveOnly: "directiveOnly",
  directivePerhaps: "directivePerhaps",
  registrarOnly: "registrarOnly",
  groupUndetermined: "groupMissing",
  figureUndetermined: "figureMissing",
  noNace: "activityMissing",
  noUsableNace: "activityMissing",
  mainUnknown: "activityMissing",
  activityUndetermined: "activityDetail",
  activityUndeterminedClause: "activityDetail",
  researchInstitution: "activityDetail",
  sizeUndetermined: "sizeMissing",
  ceilingExceeded: "sizeMissing",
  publicAdministration: "kindOfBody",
  publicBody: "publicBody",
  sourcesDisagree: "contradiction",
  ceased: "ceased",
  ceasedOn: "ceased",
  statusUnreadable: "endUnreadable",
  noSectorOnly: "outByOnlyActivity",
  noSectorOnlyPublished: "outByOnlyActivity",
  noSectorOnlyAged: "outByOnlyActivity",
};

/** First sentences that say no more than their heading and the facts beside it. */
const SAID_IN_FULL: readonly FirstSentence[] = [
  "essential",
  "important",
  "directiveOnly",
  "directivePerhaps",
  "registrarOnly",
  "groupUndetermined",
  "figureUndetermined",
  "noNace",
  "sizeUndetermined",
  "sourcesDisagree",
];

function headlineFor(first: FirstSentence, { complete }: ReconciledVerdict): Headline {
  return HEADLINE_OF[first] ?? (complete ? "out" : "outAsKnown");
}

/** The day of the oldest fact that the firm has to confirm. */
function oldestOf({ agedSize, agedActivity }: ReconciledVerdict): Day | undefined {
  return [agedSize, agedActivity?.since].filter((day) => day != null).sort()[0];
}

interface Choice {
  readonly first: FirstSentence;
  readonly values?: SlotValues;
}

function choose(verdict: ReconciledVerdict, origin: FactsOrigin, speech: Speech): Choice {
  const { category } = verdict;
  const beside = besideCzechLaw(verdict, speech);
  if (beside !== null) return { first: beside };
  if (category === "essential" || category === "important") return inScope(verdict, category, speech);
  switch (verdict.situation) {
    case "ceased":
      return ceased(verdict, speech);
    case "status_unreadable":
      return { first: "statusUnreadable" };
    case "no_nace":
      return noNace(verdict);
    case "main_unknown":
      return { first: "mainUnknown" };
    case "public_administration":
      return { first: "publicAdministration" };
    case "public_body":
      return { first: "publicBody" };
    case "sources_disagree":
      return { first: "sourcesDisagree" };
    case "size_undetermined":
      if (isFigureOpen(verdict)) return figureUndetermined(verdict);
      return { first: isCeilingExceeded(verdict) ? "ceilingExceeded" : "sizeUndetermined" };
    case "activity_undetermined":
      return activityUndetermined(verdict, speech);
    case "below_medium":
      if (isBranch(verdict)) return { first: "belowMediumBranch" };
      if (verdict.sectorId === null) return { first: "belowMediumStated" };
      return { first: "belowMedium", values: sectorValues(verdict.sectorId ?? "", speech) };
    default:
      return outOfSectors(verdict, origin, speech);
  }
}

/**
 * What the category alone would say wrongly: a directive binds no firm, so where Czech law does not regulate the
 * activity, or may not, the first sentence says so. `null`: the category says it rightly.
 */
export function besideCzechLaw(
  verdict: ReconciledVerdict,
  { knowledge }: Speech,
): "directiveOnly" | "directivePerhaps" | "registrarOnly" | null {
  const { country, category, regimeId, possibleRegimes } = verdict;
  if (country !== "CZ") return null;
  if (regimeId === "none" && stepsOf(verdict, knowledge).length > 0) return "registrarOnly";
  if (category !== "essential" && category !== "important") return null;
  if (regimeId === "none") return "directiveOnly";
  return regimeId === "undetermined" && possibleRegimes.includes("none") ? "directivePerhaps" : null;
}

function inScope(verdict: ReconciledVerdict, category: "essential" | "important", speech: Speech): Choice {
  const service = verdict.sizeIndependentService;
  if (isFigureOpen(verdict) && verdict.missingFacts[0]?.couldBecome.includes("essential") === true) {
    return { first: isGroupOpen(verdict) ? "atLeastImportant" : "atLeastImportantFigure" };
  }
  if (verdict.situation !== "stated_service" || service === null) {
    const except =
      verdict.decidedBy === "rule_engine" ? verdict.hints.find(({ kind }) => kind === "except") : undefined;
    const clause = except === undefined ? undefined : clauseOf(except, speech);
    if (clause === undefined) return { first: category };
    return { first: category === "essential" ? "essentialUnless" : "importantUnless", values: { clause } };
  }
  return {
    first: category === "essential" ? "statedEssential" : "statedImportant",
    values: { service: speech.knowledge.texts.services[service][speech.locale] },
  };
}

/** True where an answer counts only once its figures are stated: the category may be stricter. */
export function isFigureOpen({ answered }: ReconciledVerdict): boolean {
  return answered.some(({ effect }) => effect === "open");
}

/** An answer counts that needs figures: they are asked for before all else. */
function figureUndetermined(verdict: ReconciledVerdict): Choice {
  return { first: isGroupOpen(verdict) ? "groupUndetermined" : "figureUndetermined" };
}

function isGroupOpen({ missingFacts }: ReconciledVerdict): boolean {
  return missingFacts[0]?.id === GROUP_QUESTION;
}

/** The question on which everything depends, in the first sentence. */
function activityUndetermined(verdict: ReconciledVerdict, speech: Speech): Choice {
  if (verdict.trace.some(({ outcome }) => outcome === "research_institution")) return { first: "researchInstitution" };
  if (isFigureOpen(verdict)) return figureUndetermined(verdict);
  const open = verdict.hints.find(({ kind, code }) => kind === "weak" && code === verdict.decidingCode);
  const clause = open === undefined ? undefined : clauseOf(open, speech);
  if (open === undefined || clause === undefined) return { first: "activityUndetermined" };
  return { first: "activityUndeterminedClause", values: { code: formatNace(open.code.code), clause } };
}

/** A branch of a foreign person: its own staff is not the staff that the law counts. */
export function isBranch({ missingFacts }: ReconciledVerdict): boolean {
  return missingFacts.some(({ id }) => id === "wholeLegalPerson");
}

function ceased({ trace }: ReconciledVerdict, { locale }: Speech): Choice {
  const ceasedOn = trace[0]?.facts.ceasedOn;
  if (typeof ceasedOn !== "string") return { first: "ceased" };
  return { first: "ceasedOn", values: { ceasedOn: formatDay(ceasedOn, locale) } };
}

/** A code that its classification does not have is named: whoever reads it can tell a typing error. */
function noNace({ trace }: ReconciledVerdict): Choice {
  const code = trace.find(({ outcome }) => outcome === "unusable")?.facts.code;
  if (typeof code !== "string") return { first: "noNace" };
  return { first: "noUsableNace", values: { code: formatNace(code) } };
}

function isCeilingExceeded({ trace }: ReconciledVerdict): boolean {
  return trace.some(({ outcome }) => outcome === "one_ceiling_exceeded");
}

/** What the firm would have to do stands in the sentence itself: a bare "out of scope" would mislead. */
function outOfSectors(verdict: ReconciledVerdict, origin: FactsOrigin, speech: Speech): Choice {
  const named = verdict.hints.find(({ kind }) => kind === "weak" || kind === "national");
  const clause = named === undefined ? undefined : clauseOf(named, speech);
  if (named !== undefined && clause !== undefined) {
    return {
      first: needsSize(named, verdict, speech) ? "noSectorUnlessAndSize" : "noSectorUnless",
      values: { clause },
    };
  }
  if (verdict.hints.some(({ kind }) => kind === "waste")) return { first: "noSectorWaste" };
  const coarse = verdict.hints.find(({ kind }) => kind === "coarse");
  if (coarse === undefined) {
    const only = onlyCodeOf(verdict, speech.knowledge);
    const since = verdict.agedActivity?.since;
    if (only !== null && since !== undefined) {
      return { first: "noSectorOnlyAged", values: { code: formatNace(only), year: since.slice(0, 4) } };
    }
    if (origin === "typed" || only === null) return { first: "noSector" };
    const first = origin === "published" ? "noSectorOnlyPublished" : "noSectorOnly";
    return { first, values: { code: formatNace(only) } };
  }
  return { first: "noSectorCoarse", values: { code: formatNace(coarse.code.code) } };
}

/**
 * The one activity that registers state of a firm outside the sectors; `null` where they state several. One activity in
 * both revisions of NACE, or with a national digit, is one. That a register holds one does not mean that the firm does
 * nothing else.
 */
export function onlyCodeOf(
  { situation, decidingCode, otherCodes }: ReconciledVerdict,
  { correspondence }: Pick<Nis2Knowledge, "correspondence">,
): string | null {
  const [only, ...others] = otherCodes;
  if (situation !== "no_sector" || decidingCode !== null || only === undefined) return null;
  const classOf = ({ code }: NaceCode) => code.slice(0, 4);
  const isOnly = (other: NaceCode) => {
    const equals = other.revision === only.revision ? [only] : correspondence.candidates(only);
    return equals.some((equal) => classOf(equal) === classOf(other));
  };
  return others.every(isOnly) ? only.code : null;
}

/** What the firm would have to do so that the hint counts (`except`: does not count), as a clause about the firm. */
export function clauseOf({ kind, id }: Hint, { knowledge, locale }: Speech): string | undefined {
  if (id === null) return undefined;
  if (kind === "weak" || kind === "except") return knowledge.weakActivities.get(id)?.clause[locale];
  return knowledge.missingFactById.get(id)?.clause?.[locale];
}

/** Is size a further condition? Not for a firm known to be medium or large, nor where the law asks for no size. */
function needsSize({ kind, id }: Hint, { sizeCategory }: ReconciledVerdict, { knowledge }: Speech): boolean {
  if (sizeCategory === "medium" || sizeCategory === "large") return false;
  const fact = kind === "national" ? knowledge.missingFactById.get(id ?? "") : undefined;
  return fact === undefined || !Array.isArray(fact.couldBecome);
}
