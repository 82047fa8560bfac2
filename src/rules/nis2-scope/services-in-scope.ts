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
  const [only] = matches;
  const isOnly = matches.length === 1 && grounds.length === 0 && serviceCategory === null;
  if (isOnly && facts.answers === undefined && only?.service === undefined) {
    const isReached = only !== undefined && (counts(only) || (category === "unknown" && match === only));
    return (isReached && only.row !== null && ofRow.get(only.row)) || NONE;
  }
  const found: string[] = [];
  const add = (ids: readonly string[]) => {
    for (const id of ids) if (!found.includes(id)) found.push(id);
  };
  const addOf = ({ service, row }: CodeMatch) => {
    if (service !== undefined) add([service]);
    else if (row !== null) add(ofRow.get(row) ?? []);
  };
  for (const one of matches) if (counts(one) && categoryOf(one.row, size) !== "out_of_scope") addOf(one);
  for (const ground of grounds) if (atSize(ground, size) !== "out_of_scope") add(ground.services);
  if (facts.answers !== undefined) add(servicesAnswered(facts, knowledge));
  if (serviceCategory !== null && facts.sizeIndependentService !== null) {
    add(ofStated.get(facts.sizeIndependentService) ?? []);
  }
  if (found.length > 0) return found;
  for (const one of matches) if (counts(one)) addOf(one);
  if (category === "unknown" && match !== null) addOf(match);
  return found;
}

const NONE: readonly string[] = [];

/** The services that answers name, also where they give no category: duties can hold without one. */
function servicesAnswered(facts: ScopeFacts, knowledge: Nis2Knowledge): readonly string[] {
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
