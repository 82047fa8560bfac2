import type { Day } from "../../core/day.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import { currentFacts, findAgedActivity } from "./aged-activity.ts";
import { awaitedBy, awaitedFigures } from "./answers.ts";
import { decideCategory } from "./decide-category.ts";
import type { Decision } from "./decision.ts";
import type { AnswerValue, ScopeFacts } from "./facts.ts";
import { findHints } from "./hints.ts";
import { dayOfSize, findAgedFacts, findMilderFacts, findMissingFacts } from "./missing-facts.ts";
import { inOrder } from "./question-order.ts";
import { categoryToExceed, nationalViewOf } from "./regime.ts";
import { isByDecisionOnly, servicesInScope } from "./services-in-scope.ts";
import { withStatedService } from "./stated-activities.ts";
import { floorInSector } from "./stated-grounds.ts";
import { traceOf } from "./trace.ts";
import type { AnswerEffect, AnsweredFact, ScopeVerdict } from "./verdict.ts";

/**
 * Does NIS2 reach a firm? Directive (EU) 2022/2555, Articles 2 and 3, with what Slovak and Czech law make of it.
 * @param facts what is known; the same for a firm of a register and for facts that somebody typed
 * @param asOf the day to judge by. The matrix of the directive holds on every day: no source that Dosah keeps states a
 * day before which it did not, and a date must never put a firm out of scope. National regimes, steps and questions
 * appear from the day the national act came into force.
 * @returns the verdict as ids and references, frozen in no language; it is never bare when out of scope
 */
export function decideScope(facts: ScopeFacts, knowledge: Nis2Knowledge, asOf: Day): ScopeVerdict {
  const verdict = decideOnce(facts, knowledge, asOf);
  if (facts.answers === undefined) return verdict;
  return {
    ...verdict,
    answered: answerEffects(facts, verdict, knowledge, (other) => decideOnce(other, knowledge, asOf)),
  };
}

function decideOnce(given: ScopeFacts, knowledge: Nis2Knowledge, asOf: Day): ScopeVerdict {
  const stated = currentFacts(given, asOf);
  const decision = decideCategory(stated, knowledge, asOf);
  const verdict = verdictOf(decision, stated, knowledge, asOf);
  if (decision.category !== "out_of_scope" || stated.answers === undefined) return verdict;
  const awaited = awaitedFigures(stated, knowledge);
  const lifting = verdict.missingFacts.filter(({ id, couldBecome }) => awaited.includes(id) && couldBecome.length > 0);
  if (lifting.length === 0) return verdict;
  // Something was said that keeps the firm from being out: how far it reaches, its figures tell.
  const isOfSize = lifting.some(({ id }) => knowledge.answers.get(id)?.block === "size");
  const reason = isOfSize ? "size_undetermined" : "activity_undetermined";
  const undecided: Decision = { ...decision, category: "unknown", unknownReason: reason, situation: reason };
  const raised = verdictOf(undecided, stated, knowledge, asOf);
  const missingFacts = raised.missingFacts.map((fact) =>
    lifting.some(({ id }) => id === fact.id)
      ? { ...fact, couldBecome: [...fact.couldBecome, "out_of_scope" as const] }
      : fact,
  );
  return { ...raised, missingFacts };
}

function verdictOf(decision: Decision, stated: ScopeFacts, knowledge: Nis2Knowledge, asOf: Day): ScopeVerdict {
  const facts = stated.activities === undefined ? stated : withStatedService(stated);
  const { category, unknownReason, situation, sectorId, match, matches, size } = decision;
  const decidingCode = match === null || match.service !== undefined ? null : match.code;
  const services = servicesInScope(decision, facts, knowledge);
  const view = nationalViewOf(decision, services, facts, knowledge, asOf);
  const { regimeQuestions, ...national } = view;
  const toExceed = categoryToExceed(decision, view);
  const inSector = floorInSector(matches, size, stated, knowledge, asOf);
  const hints = findHints(decision, toExceed, inSector, facts, knowledge);
  const aged = findAgedFacts({ decision, facts: stated, asOf });
  const standing = { category, regimeId: national.regimeId };
  const agedActivity = findAgedActivity(stated, standing, asOf, (other) => decideOnce(other, knowledge, asOf));
  const open = [
    ...aged,
    ...(agedActivity === null ? [] : [agedActivity.question]),
    ...findMissingFacts({ decision, facts: stated, hints, toExceed, inSector, regimeQuestions, knowledge, asOf }),
    ...findMilderFacts({ decision, facts: stated, knowledge, asOf }),
  ];
  return {
    country: facts.country,
    asOf,
    category,
    unknownReason,
    situation,
    sectorId,
    subsector: match?.row?.subsector ?? null,
    decidingCode,
    decidingService: match?.service ?? null,
    services,
    isByDecisionOnly: isByDecisionOnly(decision),
    decidedByMain: decidingCode === null ? null : (match?.isMain ?? null),
    otherCodes: matches
      .filter(({ code, service }) => service === undefined && code !== decidingCode)
      .map(({ code }) => code),
    sizeCategory: size.category,
    sizeBasis: size.basis,
    headcount: size.headcount,
    agedSize: aged.length === 0 ? null : (dayOfSize(size, facts) ?? null),
    agedActivity: agedActivity?.activity ?? null,
    sizeIsLowerBound: size.isLowerBound,
    sizeIndependentService: facts.sizeIndependentService,
    trace: traceOf(decision, services, hints, facts, knowledge, asOf),
    missingFacts: inOrder(open, decision, hints, awaitedFigures(stated, knowledge), knowledge),
    answered: [],
    complete: open.length === 0 && category !== "unknown" && national.regimeId !== "undetermined",
    hints,
    ...national,
  };
}

/**
 * What each answer did, found by judging the firm without it: it decides where the result would be another one or where
 * it gives the category that stands; it excludes where it would be asked.
 * @param judge the verdict for other facts
 */
function answerEffects(
  facts: ScopeFacts,
  verdict: ScopeVerdict,
  knowledge: Nis2Knowledge,
  judge: (facts: ScopeFacts) => ScopeVerdict,
): AnsweredFact[] {
  const given = Object.entries(facts.answers ?? {}).filter(
    (entry): entry is [string, AnswerValue] => entry[1] !== undefined,
  );
  const deciding = verdict.trace.flatMap(({ rule, facts: { question } }) => (rule === "answer" ? [question] : []));
  return given.map(([id, value]) => {
    const awaited = awaitedBy(id, facts, knowledge);
    if (awaited !== null) {
      return { id, value, effect: verdict.missingFacts.some((open) => open.id === awaited) ? "open" : "no_change" };
    }
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
