import { localDayOf } from "../../core/day.ts";
import { foreignTextOrNull } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import type { SizeIndependentService } from "../../knowledge/nis2-ids.ts";
import { NO_DAYS, type StatedDays } from "../../rules/deadlines/act-now.ts";
import { decideScope } from "../../rules/nis2-scope/decide-scope.ts";
import { reconcile } from "../../rules/nis2-scope/reconcile.ts";
import type { Cacheable, Made } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { type CheckAnswers, factsOfAnswers, STATED_SOURCE, statesFigures } from "./check-answers.ts";
import { statementsInWords } from "./fact-statements.ts";
import { anotherMayBeMeant, type FoundCompanies, type FoundCompany } from "./find-company.ts";
import { dataAge, datedFactsOf, isSample, originOf, statusShown } from "./firm-facts.ts";
import { silentSourcesOf, sourcesOf } from "./firm-sources.ts";
import { categoryBeside, decideFor, refuseGuess, withStated } from "./firm-standing.ts";
import type { ScopeAnswer } from "./scope-answer.ts";
import { answeredIn } from "./stated-verdict.ts";
import { type Described, describeVerdict } from "./verdict-in-words.ts";

/**
 * The whole scope answer for a firm of the registers, the open-data register included (docs/specification.md,
 * `nis2_scope_check.rule-3`).
 */
export function judgeCompany(
  found: FoundCompanies,
  service: SizeIndependentService | null,
  services: Services,
  locale: Locale,
  stated: StatedDays = NO_DAYS,
): ScopeAnswer {
  return makeAnswer(found, service, services, locale, stated).answer;
}

/**
 * The same answer with what it rests on, to be kept for the next who asks for the firm. The registers were asked for each:
 * `found` is what they said now, and of a row that reads as before the register file gives the same object.
 * @param detail how much of it is shown; what a face makes of the answer depends on it
 */
export function standingVerdict(
  found: FoundCompanies,
  service: SizeIndependentService | null,
  services: Services,
  locale: Locale,
  detail: string,
  stated: StatedDays,
  answers?: CheckAnswers,
): Cacheable<ScopeAnswer> {
  const { company, silent, alternatives, unanswered, mayBeElsewhere } = found;
  const { knowledge, confirm, today, now } = services;
  const companies = [company, ...alternatives.map((other) => other.company)];
  const days = [today(), localDayOf(now())];
  // What a source did not say may be said the next time, and the days and facts that a firm states are its own: no answer
  // is kept under this name.
  const isStated = stated !== NO_DAYS || answers !== undefined;
  const isOnce = isStated || [silent, ...alternatives.map((other) => other.silent)].some(isSomeSilent);
  return {
    key: isOnce ? "once" : `${company.country}${company.ico} ${locale} ${detail} ${service}`,
    dependsOn: [knowledge, confirm, ...days, unanswered.join(), mayBeElsewhere !== undefined, ...companies],
    make: () => {
      const made = makeAnswer(found, service, services, locale, stated, detail === "full", answers);
      return isOnce ? { ...made, isLasting: false } : made;
    },
  };
}

function isSomeSilent({ length }: FoundCompany["silent"]): boolean {
  return length > 0;
}

function makeAnswer(
  { company, silent: unheard, alternatives, unanswered, mayBeElsewhere }: FoundCompanies,
  service: SizeIndependentService | null,
  services: Services,
  locale: Locale,
  stated: StatedDays,
  withStatements = false,
  answers?: CheckAnswers,
): Made<ScopeAnswer> {
  const own = answers === undefined ? undefined : factsOfAnswers(answers, company.country, service, services.knowledge);
  const known = own === undefined ? undefined : withStated({ company, silent: unheard }, own);
  const facts = known?.facts ?? datedFactsOf(company, service);
  const silent = known?.silent ?? unheard;
  // The register and the caller are weighed against each other: neither puts the firm out of scope alone.
  const verdict = decideFor(company, facts, services);
  const isTyped = answers !== undefined && statesFigures(answers);
  const circumstances = { origin: isTyped ? ("typed" as const) : originOf(company), silent, stated };
  const words = describeVerdict(verdict, facts, circumstances, services, locale, dataAge(company, services));
  const { described, isWhole } = words;
  refuseGuess(verdict, silent);
  // "Out of scope" must not be said of another firm while the firm that was meant cannot be looked up.
  if (mayBeElsewhere !== undefined && verdict.category === "out_of_scope") {
    throw new ServiceError(anotherMayBeMeant(mayBeElsewhere.retryAfter));
  }
  const sources = sourcesOf(company, services, locale);
  const sizeFact = verdict.sizeBasis === "accounts" ? "financials" : "size";
  const sizeSource =
    known !== undefined && (verdict.sizeBasis === "group" || known.said.has(sizeFact))
      ? STATED_SOURCE[locale]
      : (sources.find(({ facts }) => facts.includes(sizeFact))?.name ?? null);
  const answer: ScopeAnswer = {
    ico: company.ico,
    country: company.country,
    status: statusShown(company, services),
    ...described,
    size: { ...described.size, source: sizeSource },
    decidedBy: verdict.decidedBy,
    ...(verdict.sourcesDisagree ? { sourcesDisagree: true as const } : {}),
    alternatives: alternatives.map((other) => ({
      ico: other.company.ico,
      country: other.company.country,
      category: categoryBeside(other, services),
      untrusted: { name: foreignTextOrNull(other.company.name) },
    })),
    unansweredCountries: [...unanswered],
    isSample: isSample(company),
    sources,
    ...(withStatements ? { statements: statementsInWords(company, services, locale, known?.said) } : {}),
    silentSources: silentSourcesOf(silent, services, locale),
    ...(answers === undefined
      ? {}
      : { stated: { ...answers }, answered: answeredIn(verdict), complete: verdict.complete }),
    untrusted: { name: foreignTextOrNull(company.name), address: foreignTextOrNull(company.address) },
  };
  // A text that was withheld is looked at again each time, so that it is counted.
  return { answer, isLasting: isWhole };
}

/** The verdict of the local rules alone for a firm of the registers; the open-data register is left out. */
export function judgeByRules({ company, silent }: FoundCompany, services: Services, locale: Locale): Described {
  const facts = datedFactsOf(company, null);
  const verdict = reconcile(decideScope(facts, services.knowledge.nis2, services.today()), null, company.country);
  // What only the open-data register could have stated is not missing here.
  const missing = silent.map((silence) => ({ ...silence, facts: silence.facts.filter((fact) => fact !== "category") }));
  refuseGuess(verdict, missing);
  const circumstances = { origin: originOf(company), silent: missing, stated: NO_DAYS };
  return describeVerdict(verdict, facts, circumstances, services, locale, dataAge(company, services)).described;
}
