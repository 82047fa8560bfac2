import type { Locale } from "../../core/locale.ts";
import { explainGroup } from "../../rules/group-size/explain-group.ts";
import { groupSize } from "../../rules/group-size/group-size.ts";
import type { ScopeFacts } from "../../rules/nis2-scope/facts.ts";
import type { Services } from "../contexts.ts";
import type { EvaluationAnswer } from "./scope-answer.ts";

/** The size of a firm with its group, step by step in words; `null` without a group. */
export function groupAnswer(
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
