import type { Day } from "../../core/day.ts";
import { formatNace, type NaceCode } from "../../core/nace.ts";
import { formatDay } from "../../core/text.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import type { HEADLINES } from "../../knowledge/nis2-text-schemas.ts";
import { GROUP_QUESTION } from "./answers.ts";
import { stepsOf } from "./explain-steps.ts";
import { type FactsOrigin, type SlotValues, type Speech, say, sectorValues } from "./explain-values.ts";
import type { Hint, ReconciledVerdict } from "./verdict.ts";

type Headline = (typeof HEADLINES)[number];

/** The answer in one plain sentence: what a reader who stops here must know. */
export function headlineOf(verdict: ReconciledVerdict, origin: FactsOrigin, speech: Speech): string {
  const { texts } = speech.knowledge;
  const basis = verdict.decidedBy === "open_data_register" && verdict.sourcesDisagree ? "nis2Register" : origin;
  const source = say(texts.source[origin], { register: speech.silent }, speech);
  const oldest = oldestOf(verdict);
  const aged = oldest === undefined ? null : say(texts.agedBasis, { year: oldest.slice(0, 4) }, speech);
  const common = { basis: aged ?? texts.basis[basis][speech.locale], source };
  const { headline, values } = choose(verdict, origin, speech);
  return say(texts.headlines[headline], { ...common, ...values }, speech);
}

/** The day of the oldest fact that the firm has to confirm. */
function oldestOf({ agedSize, agedActivity }: ReconciledVerdict): Day | undefined {
  return [agedSize, agedActivity?.since].filter((day) => day != null).sort()[0];
}

interface Choice {
  readonly headline: Headline;
  readonly values?: SlotValues;
}

function choose(verdict: ReconciledVerdict, origin: FactsOrigin, speech: Speech): Choice {
  const { category } = verdict;
  const beside = besideCzechLaw(verdict, speech);
  if (beside !== null) return { headline: beside };
  if (category === "essential" || category === "important") return inScope(verdict, category, speech);
  switch (verdict.situation) {
    case "ceased":
      return ceased(verdict, speech);
    case "status_unreadable":
      return { headline: "statusUnreadable" };
    case "no_nace":
      return noNace(verdict);
    case "main_unknown":
      return { headline: "mainUnknown" };
    case "public_administration":
      return { headline: "publicAdministration" };
    case "public_body":
      return { headline: "publicBody" };
    case "sources_disagree":
      return { headline: "sourcesDisagree" };
    case "size_undetermined":
      if (isFigureOpen(verdict)) return figureUndetermined(verdict);
      return { headline: isCeilingExceeded(verdict) ? "ceilingExceeded" : "sizeUndetermined" };
    case "activity_undetermined":
      return activityUndetermined(verdict, speech);
    case "below_medium":
      if (isBranch(verdict)) return { headline: "belowMediumBranch" };
      if (verdict.sectorId === null) return { headline: "belowMediumStated" };
      return { headline: "belowMedium", values: sectorValues(verdict.sectorId ?? "", speech) };
    default:
      return outOfSectors(verdict, origin, speech);
  }
}

/**
 * What the category alone would say wrongly: a directive binds no firm, so where Czech law does not regulate the
 * activity, or may not, the first sentence says so. `null`: the category says it rightly.
 */
export function besideCzechLaw(verdict: ReconciledVerdict, { knowledge }: Speech): Headline | null {
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
    return { headline: isGroupOpen(verdict) ? "atLeastImportant" : "atLeastImportantFigure" };
  }
  if (verdict.situation !== "stated_service" || service === null) {
    const except =
      verdict.decidedBy === "rule_engine" ? verdict.hints.find(({ kind }) => kind === "except") : undefined;
    const clause = except === undefined ? undefined : clauseOf(except, speech);
    if (clause === undefined) return { headline: category };
    return { headline: category === "essential" ? "essentialUnless" : "importantUnless", values: { clause } };
  }
  return {
    headline: category === "essential" ? "statedEssential" : "statedImportant",
    values: { service: speech.knowledge.texts.services[service][speech.locale] },
  };
}

/** True where an answer counts only once its figures are stated: the category may be stricter. */
export function isFigureOpen({ answered }: ReconciledVerdict): boolean {
  return answered.some(({ effect }) => effect === "open");
}

/** An answer counts that needs figures: they are asked for before all else. */
function figureUndetermined(verdict: ReconciledVerdict): Choice {
  return { headline: isGroupOpen(verdict) ? "groupUndetermined" : "figureUndetermined" };
}

function isGroupOpen({ missingFacts }: ReconciledVerdict): boolean {
  return missingFacts[0]?.id === GROUP_QUESTION;
}

/** The question on which everything depends, in the first sentence. */
function activityUndetermined(verdict: ReconciledVerdict, speech: Speech): Choice {
  if (verdict.trace.some(({ outcome }) => outcome === "research_institution"))
    return { headline: "researchInstitution" };
  if (isFigureOpen(verdict)) return figureUndetermined(verdict);
  const open = verdict.hints.find(({ kind, code }) => kind === "weak" && code === verdict.decidingCode);
  const clause = open === undefined ? undefined : clauseOf(open, speech);
  if (open === undefined || clause === undefined) return { headline: "activityUndetermined" };
  return { headline: "activityUndeterminedClause", values: { code: formatNace(open.code.code), clause } };
}

/** A branch of a foreign person: its own staff is not the staff that the law counts. */
export function isBranch({ missingFacts }: ReconciledVerdict): boolean {
  return missingFacts.some(({ id }) => id === "wholeLegalPerson");
}

function ceased({ trace }: ReconciledVerdict, { locale }: Speech): Choice {
  const ceasedOn = trace[0]?.facts.ceasedOn;
  if (typeof ceasedOn !== "string") return { headline: "ceased" };
  return { headline: "ceasedOn", values: { ceasedOn: formatDay(ceasedOn, locale) } };
}

/** A code that its classification does not have is named: whoever reads it can tell a typing error. */
function noNace({ trace }: ReconciledVerdict): Choice {
  const code = trace.find(({ outcome }) => outcome === "unusable")?.facts.code;
  if (typeof code !== "string") return { headline: "noNace" };
  return { headline: "noUsableNace", values: { code: formatNace(code) } };
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
      headline: needsSize(named, verdict, speech) ? "noSectorUnlessAndSize" : "noSectorUnless",
      values: { clause },
    };
  }
  if (verdict.hints.some(({ kind }) => kind === "waste")) return { headline: "noSectorWaste" };
  const coarse = verdict.hints.find(({ kind }) => kind === "coarse");
  if (coarse === undefined) {
    const only = onlyCodeOf(verdict, speech.knowledge);
    const since = verdict.agedActivity?.since;
    if (only !== null && since !== undefined) {
      return { headline: "noSectorOnlyAged", values: { code: formatNace(only), year: since.slice(0, 4) } };
    }
    if (origin === "typed" || only === null) return { headline: "noSector" };
    const headline = origin === "published" ? "noSectorOnlyPublished" : "noSectorOnly";
    return { headline, values: { code: formatNace(only) } };
  }
  return { headline: "noSectorCoarse", values: { code: formatNace(coarse.code.code) } };
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
