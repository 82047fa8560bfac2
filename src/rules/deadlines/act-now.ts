import type { Country } from "../../core/country.ts";
import type {
  DayQuestion,
  DeadlineKnowledge,
  DeadlineSituation,
  PeriodStart,
  RegistrationData,
} from "../../knowledge/deadlines.ts";
import type { FirstThing } from "../../knowledge/filing-places.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import type { RegimeId } from "../../knowledge/nis2-ids.ts";
import { stepsOf } from "../nis2-scope/explain-steps.ts";
import type { ReconciledVerdict } from "../nis2-scope/verdict.ts";
import { type Deadline, type DeadlineFacts, deadlinesFor } from "./deadlines.ts";

/** What a firm says of its days, and of what no register tells. */
export interface StatedDays extends Pick<DeadlineFacts, "days" | "incidentFound"> {
  /** Only those that a verdict cannot show: formerOperator, registrar, strategic. */
  readonly situations: readonly DeadlineSituation[];
}

/** A firm that stated nothing. */
export const NO_DAYS: StatedDays = { days: {}, incidentFound: null, situations: [] };

/** What follows from a verdict in time: dates, what to ask for, what to have ready, what to do first. */
export interface ActNow {
  /** Each dates one or more steps of the verdict. */
  readonly deadlines: readonly Deadline[];
  /** The days from which these run, in the order in which they are asked. */
  readonly days: readonly DayQuestion[];
  /** What has to be stated in the steps of the verdict. */
  readonly data: readonly RegistrationData[];
  /** At most three, the first one first. */
  readonly firstThings: readonly FirstThing[];
}

/** The national law of a firm and the steps that belong to its verdict. */
export interface FirmSteps {
  readonly country: Country;
  readonly regime: RegimeId;
  /** Ids of next-steps.yaml and standing-duties.yaml. */
  readonly steps: ReadonlySet<string>;
}

/** What belongs to a verdict. */
export function firmSteps(verdict: ReconciledVerdict, nis2: Nis2Knowledge): FirmSteps {
  const steps = new Set(stepsOf(verdict, nis2).map(({ id }) => id));
  return { country: verdict.country, regime: verdict.regimeId ?? "none", steps };
}

/**
 * The deadlines of the steps, dated from the days that the firm states.
 * @param asOf the instant of the question, ISO 8601.
 */
export function datesOf(
  { country, regime, steps }: FirmSteps,
  stated: StatedDays,
  knowledge: DeadlineKnowledge,
  asOf: string,
): Deadline[] {
  const { days, incidentFound, situations } = stated;
  const facts: DeadlineFacts = { country, regime, days, incidentFound, situations };
  return deadlinesFor(facts, knowledge, asOf).filter((deadline) => deadline.steps.some((id) => steps.has(id)));
}

/** What follows for a firm in time. @param asOf the instant of the question, ISO 8601. */
export function actNow(
  firm: FirmSteps,
  stated: StatedDays,
  { nis2, deadlines: knowledge }: { readonly nis2: Nis2Knowledge; readonly deadlines: DeadlineKnowledge },
  asOf: string,
): ActNow {
  const { country, steps } = firm;
  const dated = datesOf(firm, stated, knowledge, asOf);
  const rules = new Map(knowledge.deadlines.map((rule) => [rule.id, rule]));
  const starts = new Set<PeriodStart | undefined>(
    dated.flatMap(({ id }) => [rules.get(id)?.from, rules.get(id)?.orLater]),
  );
  const slots = new Map<FirstThing["slot"], FirstThing>();
  for (const thing of nis2.firstThings[country]) {
    if (steps.has(thing.step) && !slots.has(thing.slot)) slots.set(thing.slot, thing);
  }
  return {
    deadlines: dated,
    days: knowledge.days.filter(({ id, countries }) => starts.has(id) && countries.includes(country)),
    data: knowledge.registrationData.filter((data) => data.steps.some((id) => steps.has(id))),
    firstThings: [...slots.values()],
  };
}
