import type { Category, Company } from "../../core/company.ts";
import type { Locale } from "../../core/locale.ts";
import { mainNaceOf, type NaceCode } from "../../core/nace.ts";
import { ServiceError } from "../../core/problem.ts";
import type { SizeIndependentService } from "../../knowledge/nis2-ids.ts";
import { SAMPLE_SOURCE_PREFIX } from "../../knowledge/sample-source.ts";
import { factsOf } from "../../rules/nis2-scope/classify.ts";
import { decideScope } from "../../rules/nis2-scope/decide-scope.ts";
import { explainScope, type FactsOrigin } from "../../rules/nis2-scope/explain-scope.ts";
import type { ScopeFacts } from "../../rules/nis2-scope/facts.ts";
import { reconcile } from "../../rules/nis2-scope/reconcile.ts";
import type { ReconciledVerdict } from "../../rules/nis2-scope/verdict.ts";
import { decisiveSilence } from "../../sources/registers/combined/live-register.ts";
import type { Silence } from "../../sources/registers/register.ts";
import type { Services } from "../capability.ts";
import { DISCLAIMER } from "./disclaimer.ts";
import { type FoundCompanies, type FoundCompany, registerIsSilent } from "./lookup.ts";
import { describeNace } from "./nace-description.ts";
import type { EvaluationAnswer, ScopeAnswer } from "./scope-answer.ts";

/** The verdict of the local rules for stated or registered facts, in the words of the locale. */
export function judgeFacts(
  facts: ScopeFacts,
  origin: FactsOrigin,
  services: Services,
  locale: Locale,
): EvaluationAnswer {
  const verdict = reconcile(decideScope(facts, services.knowledge.nis2, services.today()), null, facts.country);
  return { country: facts.country, ...describe(verdict, facts, origin, services, locale, services.knowledge.asOf) };
}

/** The whole scope answer for a firm of the registers; the open-data register is heard (description 4.2, rules 3 and 5). */
export function judgeCompany(
  { company, silent, alternatives, unanswered, mayBeElsewhere }: FoundCompanies,
  service: SizeIndependentService | null,
  services: Services,
  locale: Locale,
): ScopeAnswer {
  const facts = factsOf(company, service);
  const verdict = decideFor(company, facts, services);
  refuseGuess(verdict, silent);
  // Nobody may read "out of scope" of a firm that they did not mean while the one they meant cannot be looked up.
  if (mayBeElsewhere !== undefined && verdict.category === "out_of_scope") {
    throw new ServiceError(registerIsSilent(mayBeElsewhere.retryAfter, true));
  }
  const sources = sourcesOf(company, services, locale);
  const told = describe(verdict, facts, originOf(verdict, silent), services, locale, dataAge(company, services));
  return {
    ico: company.ico,
    country: company.country,
    status: company.status,
    ...told,
    size: { ...told.size, source: sources.find((source) => source.facts.includes("size"))?.name ?? null },
    decidedBy: verdict.decidedBy,
    ...(verdict.sourcesDisagree ? { sourcesDisagree: true as const } : {}),
    alternatives: alternatives.map((other) => ({
      ico: other.company.ico,
      country: other.company.country,
      category: categoryBeside(other, services),
      untrusted: { name: other.company.name },
    })),
    unansweredCountries: [...unanswered],
    isSample: isSample(company),
    sources,
    silentSources: silentSourcesOf(silent, services, locale),
    untrusted: { name: company.name, address: company.address },
  };
}

/** The verdict of the local rules alone for a firm of the registers; the open-data register is not heard. */
export function judgeByRules(
  { company, silent }: FoundCompany,
  services: Services,
  locale: Locale,
): Omit<EvaluationAnswer, "country"> {
  const facts = factsOf(company);
  const verdict = reconcile(decideScope(facts, services.knowledge.nis2, services.today()), null, company.country);
  // What only the open-data register could have told is not missing here.
  const heard = silent.map((silence) => ({ ...silence, facts: silence.facts.filter((fact) => fact !== "category") }));
  refuseGuess(verdict, heard);
  return describe(verdict, facts, originOf(verdict, heard), services, locale, dataAge(company, services));
}

/**
 * Out of scope must not rest on what a register did not say only because it did not answer.
 * @throws ServiceError `source_unavailable`
 */
function refuseGuess(verdict: ReconciledVerdict, silent: readonly Silence[]): void {
  const missing = guessedWithout(verdict, silent);
  if (missing !== undefined) throw new ServiceError(registerIsSilent(missing.retryAfter, false));
}

/** The silence that makes "out of scope" a guess. A firm that has ceased is out of scope whatever else is told. */
function guessedWithout(verdict: ReconciledVerdict, silent: readonly Silence[]): Silence | undefined {
  const isOpen = verdict.category === "out_of_scope" && verdict.situation !== "ceased";
  return isOpen ? decisiveSilence(silent) : undefined;
}

