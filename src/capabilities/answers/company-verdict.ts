import type { Company } from "../../core/company.ts";
import type { Locale } from "../../core/locale.ts";
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
import type { Services } from "../capability.ts";
import { DISCLAIMER } from "./disclaimer.ts";
import { type FoundCompanies, registerIsSilent } from "./lookup.ts";
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
  { company, silent, alternatives }: FoundCompanies,
  service: SizeIndependentService | null,
  services: Services,
  locale: Locale,
): ScopeAnswer {
  const facts = factsOf(company, service);
  const verdict = decideFor(company, facts, services);
  const missing = decisiveSilence(silent);
  // Out of scope would rest on what a register did not say only because it did not answer.
  if (verdict.category === "out_of_scope" && missing !== undefined && company.status === "active") {
    throw new ServiceError(registerIsSilent(missing.retryAfter, false));
  }
  const sources = sourcesOf(company, services, locale);
  const told = describe(verdict, facts, "register", services, locale, dataAge(company, services));
  return {
    ico: company.ico,
    country: company.country,
    status: company.status,
    ...told,
    size: { ...told.size, source: sources.find((source) => source.facts.includes("size"))?.name ?? null },
    decidedBy: verdict.decidedBy,
    ...(verdict.sourcesDisagree ? { sourcesDisagree: true as const } : {}),
    alternatives: alternatives.map((other) => ({
      ico: other.ico,
      country: other.country,
      category: decideFor(other, factsOf(other, null), services).category,
      untrusted: { name: other.name },
    })),
    isSample: isSample(company),
    sources,
    silentSources: silent.map(({ source, facts: open }) => ({
      name: services.knowledge.sources.get(source)?.name[locale] ?? source,
      facts: [...open],
    })),
    untrusted: { name: company.name, address: company.address },
  };
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
  const main = verdict.decidingCode ?? facts.nace[0] ?? null;
  const others = facts.nace.filter((code) => code !== main);
  const check = (text: string | null): string | null => (text === null ? null : confirm(text));
  const checkAll = (citations: readonly string[]): string[] =>
    citations.filter((citation) => confirm(citation) !== null);
  return {
    category: verdict.category,
    ...(verdict.unknownReason === null ? {} : { unknownReason: verdict.unknownReason }),
    sector: told.sector,
    nace: main === null ? null : describeNace(main, knowledge, locale),
    otherNace: others.map((code) => describeNace(code, knowledge, locale)),
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
