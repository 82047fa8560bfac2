import { foreignTextOrNull } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { formatNace, mainNaceOf } from "../../core/nace.ts";
import { currentFacts } from "../../rules/nis2-scope/aged-activity.ts";
import type { Services } from "../contexts.ts";
import { type RowProblem, rowProblem } from "../rows/row-problems.ts";
import { type RowValues, STATED_FIGURES } from "../rows/row-values.ts";
import { factsOfAnswers } from "../scope/check-answers.ts";
import type { FoundCompanies } from "../scope/find-company.ts";
import { dataAge, datedFactsOf, statusShown } from "../scope/firm-facts.ts";
import { decideFor, guessedWithout, withStated } from "../scope/firm-standing.ts";

/** What a row says of a firm that was judged: no reasons, the verdict's address leads to them. */
export type JudgedFirm = Exclude<ReturnType<typeof judgeRow>, RowProblem>;

/**
 * The verdict of a firm of the register file in a row: that of `nis2_scope_check` for the same facts, day and rules.
 * @returns the problem where it would be a guess
 */
export function judgeRow(found: FoundCompanies, values: RowValues, services: Services, locale: Locale) {
  const { company, alternatives, mayBeElsewhere } = found;
  const { knowledge } = services;
  const { country, ico } = company;
  const statedFacts = STATED_FIGURES.filter((name) => values[name] !== undefined);
  const { employees, turnoverEur, balanceSheetEur, sizeIndependentService } = values;
  const service = sizeIndependentService ?? null;
  const answers = {
    ...(employees === undefined ? {} : { employees }),
    ...(turnoverEur === undefined ? {} : { turnoverEur }),
    ...(balanceSheetEur === undefined ? {} : { balanceSheetEur }),
  };
  const isTyped = Object.keys(answers).length > 0;
  const known = isTyped ? withStated(found, factsOfAnswers(answers, country, service, knowledge)) : undefined;
  const facts = known?.facts ?? datedFactsOf(company, service);
  const verdict = decideFor(company, facts, services);
  if (guessedWithout(verdict, known?.silent ?? found.silent) !== undefined) return rowProblem("source_unavailable");
  if (mayBeElsewhere !== undefined && verdict.category === "out_of_scope") return rowProblem("not_held");
  const sector = verdict.sectorId === null ? undefined : knowledge.nis2.sectorById.get(verdict.sectorId);
  const nace = verdict.decidingCode ?? mainNaceOf(currentFacts(facts, services.today())) ?? null;
  return {
    ico,
    country,
    status: statusShown(company, services),
    category: verdict.category,
    sector: sector === undefined ? null : { id: sector.id, name: sector.name[locale], annex: sector.annex },
    nace: nace === null ? null : formatNace(nace.code),
    naceRevision: nace?.revision ?? null,
    size: verdict.sizeCategory,
    unknownReason: verdict.unknownReason,
    missingFacts: verdict.missingFacts.map(({ id }) => id),
    couldBecome: [...new Set(verdict.missingFacts.flatMap(({ couldBecome }) => couldBecome))],
    regime: verdict.regimeId,
    sourcesDisagree: verdict.sourcesDisagree,
    decidedBy: verdict.decidedBy,
    statedFacts,
    alsoIn: alternatives.map((other) => other.company.country),
    dataAsOf: dataAge(company, services).slice(0, 10),
    verdictUrl: `${services.baseUrl}/${locale}/firma/${country.toLowerCase()}/${ico}`,
    untrusted: { name: foreignTextOrNull(company.name) },
  };
}
