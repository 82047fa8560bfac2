import type { Category } from "../../core/company.ts";
import type { NextStep, Nis2Knowledge } from "../../knowledge/nis2.ts";
import { REGIME_OF_CATEGORY, type RegimeId } from "../../knowledge/nis2-ids.ts";
import { cite, type Speech, say } from "./explain-values.ts";
import type { ReconciledVerdict } from "./verdict.ts";

/**
 * What follows for the firm, in the words of the locale; `conditional`: only if the firm is in scope, or if the open
 * question of its national regime is answered so.
 */
export interface ExplainedStep {
  readonly step: string;
  /** Whose task it is, where it is not simply the firm's. */
  readonly who: string | null;
  readonly within: string | null;
  readonly where: string | null;
  /** The address at which it is done. */
  readonly place: { readonly name: string; readonly url: string } | null;
  readonly citation: string;
  readonly conditional: boolean;
  /** What is kept up, risked or ended, beside the steps in the order of time. */
  readonly standing: boolean;
  /** Codes of the obligations that the step is part of. */
  readonly obligations: string[];
}

/** The steps of `next-steps.yaml` that belong to a verdict, in their order. */
export function stepsOf(verdict: ReconciledVerdict, { nextSteps }: Nis2Knowledge): NextStep[] {
  return nextSteps.filter((step) => belongs(step, verdict));
}

/** True while a category or a regime that nobody knows decides whether the steps hold. */
export function areConditional({ category, regimeId }: ReconciledVerdict): boolean {
  return category === "unknown" || regimeId === "undetermined";
}

/** The steps that belong to a verdict, in words. */
export function explainSteps(verdict: ReconciledVerdict, speech: Speech): ExplainedStep[] {
  return stepsOf(verdict, speech.knowledge).map((step) => explainNext(step, verdict, speech));
}

/**
 * Steps follow from a national regime; before the act was in force, and without a regime, there are none. While an open
 * question decides the regime, the steps of every regime that it leaves are shown.
 */
function belongs(step: NextStep, verdict: ReconciledVerdict): boolean {
  const { category, regimeId, possibleRegimes, sectorId, subsector, sizeIndependentService: service } = verdict;
  if (step.country !== verdict.country || regimeId === null || regimeId === "none") return false;
  if (step.until !== undefined && verdict.asOf > step.until) return false;
  if (category === "out_of_scope" || (category === "unknown" && !step.alsoIfUnknown)) return false;
  if (category !== "unknown" && !step.categories.some((one) => possibleRegimes.includes(regimeOf(one, verdict)))) {
    return false;
  }
  if (step.sectors !== undefined && !step.sectors.some((sector) => sector === sectorId)) return false;
  if (step.subsectors !== undefined && (subsector === null || !step.subsectors.includes(subsector))) return false;
  if (step.notSubsectors !== undefined && subsector !== null && step.notSubsectors.includes(subsector)) return false;
  if (isLeftToOwnRules(step, verdict)) return false;
  if (step.services !== undefined && (service === null || !step.services.includes(service))) return false;
  return step.notServices === undefined || service === null || !step.notServices.includes(service);
}

function regimeOf(category: Category, { country }: ReconciledVerdict): RegimeId {
  return REGIME_OF_CATEGORY[country][category];
}

/**
 * Banks and digital providers have rules of their own in place of the general ones; telecom in a digital sector has not,
 * nor has a trust service where the law leaves it out.
 */
function isLeftToOwnRules(
  { notSectors, unlessSubsectors, unlessServices }: NextStep,
  { sectorId, subsector, sizeIndependentService: service }: ReconciledVerdict,
): boolean {
  if (notSectors === undefined || !notSectors.some((sector) => sector === sectorId)) return false;
  if (service !== null && unlessServices?.includes(service) === true) return false;
  return subsector === null || unlessSubsectors === undefined || !unlessSubsectors.includes(subsector);
}

function explainNext(step: NextStep, verdict: ReconciledVerdict, speech: Speech): ExplainedStep {
  const place = speech.knowledge.placeOfStep.get(step.id);
  return {
    step: say(step.step, {}, speech),
    who: step.who === undefined ? null : say(step.who, {}, speech),
    within: step.within === undefined ? null : say(step.within, {}, speech),
    where: step.where === undefined ? null : say(step.where, {}, speech),
    place: place === undefined ? null : { name: place.name[speech.locale], url: place.url },
    citation: cite(step.citations, speech).join(", "),
    conditional: areConditional(verdict),
    standing: speech.knowledge.standingDuties.has(step.id),
    obligations: [...step.obligations],
  };
}