/** The category of the firm of the other country, `unknown` where it would be a guess: the answer asked for stands. */
function categoryBeside({ company, silent }: FoundCompany, services: Services): Category {
  const verdict = decideFor(company, factsOf(company, null), services);
  return guessedWithout(verdict, silent) === undefined ? verdict.category : "unknown";
}

/** A fact that was not heard is not a fact that the register does not hold: the words must not say so. */
function originOf({ unknownReason }: ReconciledVerdict, silent: readonly Silence[]): FactsOrigin {
  const lacked = unknownReason === "no_nace" ? "nace" : unknownReason === "size_undetermined" ? "size" : undefined;
  return lacked !== undefined && silent.some(({ facts }) => facts.includes(lacked)) ? "silent" : "register";
}

/** Who did not answer, and what nobody else told. */
export function silentSourcesOf(
  silent: readonly Silence[],
  { knowledge }: Services,
  locale: Locale,
): ScopeAnswer["silentSources"] {
  return silent.map(({ source, facts }) => ({
    name: knowledge.sources.get(source)?.name[locale] ?? source,
    facts: [...facts],
  }));
}

/** Who told what of the firm, and when. */
export function sourcesOf(company: Company, { knowledge }: Services, locale: Locale): ScopeAnswer["sources"] {
  return company.provenance.map(({ source, retrievedAt, facts }) => {
    const known = knowledge.sources.get(source);
    return { name: known?.name[locale] ?? source, url: known?.url ?? "", retrievedAt, facts: [...facts] };
  });
}

function decideFor(company: Company, facts: ScopeFacts, { knowledge, today }: Services): ReconciledVerdict {
  return reconcile(decideScope(facts, knowledge.nis2, today()), company.registerVerdict, company.country);
}

/** Rules give ids and references; here they get their words, and every text passes the citation check. */
function describe(
  verdict: ReconciledVerdict,
  facts: ScopeFacts,
  origin: FactsOrigin,
  { knowledge, confirm }: Services,
  locale: Locale,
  dataAsOf: string,
): Omit<EvaluationAnswer, "country"> {
  const told = explainScope(verdict, facts, knowledge.nis2, knowledge.acts, locale, origin);
  const main = mainNaceOf(facts) ?? null;
  const named = (code: NaceCode | null) => (code === null ? null : describeNace(code, knowledge, locale));
  const others = facts.nace.filter((code) => code !== main);
  const check = (text: string | null): string | null => (text === null ? null : confirm(text));
  const checkAll = (citations: readonly string[]): string[] =>
    citations.filter((citation) => confirm(citation) !== null);
  return {
    category: verdict.category,
    ...(verdict.unknownReason === null ? {} : { unknownReason: verdict.unknownReason }),
    sector: told.sector,
    nace: named(main),
    otherNace: others.map((code) => describeNace(code, knowledge, locale)),
    decidingNace: named(verdict.decidingCode),
    size: { category: verdict.sizeCategory, employees: verdict.headcount, source: null },
    ...(verdict.sizeIndependentService === null ? {} : { sizeIndependentService: verdict.sizeIndependentService }),
    headline: check(told.headline),
    reasoning: check(told.reasoning),
    missingFacts: told.missingFacts.map((fact) => ({
      ...fact,
      question: check(fact.question),
      citations: checkAll(fact.citations),
    })),
    trace: told.trace.map((step) => ({ ...step, text: check(step.text), citations: checkAll(step.citations) })),
    nationalRegime:
      told.nationalRegime === null
        ? null
        : {
            ...told.nationalRegime,
            explanation: check(told.nationalRegime.explanation),
            citations: checkAll(told.nationalRegime.citations),
          },
    nextSteps: told.nextSteps.map((step) => ({
      ...step,
      step: check(step.step),
      who: check(step.who),
      within: check(step.within),
      where: check(step.where),
      citation: check(step.citation),
    })),
    authority: told.authority,
    indicative: true,
    disclaimer: DISCLAIMER[locale],
    dataAsOf,
  };
}

/** The oldest fact that a verdict rests on decides its age. */
function dataAge(company: Company, { knowledge }: Services): string {
  const deciding = company.provenance.filter(({ facts }) =>
    facts.some((fact) => fact === "nace" || fact === "size" || fact === "status" || fact === "category"),
  );
  return deciding.map(({ retrievedAt }) => retrievedAt).sort()[0] ?? knowledge.asOf;
}

function isSample({ provenance }: Company): boolean {
  return provenance.some(({ source }) => source.startsWith(SAMPLE_SOURCE_PREFIX));
}
