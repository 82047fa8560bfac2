import type { MissingFactEntry, Nis2Knowledge } from "../../knowledge/nis2.ts";
import type { Decision } from "./decision.ts";
import { CURRENT_ACTIVITY } from "./facts.ts";
import { type CodeMatch, isListed } from "./match-nace.ts";
import type { Hint, MissingFact } from "./verdict.ts";

/** An open fact before it is known because of which code it is asked. */
export type OpenFact = Omit<MissingFact, "code">;

/**
 * The open facts, most decisive first, each with the code because of which it is asked: those whose figures an answer
 * awaits, then size before all while it is open, then by priority, facts of the main activity before those of others and of no code, facts with more possible
 * categories before those with fewer.
 */
export function inOrder(
  open: readonly OpenFact[],
  decision: Decision,
  hints: readonly Hint[],
  awaited: readonly string[],
  knowledge: Nis2Knowledge,
): MissingFact[] {
  const isSizeOpen = decision.size.category === null || decision.size.isLowerBound;
  return open
    .map((fact, index) => {
      const match = matchBehind(fact.id, decision, hints, knowledge);
      const entry = knowledge.answers.get(fact.id);
      const isSizeFirst = entry?.block === "size" && isSizeOpen;
      const isSooner = decision.matches.some(({ code }) => entry?.sooner !== undefined && isListed(code, entry.sooner));
      const isSideHint = knowledge.weakActivities.has(fact.id) && match?.isMain !== true;
      const priority = isSooner ? 1 : (entry?.priority ?? 1) + (isSideHint ? 1 : 0);
      const rank = [
        awaited.includes(fact.id) ? 0 : 1,
        isSizeFirst ? 0 : 1,
        priority,
        match === undefined ? 2 : match.isMain ? 0 : 1,
        -fact.couldBecome.length,
        index,
      ];
      return { fact: { ...fact, code: match?.service === undefined ? (match?.code ?? null) : null }, rank };
    })
    .sort((one, other) => compare(one.rank, other.rank))
    .map(({ fact }) => fact);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** The code of the firm that raises a question: that of a hint, or one that the question or its remark lists. */
function matchBehind(
  id: string,
  { matches }: Decision,
  hints: readonly Hint[],
  knowledge: Nis2Knowledge,
): CodeMatch | undefined {
  if (id === CURRENT_ACTIVITY) return matches[0];
  const hint = hints.find((one) => (id === "exactActivity" ? one.kind === "coarse" : one.id === id));
  if (hint !== undefined) return matches.find(({ code }) => code === hint.code);
  const listed = listedBy(id, knowledge);
  return listed === undefined ? undefined : matches.find(({ code }) => isListed(code, listed));
}

type Listed = MissingFactEntry["nace"];

/** By the knowledge, which is read once: the codes of a question are looked for in every verdict that asks it. */
const listedCodes = new WeakMap<Nis2Knowledge, Map<string, Listed>>();

/** The codes that a question or its remark lists. */
function listedBy(id: string, knowledge: Nis2Knowledge): Listed {
  const known = listedCodes.get(knowledge) ?? new Map<string, Listed>();
  if (known.size === 0) listedCodes.set(knowledge, known);
  if (known.has(id)) return known.get(id);
  const { missingFactById, remarks } = knowledge;
  const listed = missingFactById.get(id)?.nace ?? remarks.find(({ question }) => question === id)?.nace;
  known.set(id, listed);
  return listed;
}
