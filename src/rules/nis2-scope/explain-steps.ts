import type { Category } from "../../core/company.ts";
import { deepFreeze } from "../../core/deep-freeze.ts";
import type { ActRegistry } from "../../knowledge/acts.ts";
import type { FilingPlace } from "../../knowledge/filing-places.ts";
import type { NextStep, Nis2Knowledge } from "../../knowledge/nis2.ts";
import { REGIME_OF_CATEGORY, type RegimeId, type StepGroup } from "../../knowledge/nis2-ids.ts";
import { cite, type Speech, say } from "./explain-values.ts";
import type { ReconciledVerdict } from "./verdict.ts";

/**
 * What follows for the firm, in the words of the locale; `conditional`: only if the firm is in scope, or if the open
 * question of its national regime is answered so.
 */
export interface ExplainedStep {
  /** Id of the entry of next-steps.yaml or standing-duties.yaml. */
  readonly id: string;
  readonly group: StepGroup;
  readonly step: string;
  /** Whose task it is, where it is not simply the firm's. */
  readonly who: string | null;
  readonly within: string | null;
  readonly where: string | null;
  /** The address at which it is done; mail and data box are for when it is out of reach. */
  readonly place: {
    readonly name: string;
    readonly url: string;
    readonly email?: string;
    readonly dataBox?: string;
  } | null;
  readonly citation: string;
  readonly conditional: boolean;
  /** What is kept up, risked or ended, beside the steps in the order of time. */
  readonly standing: boolean;
  /** Codes of the obligations that the step is part of. */
  readonly obligations: string[];
}

/** Verdicts are of few kinds; so many are remembered, and the first one goes first. */
const MOST_KINDS = 2_000;

/** By kind of verdict, and by the ids of the steps. */
const lists = new WeakMap<Nis2Knowledge, Map<string, readonly NextStep[]>>();

/** The steps of `next-steps.yaml` that belong to a verdict, in their order. The same steps are the same list. */
export function stepsOf(verdict: ReconciledVerdict, knowledge: Nis2Knowledge): readonly NextStep[] {
  const remembered = lists.get(knowledge) ?? new Map<string, readonly NextStep[]>();
  if (remembered.size === 0) lists.set(knowledge, remembered);
  const kind = kindOf(verdict);
  const before = remembered.get(kind);
  if (before !== undefined) return before;
  const { services, country, sectorId } = verdict;
  const inSector = sectorId === null ? [] : (knowledge.servicesBy[country].ofSector.get(sectorId) ?? []);
  // A register may name the sector of a firm whose services nobody knows.
  const known = services.length > 0 ? services : inSector;
  const found = knowledge.nextSteps.filter((step) => belongs(step, verdict, known));
  const ids = found.map(({ id }) => id).join(" ");
  const same = remembered.get(ids) ?? found;
  for (const key of [kind, ids]) {
    const oldest = remembered.size >= MOST_KINDS ? remembered.keys().next().value : undefined;
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(key, same);
  }
  return same;
}

/** The services of a code are one list for all firms that have it. */
const joined = new WeakMap<readonly string[], string>();

function namesOf(services: readonly string[]): string {
  let names = joined.get(services);
  if (names === undefined) {
    names = services.join(" ");
    joined.set(services, names);
  }
  return names;
}

/** All that `belongs` looks at. */
function kindOf(verdict: ReconciledVerdict): string {
  const { country, asOf, category, situation, regimeId, possibleRegimes, services, isByDecisionOnly, sectorId } =
    verdict;
  const kind = `${country} ${asOf} ${category} ${situation === "ceased"} ${regimeId} ${isByDecisionOnly} ${sectorId}`;
  return `${kind} ${possibleRegimes.join(" ")} ${namesOf(services)}`;
}

/** True while a category or a regime that nobody knows decides whether the steps hold. */
export function areConditional({ category, regimeId }: ReconciledVerdict): boolean {
  return category === "unknown" || regimeId === "undetermined";
}

interface InWords {
  readonly acts: ActRegistry;
  readonly steps: readonly ExplainedStep[];
}

const explained = new WeakMap<readonly NextStep[], Map<string, InWords>>();

/** The steps that belong to a verdict, in words. The same steps get the same frozen list. */
export function explainSteps(verdict: ReconciledVerdict, speech: Speech): readonly ExplainedStep[] {
  const { knowledge, acts, locale } = speech;
  const list = stepsOf(verdict, knowledge);
  const isConditional = areConditional(verdict);
  const known = explained.get(list) ?? new Map<string, InWords>();
  if (known.size === 0) explained.set(list, known);
  const key = `${locale} ${isConditional}`;
  const before = known.get(key);
  if (before?.acts === acts) return before.steps;
  const steps = deepFreeze(list.map((step) => explainNext(step, isConditional, speech)));
  known.set(key, { acts, steps });
  return steps;
}

/**
 * Steps follow from a national regime; before the act was in force, and without a regime, there are none. While an open
 * question decides the regime, the steps of every regime that it leaves are shown.
 */
function belongs(step: NextStep, verdict: ReconciledVerdict, services: readonly string[]): boolean {
  const { category, regimeId, possibleRegimes } = verdict;
  if (step.country !== verdict.country || regimeId === null) return false;
  if (!bindsServices(step, services) || (step.notByDecision === true && verdict.isByDecisionOnly)) return false;
  if (step.until !== undefined && verdict.asOf > step.until) return false;
  if (step.withoutRegime === true) return verdict.situation !== "ceased";
  if (regimeId === "none") return false;
  if (category === "out_of_scope" || (category === "unknown" && !step.alsoIfUnknown)) return false;
  if (category !== "unknown" && !step.categories.some((one) => possibleRegimes.includes(regimeOf(one, verdict)))) {
    return false;
  }
  return true;
}

/**
 * Whether the law of a step is that of one of the services. A step that leaves services out holds as soon as the firm
 * has another one, and for a firm of which no service is known.
 */
function bindsServices({ services, notServices }: NextStep, ofFirm: readonly string[]): boolean {
  if (services !== undefined && !ofFirm.some((one) => services.includes(one))) return false;
  return notServices === undefined || ofFirm.length === 0 || !ofFirm.every((one) => notServices.includes(one));
}

function regimeOf(category: Category, { country }: ReconciledVerdict): RegimeId {
  return REGIME_OF_CATEGORY[country][category];
}

function explainNext(step: NextStep, isConditional: boolean, speech: Speech): ExplainedStep {
  const place = speech.knowledge.placeOfStep.get(step.id);
  return {
    id: step.id,
    group: step.group,
    step: say(step.step, {}, speech),
    who: step.who === undefined ? null : say(step.who, {}, speech),
    within: step.within === undefined ? null : say(step.within, {}, speech),
    where: step.where === undefined ? null : say(step.where, {}, speech),
    place: place === undefined ? null : explainPlace(place, speech),
    citation: cite(step.citations, speech).join(", "),
    conditional: isConditional,
    standing: speech.knowledge.standingDuties.has(step.id),
    obligations: [...step.obligations],
  };
}

function explainPlace({ name, url, email, dataBox }: FilingPlace, speech: Speech): NonNullable<ExplainedStep["place"]> {
  return {
    name: name[speech.locale],
    url,
    ...(email === undefined ? {} : { email }),
    ...(dataBox === undefined ? {} : { dataBox }),
  };
}
