import { type Category, type Company, hasCeased } from "../../core/company.ts";
import { foreignTextOrNull } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { mainNaceOf, type NaceCode } from "../../core/nace.ts";
import { ServiceError } from "../../core/problem.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import type { SizeIndependentService } from "../../knowledge/nis2-ids.ts";
import { SAMPLE_SOURCE_PREFIX } from "../../knowledge/sample-source.ts";
import { factsOf } from "../../rules/nis2-scope/classify.ts";
import { decideScope } from "../../rules/nis2-scope/decide-scope.ts";
import { explainScope } from "../../rules/nis2-scope/explain-scope.ts";
import type { ScopeFacts } from "../../rules/nis2-scope/facts.ts";
import { reconcile } from "../../rules/nis2-scope/reconcile.ts";
import { silentFor, withSilence } from "../../rules/nis2-scope/silence.ts";
import type { ReconciledVerdict } from "../../rules/nis2-scope/verdict.ts";
import { decisiveSilence } from "../../sources/registers/combined/country-registers.ts";
import type { Silence } from "../../sources/registers/register.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { describeNace } from "../answers/nace-description.ts";
import type { Services } from "../capability.ts";
import { type FoundCompanies, type FoundCompany, registerIsSilent } from "./find-company.ts";
import type { EvaluationAnswer, ScopeAnswer } from "./scope-answer.ts";

/** The verdict of the local rules for stated or registered facts, in the words of the locale. */
export function judgeFacts(
  facts: ScopeFacts,
  origin: "register" | "typed",
  services: Services,
  locale: Locale,
): EvaluationAnswer {
  const verdict = reconcile(decideScope(facts, services.knowledge.nis2, services.today()), null, facts.country);
  const described = describe(verdict, facts, { origin, silent: [] }, services, locale, services.knowledge.asOf);
  return { country: facts.country, ...described };
}

/**
 * The whole scope answer for a firm of the registers, the open-data register included (docs/specification.md,
 * `nis2_scope_check.rule-3`).
 */
export function judgeCompany(
  { company, silent, alternatives, unanswered, mayBeElsewhere }: FoundCompanies,
  service: SizeIndependentService | null,
  services: Services,
  locale: Locale,
): ScopeAnswer {
  const facts = factsOf(company, service);
  const verdict = decideFor(company, facts, services);
  refuseGuess(verdict, silent);
  // "Out of scope" must not be said of another firm while the firm that was meant cannot be looked up.
  if (mayBeElsewhere !== undefined && verdict.category === "out_of_scope") {
    throw new ServiceError(registerIsSilent(mayBeElsewhere.retryAfter, true));
  }
  const sources = sourcesOf(company, services, locale);
  const answer = describe(verdict, facts, { origin: "register", silent }, services, locale, dataAge(company, services));
  return {
    ico: company.ico,
    country: company.country,
    status: statusShown(company, services),
    ...answer,
    size: { ...answer.size, source: sources.find((source) => source.facts.includes("size"))?.name ?? null },
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
    silentSources: silentSourcesOf(silent, services, locale),
    untrusted: { name: foreignTextOrNull(company.name), address: foreignTextOrNull(company.address) },
  };
}

/** The verdict of the local rules alone for a firm of the registers; the open-data register is left out. */
export function judgeByRules(
  { company, silent }: FoundCompany,
  services: Services,
  locale: Locale,
): Omit<EvaluationAnswer, "country"> {
  const facts = factsOf(company);
  const verdict = reconcile(decideScope(facts, services.knowledge.nis2, services.today()), null, company.country);
  // What only the open-data register could have stated is not missing here.
  const missing = silent.map((silence) => ({ ...silence, facts: silence.facts.filter((fact) => fact !== "category") }));
  refuseGuess(verdict, missing);
  return describe(
    verdict,
    facts,
    { origin: "register", silent: missing },
    services,
    locale,
    dataAge(company, services),
  );
}

/**
 * Out of scope must not rest on what a register did not say only because it did not answer.
 * @throws ServiceError `source_unavailable`
 */
function refuseGuess(verdict: ReconciledVerdict, silent: readonly Silence[]): void {
  const missing = guessedWithout(verdict, silent);
  if (missing !== undefined) throw new ServiceError(registerIsSilent(missing.retryAfter, false));
}

/**
 * The missing answer that makes "out of scope" a guess. A firm that has ceased is out of scope whatever else is stated.
 */
