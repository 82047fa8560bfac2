import type { Day } from "../../core/day.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import { decideCategory } from "./decide-category.ts";
import type { ScopeFacts } from "./facts.ts";
import { findHints } from "./hints.ts";
import { findMilderFacts, findMissingFacts } from "./missing-facts.ts";
import { nationalViewOf } from "./regime.ts";
import { traceOf } from "./trace.ts";
import type { ScopeVerdict } from "./verdict.ts";

/**
 * Does NIS2 reach a firm? Directive (EU) 2022/2555, Articles 2 and 3, with what Slovak and Czech law make of it.
 * @param facts what is known; the same for a firm of a register and for facts that somebody typed
 * @param asOf the day to judge by. The matrix of the directive holds on every day: no source that Dosah keeps states a
 * day before which it did not, and a date must never put a firm out of scope. National regimes, steps and questions
 * appear from the day the national act came into force.
 * @returns the verdict as ids and references, frozen in no language; it is never bare when out of scope
 */
export function decideScope(facts: ScopeFacts, knowledge: Nis2Knowledge, asOf: Day): ScopeVerdict {
  const decision = decideCategory(facts, knowledge, asOf);
  const { category, unknownReason, situation, sectorId, match, matches, size } = decision;
  const hints = findHints(decision, facts, knowledge);
  const decidingCode = match?.code ?? null;
  const { regimeQuestions, ...national } = nationalViewOf(decision, facts, knowledge, asOf);
  return {
    country: facts.country,
    asOf,
    category,
    unknownReason,
    situation,
    sectorId,
    subsector: match?.row?.subsector ?? null,
    decidingCode,
    decidedByMain: match?.isMain ?? null,
    otherCodes: matches.map(({ code }) => code).filter((code) => code !== decidingCode),
    sizeCategory: size.category,
    sizeBasis: size.basis,
    headcount: size.headcount,
    sizeIsLowerBound: size.isLowerBound,
    sizeIndependentService: facts.sizeIndependentService,
    trace: traceOf(decision, hints, facts, knowledge, asOf),
    missingFacts: [
      ...findMissingFacts({ decision, facts, hints, regimeQuestions, knowledge, asOf }),
      ...findMilderFacts({ decision, facts, knowledge, asOf }),
    ],
    hints,
    ...national,
  };
}
