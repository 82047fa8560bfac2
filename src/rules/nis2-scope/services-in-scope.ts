import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import { resolve } from "./answers.ts";
import { categoryOf, strictestOf } from "./decide-by-activity.ts";
import type { Decision } from "./decision.ts";
import type { ScopeFacts } from "./facts.ts";
import { type CodeMatch, counts } from "./match-nace.ts";
import { atSize, floorOf } from "./stated-grounds.ts";
import { stricter } from "./strictness.ts";
import type { ScopeVerdict } from "./verdict.ts";

/**
 * The services by which the law reaches a firm, whatever the way in: its codes, a stated service, answers. Where none is
 * large enough by itself, those of all its codes, since a decision of the authority reaches it with what it does.
 * @returns ids of `services.yaml`, each once; none where nothing says what the firm does
 */
export function servicesInScope(decision: Decision, facts: ScopeFacts, knowledge: Nis2Knowledge): readonly string[] {
  const { matches, match, size, category, grounds, serviceCategory } = decision;
  const { ofRow, ofStated } = knowledge.servicesBy[facts.country];
  const of = ({ service, row }: CodeMatch) =>
    service === undefined ? (row === null ? [] : (ofRow.get(row) ?? [])) : [service];
  const counting = matches.filter(counts);
  const found = new Set([
    ...counting.filter(({ row }) => categoryOf(row, size) !== "out_of_scope").flatMap(of),
    ...grounds.flatMap((ground) => (atSize(ground, size) === "out_of_scope" ? [] : ground.services)),
    ...servicesAnswered(facts, knowledge),
  ]);
  if (serviceCategory !== null && facts.sizeIndependentService !== null) {
    for (const id of ofStated.get(facts.sizeIndependentService) ?? []) found.add(id);
  }
  if (found.size > 0) return [...found];
  const open = category === "unknown" && match !== null ? [match] : [];
  return [...new Set([...counting, ...open].flatMap(of))];
}

/** The services that answers name, also where they give no category: duties can hold without one. */
function servicesAnswered(facts: ScopeFacts, knowledge: Nis2Knowledge): readonly string[] {
  if (facts.answers === undefined) return [];
  return knowledge.servicesByAnswer.flatMap(({ id, country }) => {
    if (country !== undefined && country !== facts.country) return [];
    const resolved = resolve(id, facts, knowledge);
    return resolved.isOpen ? [] : (resolved.outcome?.services ?? []);
  });
}

/** The verdict of a Czech firm that says, beside its days, that it registers domain names: its duties follow too. */
export function withRegistrar<Verdict extends ScopeVerdict>(verdict: Verdict, { services }: Nis2Knowledge): Verdict {
  if (verdict.country !== "CZ") return verdict;
  const registrars = services.membersOf.get("registrars") ?? [];
  return { ...verdict, services: [...new Set([...verdict.services, ...registrars])] };
}

/** True where the firm is in scope only because an authority decided so, not by its activity and size. */
export function isByDecisionOnly({ grounds, matches, size, serviceCategory, category }: Decision): boolean {
  if (category === "unknown" || category === "out_of_scope") return false;
  if (!grounds.some(({ byDecision }) => byDecision)) return false;
  const others = grounds.filter(({ byDecision }) => !byDecision);
  const least = stricter(floorOf(others, size), serviceCategory ?? "out_of_scope");
  return strictestOf(matches, size, least) === "out_of_scope";
}