function guessedWithout(verdict: ReconciledVerdict, silent: readonly Silence[]): Silence | undefined {
  const isOpen = verdict.category === "out_of_scope" && verdict.situation !== "ceased";
  return isOpen ? decisiveSilence(silent) : undefined;
}

/**
 * The category of the firm of the other country, `unknown` where it would be a guess: the answer for the other firm
 * does not change.
 */
function categoryBeside({ company, silent }: FoundCompany, services: Services): Category {
  const verdict = decideFor(company, factsOf(company, null), services);
  return guessedWithout(verdict, silent) === undefined ? verdict.category : "unknown";
}

/**
 * Whether the firm has ceased, as every face shows it: an end that lies ahead, or that cannot be read, has not come.
 */
export function statusShown(company: Pick<Company, "status" | "ceasedOn">, { today }: Services): "active" | "ceased" {
  return hasCeased(company, today()) ? "ceased" : "active";
}

/** The sources that did not answer, and the facts that no other source states. */
export function silentSourcesOf(
  silent: readonly Silence[],
  { knowledge }: Services,
  locale: Locale,
): ScopeAnswer["silentSources"] {
  return silent.map(({ source, facts }) => ({
    name: sourceName(source, knowledge, locale),
    facts: [...facts],
  }));
}

function sourceName(source: string, { sources }: Knowledge, locale: Locale): string {
  return sources.get(source)?.name[locale] ?? source;
}

/** Which source states which fact of the firm, and when it was retrieved. */
export function sourcesOf(company: Company, { knowledge }: Services, locale: Locale): ScopeAnswer["sources"] {
  return company.provenance.map(({ source, retrievedAt, facts }) => {
    const known = knowledge.sources.get(source);
    return { name: known?.name[locale] ?? source, url: known?.url ?? "", retrievedAt, facts: [...facts] };
  });
}

function decideFor(company: Company, facts: ScopeFacts, { knowledge, today }: Services): ReconciledVerdict {
  return reconcile(decideScope(facts, knowledge.nis2, today()), company.registerVerdict, company.country);
}

/** Rules give ids and references; here they get their texts, and every text passes the citation check. */
function describe(
  decided: ReconciledVerdict,
  facts: ScopeFacts,
  { origin, silent }: { readonly origin: "register" | "typed"; readonly silent: readonly Silence[] },
  { knowledge, confirm }: Services,
  locale: Locale,
  dataAsOf: string,
): Omit<EvaluationAnswer, "country"> {
  const deciding = silentFor(decided, silent).map(({ source }) => sourceName(source, knowledge, locale));
  const verdict = withSilence(decided, silent);
  const sizeOrigin = deciding.length === 0 ? origin : "silent";
  const explained = explainScope(verdict, facts, knowledge.nis2, knowledge.acts, locale, sizeOrigin, deciding);
  const main = mainNaceOf(facts) ?? null;
  const named = (code: NaceCode | null) => (code === null ? null : describeNace(code, knowledge, locale));
  const others = facts.nace.filter((code) => code !== main);
  const check = (text: string | null): string | null => (text === null ? null : confirm(text));
  const checkAll = (citations: readonly string[]): string[] =>
    citations.filter((citation) => confirm(citation) !== null);
  return {
    category: verdict.category,
    ...(verdict.unknownReason === null ? {} : { unknownReason: verdict.unknownReason }),
    sector: explained.sector,
    nace: named(main),
    otherNace: others.map((code) => describeNace(code, knowledge, locale)),
    decidingNace: named(verdict.decidingCode),
    size: { category: verdict.sizeCategory, employees: verdict.headcount, source: null },
    ...(verdict.sizeIndependentService === null ? {} : { sizeIndependentService: verdict.sizeIndependentService }),
    headline: check(explained.headline),
    reasoning: check(explained.reasoning),
    missingFacts: explained.missingFacts.map((fact) => ({
      ...fact,
      question: check(fact.question),
      citations: checkAll(fact.citations),
    })),
    trace: explained.trace.map((step) => ({ ...step, text: check(step.text), citations: checkAll(step.citations) })),
    nationalRegime:
      explained.nationalRegime === null
        ? null
        : {
            ...explained.nationalRegime,
            explanation: check(explained.nationalRegime.explanation),
            citations: checkAll(explained.nationalRegime.citations),
          },
    nextSteps: explained.nextSteps.map((step) => ({
      ...step,
      step: check(step.step),
      who: check(step.who),
      within: check(step.within),
      where: check(step.where),
      citation: check(step.citation),
    })),
    authority: explained.authority,
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
