import type { Locale } from "../../core/locale.ts";
import { NO_DAYS, type StatedDays } from "../../rules/deadlines/act-now.ts";
import { explainGroup } from "../../rules/group-size/explain-group.ts";
import { groupSize } from "../../rules/group-size/group-size.ts";
import { decideScope } from "../../rules/nis2-scope/decide-scope.ts";
import { explainScope } from "../../rules/nis2-scope/explain-scope.ts";
import type { ScopeFacts } from "../../rules/nis2-scope/facts.ts";
import { findNearLine } from "../../rules/nis2-scope/near-line.ts";
import { reconcile } from "../../rules/nis2-scope/reconcile.ts";
import type { ReconciledVerdict } from "../../rules/nis2-scope/verdict.ts";
import type { Services } from "../contexts.ts";
import type { FoundCompany } from "./find-company.ts";
import { dataAge, originOf } from "./firm-facts.ts";
import { decideStated, guessedWithout, type StatedFacts } from "./firm-standing.ts";
import type { EvaluationAnswer } from "./scope-answer.ts";
import { type Circumstances, describeVerdict } from "./verdict-in-words.ts";

/** The verdict of the local rules for stated or registered facts, in the words of the locale. */
export function judgeFacts(
  facts: ScopeFacts,
  origin: "register" | "typed",
  services: Services,
  locale: Locale,
  stated: StatedDays = NO_DAYS,
): EvaluationAnswer {
  const verdict = reconcile(decideScope(facts, services.knowledge.nis2, services.today()), null, facts.country);
  const circumstances = { origin, silent: [], stated };
  return evaluated(verdict, facts, circumstances, services, locale, services.knowledge.asOf);
}

/**
 * The verdict for a firm as a register knows it, with what the firm says of itself in its place. Where it says nothing,
 * the open-data register weighs as it does in `judgeCompany`; where it does, the rules judge what it says.
 * @param found `null`: no register knows the firm, or none was asked
 * @returns `null` where "out of scope" would rest on a register that does not answer
 */
export function judgeStated(
  found: FoundCompany | null,
  own: StatedFacts,
  services: Services,
  locale: Locale,
  stated: StatedDays,
): EvaluationAnswer | null {
  const { verdict, facts, silent } = decideStated(found, own, services);
  if (guessedWithout(verdict, silent) !== undefined) return null;
  const origin = own.employees === null && found !== null ? originOf(found.company) : "typed";
  const asOf = found === null ? services.knowledge.asOf : dataAge(found.company, services);
  return evaluated(verdict, facts, { origin, silent, stated }, services, locale, asOf);
}

function evaluated(
  verdict: ReconciledVerdict,
  facts: ScopeFacts,
  circumstances: Circumstances,
  services: Services,
  locale: Locale,
  dataAsOf: string,
): EvaluationAnswer {
  const { described } = describeVerdict(verdict, facts, circumstances, services, locale, dataAsOf);
  const service = facts.activities?.find(({ id }) => id === verdict.decidingService);
  return {
    country: facts.country,
    ...described,
    decidingService: service === undefined ? null : { id: service.id, name: services.confirm(service.name[locale]) },
    answered: answeredIn(verdict),
    complete: verdict.complete,
    group: groupAnswer(facts, services, locale),
    nearLine: nearLineAnswer(facts, verdict, circumstances.origin, services, locale),
  };
}

/** What was answered and what each answer did. */
export function answeredIn({ answered }: ReconciledVerdict): EvaluationAnswer["answered"] {
  return answered.map(({ value, ...answer }) => ({ ...answer, value: typeof value === "object" ? [...value] : value }));
}

/** Figures near a line of the sizes, with the first sentence of the verdict on its other side. */
function nearLineAnswer(
  facts: ScopeFacts,
  verdict: ReconciledVerdict,
  origin: Circumstances["origin"],
  { knowledge: { nis2, acts }, confirm, today }: Services,
  locale: Locale,
): EvaluationAnswer["nearLine"] {
  const near = findNearLine(facts, verdict, nis2, today());
  if (near === null) return null;
  const other = reconcile(near.other, null, facts.country);
  return {
    figures: near.figures.map(({ figure, stated, line }) => ({ figure, stated, line })),
    category: other.category,
    headline: confirm(explainScope(other, near.facts, nis2, acts, locale, origin).headline),
  };
}

/** The size of a firm with its group, step by step in words; `null` without a group. */
function groupAnswer(
  facts: ScopeFacts,
  { knowledge, confirm, today }: Services,
  locale: Locale,
): EvaluationAnswer["group"] {
  if (facts.group === undefined) return null;
  const size = groupSize(facts, facts.group, knowledge.nis2, today());
  return {
    members: size.members.map(({ relation, index, sharePercent, weight, employees }) => ({
      relation,
      index,
      sharePercent,
      weight,
      employees: { ...employees },
    })),
    employees: { ...size.sums.employees },
    turnoverEur: { ...size.sums.turnoverEur },
    balanceSheetEur: { ...size.sums.balanceSheetEur },
    ownSize: size.ownCategory,
    size: size.category,
    steps: explainGroup(size, knowledge.groupSteps, knowledge.acts, locale).map(({ id, text, citations }) => ({
      id,
      text: confirm(text),
      citations: citations.filter((citation) => confirm(citation) !== null),
    })),
  };
}
