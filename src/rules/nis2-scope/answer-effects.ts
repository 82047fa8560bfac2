import type { AnswerValue, ScopeFacts } from "./facts.ts";
import type { AnswerEffect, AnsweredFact, ScopeVerdict } from "./verdict.ts";

/**
 * What each answer did, found by judging the firm without it: it decides where the result would be another one or where
 * it gives the category that stands; it excludes where it would be asked.
 * @param judge the verdict for other facts
 */
export function answerEffects(
  facts: ScopeFacts,
  verdict: ScopeVerdict,
  judge: (facts: ScopeFacts) => ScopeVerdict,
): AnsweredFact[] {
  const given = Object.entries(facts.answers ?? {}).filter(
    (entry): entry is [string, AnswerValue] => entry[1] !== undefined,
  );
  const deciding = verdict.trace.flatMap(({ rule, facts: { question } }) => (rule === "answer" ? [question] : []));
  return given.map(([id, value]) => {
    if (deciding.includes(id)) return { id, value, effect: "decided" };
    const without = judge({ ...facts, answers: { ...facts.answers, [id]: undefined } });
    return { id, value, effect: effectOf(without, verdict) };
  });
}

function effectOf(without: ScopeVerdict, verdict: ScopeVerdict): AnswerEffect {
  if (without.category !== verdict.category || without.regimeId !== verdict.regimeId) return "decided";
  const isAskedAgain = without.missingFacts.some(({ id }) => verdict.missingFacts.every((open) => open.id !== id));
  return isAskedAgain ? "excluded" : "no_change";
}
