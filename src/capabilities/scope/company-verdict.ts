import { type Category, type Company, type Fact, hasCeased } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import { type Day, localDayOf } from "../../core/day.ts";
import { foreignTextOrNull } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { mainNaceOf, type NaceCode } from "../../core/nace.ts";
import { ServiceError } from "../../core/problem.ts";
import { share } from "../../core/shared.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import type { RegimeId, SizeIndependentService } from "../../knowledge/nis2-ids.ts";
import { SAMPLE_SOURCE_PREFIX } from "../../knowledge/sample-source.ts";
import { NO_DAYS, type StatedDays } from "../../rules/deadlines/act-now.ts";
import { currentFacts } from "../../rules/nis2-scope/aged-activity.ts";
import { factsOf } from "../../rules/nis2-scope/classify.ts";
import { decideScope } from "../../rules/nis2-scope/decide-scope.ts";
import { explainScope } from "../../rules/nis2-scope/explain-scope.ts";
import { nothingKnown, type ScopeFacts } from "../../rules/nis2-scope/facts.ts";
import { findNearLine } from "../../rules/nis2-scope/near-line.ts";
import { reconcile } from "../../rules/nis2-scope/reconcile.ts";
import { silentFor, withSilence } from "../../rules/nis2-scope/silence.ts";
import type { ReconciledVerdict } from "../../rules/nis2-scope/verdict.ts";
import { decisiveSilence } from "../../sources/registers/combined/country-registers.ts";
import type { Silence } from "../../sources/registers/register.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { describeNace } from "../answers/nace-description.ts";
import { createKeptAnswers, type Made } from "../calling/kept-answers.ts";
import type { Services } from "../capability.ts";
import { describeActNow } from "../deadlines/act-now-answer.ts";
import { type FoundCompanies, type FoundCompany, registerIsSilent } from "./find-company.ts";
import { groupAnswer } from "./group-answer.ts";
import { evaluateCallOf } from "./next-question.ts";
import type { EvaluationAnswer, ScopeAnswer } from "./scope-answer.ts";
import { confirmedWords } from "./verdict-words.ts";

/** The verdict of the local rules for stated or registered facts, in the words of the locale. */
export function judgeFacts(
  facts: ScopeFacts,
  origin: "register" | "typed",
  services: Services,
  locale: Locale,
  stated: StatedDays = NO_DAYS,
): EvaluationAnswer {
  const verdict = reconcile(decideScope(facts, services.knowledge.nis2, services.today()), null, facts.country);
  const circumstances = { origin, silent: [], stated };
  return evaluated(verdict, facts, circumstances, services, locale, services.knowledge.asOf);
}

/** What a firm says of itself; it stands in the place of what a register says. */
export interface StatedFacts
  extends Pick<ScopeFacts, "country" | "turnoverEur" | "balanceSheetEur" | "sizeIndependentService"> {
  readonly employees: number | null;
  readonly activities: NonNullable<ScopeFacts["activities"]>;
  readonly answers: NonNullable<ScopeFacts["answers"]>;
}

/**
 * The verdict for a firm as a register knows it, with what the firm says of itself in its place. Where it says nothing,
 * the open-data register weighs as it does in `judgeCompany`; where it does, the rules judge what it says.
 * @param found `null`: no register knows the firm, or none was asked
 * @returns `null` where "out of scope" would rest on a register that does not answer
 */
export function judgeStated(
  found: FoundCompany | null,
  own: StatedFacts,
  services: Services,
  locale: Locale,
  stated: StatedDays,
): EvaluationAnswer | null {
  const { verdict, facts, silent } = decideStated(found, own, services);
  if (guessedWithout(verdict, silent) !== undefined) return null;
  const origin = own.employees === null && found !== null ? originOf(found.company) : "typed";
  const asOf = found === null ? services.knowledge.asOf : dataAge(found.company, services);
  return evaluated(verdict, facts, { origin, silent, stated }, services, locale, asOf);
}

function decideStated(found: FoundCompany | null, own: StatedFacts, services: Services) {
  const { country, employees, turnoverEur, balanceSheetEur, sizeIndependentService, activities, answers } = own;
  const { sizeAsOf, ...known } = found === null ? nothingKnown(country) : datedFactsOf(found.company, null);
  const facts: ScopeFacts = {
    ...known,
    // What the firm says of its size is of today.
    ...(sizeAsOf === undefined || employees !== null ? {} : { sizeAsOf }),
    headcount: employees === null ? known.headcount : { min: employees, max: employees },
    turnoverEur: turnoverEur ?? known.turnoverEur,
    balanceSheetEur: balanceSheetEur ?? known.balanceSheetEur,
    sizeIndependentService,
    activities,
    answers,
  };
  const said = new Set<Fact>([
    ...(employees === null ? [] : (["size"] as const)),
    ...(turnoverEur === null || balanceSheetEur === null ? [] : (["financials"] as const)),
    ...(activities.length === 0 ? [] : (["nace"] as const)),
  ]);
  const saysNothing = said.size === 0 && turnoverEur === null && balanceSheetEur === null;
  const isSilent = saysNothing && sizeIndependentService === null && Object.keys(answers).length === 0;
  const register = isSilent ? (found?.company.registerVerdict ?? null) : null;
  const verdict = reconcile(decideScope(facts, services.knowledge.nis2, services.today()), register, country);
  const silent = (found?.silent ?? []).map((each) => ({
    ...each,
    facts: each.facts.filter((fact) => !said.has(fact)),
  }));
  return { verdict, facts, silent };
}

function evaluated(
  verdict: ReconciledVerdict,
  facts: ScopeFacts,
  circumstances: Circumstances,
  services: Services,
  locale: Locale,
  dataAsOf: string,
): EvaluationAnswer {
  const { described } = describe(verdict, facts, circumstances, services, locale, dataAsOf);
  const service = facts.activities?.find(({ id }) => id === verdict.decidingService);
  return {
    country: facts.country,
    ...described,
    decidingService: service === undefined ? null : { id: service.id, name: services.confirm(service.name[locale]) },
    answered: verdict.answered.map(({ value, ...answer }) => ({
      ...answer,
      value: typeof value === "object" ? [...value] : value,
    })),
    complete: verdict.complete,
    group: groupAnswer(facts, services, locale),
    nearLine: nearLineAnswer(facts, verdict, circumstances.origin, services, locale),
  };
}

/** Figures near a line of the sizes, with the first sentence of the verdict on its other side. */
function nearLineAnswer(
  facts: ScopeFacts,
  verdict: ReconciledVerdict,
  origin: Circumstances["origin"],
  { knowledge: { nis2, acts }, confirm, today }: Services,
  locale: Locale,
): EvaluationAnswer["nearLine"] {
  const near = findNearLine(facts, verdict, nis2, today());
  if (near === null) return null;
  const other = reconcile(near.other, null, facts.country);
  return {
    figures: near.figures.map(({ figure, stated, line }) => ({ figure, stated, line })),
    category: other.category,
    headline: confirm(explainScope(other, near.facts, nis2, acts, locale, origin).headline),
  };
}

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

/** The answers of before, while everything that they rest on is the same. */
const answers = createKeptAnswers<ScopeAnswer>();

/**
 * The same answer, kept for the next who asks for the firm. The registers were asked for each: `found` is what they said
 * now, and of a row that reads as before the register file gives the same object.
 * @param detail how much of it is shown; what a face makes of the answer depends on it
 */
export function judgeKept(
  found: FoundCompanies,
  service: SizeIndependentService | null,
  services: Services,
  locale: Locale,
  detail: string,
): ScopeAnswer {
  const { company, silent, alternatives, unanswered, mayBeElsewhere } = found;
  // What a source did not say may be said the next time.
  if ([silent, ...alternatives.map((other) => other.silent)].some(({ length }) => length > 0)) {
    return judgeCompany(found, service, services, locale);
  }
  const { knowledge, confirm, today, now } = services;
  const companies = [company, ...alternatives.map((other) => other.company)];
  const days = [today(), localDayOf(now())];
  const parts = [knowledge, confirm, ...days, unanswered.join(), mayBeElsewhere !== undefined, ...companies];
  const key = `${company.country}${company.ico} ${locale} ${detail} ${service}`;
  return answers.of(key, parts, () => makeAnswer(found, service, services, locale, NO_DAYS));
}

function makeAnswer(
  { company, silent, alternatives, unanswered, mayBeElsewhere }: FoundCompanies,
  service: SizeIndependentService | null,
  services: Services,
  locale: Locale,
  stated: StatedDays,
): Made<ScopeAnswer> {
  const { verdict, described, isWhole } = judge(company, service, { silent, stated }, services, locale);
  refuseGuess(verdict, silent);
  // "Out of scope" must not be said of another firm while the firm that was meant cannot be looked up.
  if (mayBeElsewhere !== undefined && verdict.category === "out_of_scope") {
    throw new ServiceError(registerIsSilent(mayBeElsewhere.retryAfter, true));
  }
  const sources = sourcesOf(company, services, locale);
  const answer: ScopeAnswer = {
    ico: company.ico,
    country: company.country,
    status: statusShown(company, services),
    ...described,
    size: { ...described.size, source: sources.find((source) => source.facts.includes("size"))?.name ?? null },
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
  // A text that was withheld is looked at again each time, so that it is counted.
  return { answer, isLasting: isWhole };
}

/** What the rules make of a firm, and the words for it. */
interface Judgement {
  readonly verdict: ReconciledVerdict;
  readonly described: Described;
  /** No text was withheld. */
  readonly isWhole: boolean;
}

function judge(
  company: Company,
  service: SizeIndependentService | null,
  { silent, stated }: Pick<Circumstances, "silent" | "stated">,
  services: Services,
  locale: Locale,
): Judgement {
  const facts = datedFactsOf(company, service);
  const verdict = decideFor(company, facts, services);
  const circumstances = { origin: originOf(company), silent, stated };
  return { verdict, ...describe(verdict, facts, circumstances, services, locale, dataAge(company, services)) };
}

/** The verdict of the local rules alone for a firm of the registers; the open-data register is left out. */
export function judgeByRules({ company, silent }: FoundCompany, services: Services, locale: Locale): Described {
  const facts = datedFactsOf(company, null);
  const verdict = reconcile(decideScope(facts, services.knowledge.nis2, services.today()), null, company.country);
  // What only the open-data register could have stated is not missing here.
  const missing = silent.map((silence) => ({ ...silence, facts: silence.facts.filter((fact) => fact !== "category") }));
  refuseGuess(verdict, missing);
  const circumstances = { origin: originOf(company), silent: missing, stated: NO_DAYS };
  return describe(verdict, facts, circumstances, services, locale, dataAge(company, services)).described;
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

/** Where a firm stands, in two words: for a list of many firms, which says no reasons. */
export interface Standing {
  readonly country: Country;
  /** `unknown` also where a source that did not answer decides. */
  readonly category: Category;
  /** `null` while no national act is in force, and where the category is a guess. */
  readonly regime: RegimeId | null;
}

/** The category and the national regime of a firm of the registers, by the same rules as the whole answer. */
export function standingOf({ company, silent, mayBeElsewhere }: FoundCompanies, services: Services): Standing {
  const verdict = decideFor(company, factsOf(company, null), services);
  const isGuess =
    guessedWithout(verdict, silent) !== undefined ||
    (mayBeElsewhere !== undefined && verdict.category === "out_of_scope");
  const { country } = company;
  return isGuess
    ? { country, category: "unknown", regime: null }
    : { country, category: verdict.category, regime: verdict.regimeId };
}

/** The same with what the firm says of itself. @param found `null`: no register knows it, or none was asked */
export function standingOfStated(found: FoundCompany | null, own: StatedFacts, services: Services): Standing {
  const { verdict, silent } = decideStated(found, own, services);
  const { country } = own;
  if (guessedWithout(verdict, silent) !== undefined) return { country, category: "unknown", regime: null };
  return { country, category: verdict.category, regime: verdict.regimeId };
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

/** By the provenance, which many rows of a register file have in common. */
const sourcesBefore = new WeakMap<Company["provenance"], SourcesInWords>();

interface SourcesInWords {
  readonly knowledge: Knowledge;
  readonly byLocale: Map<Locale, ScopeAnswer["sources"]>;
}

/** Which source states which fact of the firm, and when it was retrieved. */
export function sourcesOf(
  { provenance }: Company,
  { knowledge }: Pick<Services, "knowledge">,
  locale: Locale,
): ScopeAnswer["sources"] {
  let before = sourcesBefore.get(provenance);
  if (before?.knowledge !== knowledge) {
    before = { knowledge, byLocale: new Map() };
    sourcesBefore.set(provenance, before);
  }
  const known = before.byLocale.get(locale);
  if (known !== undefined) return known;
  const made = provenance.map(({ source, retrievedAt, facts }) => {
    const described = knowledge.sources.get(source);
    return { name: described?.name[locale] ?? source, url: described?.url ?? "", retrievedAt, facts: [...facts] };
  });
  before.byLocale.set(locale, share(made));
  return made;
}

function decideFor(company: Company, facts: ScopeFacts, { knowledge, today }: Services): ReconciledVerdict {
  return reconcile(decideScope(facts, knowledge.nis2, today()), company.registerVerdict, company.country);
}

/** How old is what the sources of a firm state. */
interface Ages {
  readonly size: Day | undefined;
  readonly activities: Day | undefined;
  /** The oldest fact that a verdict rests on. */
  readonly deciding: Day | undefined;
}

/** By the provenance, which many rows of a register file have in common. */
const agesBefore = new WeakMap<Company["provenance"], Ages>();

function agesOf({ provenance }: Company): Ages {
  const known = agesBefore.get(provenance);
  if (known !== undefined) return known;
  const daysOf = (isMeant: (fact: Fact) => boolean) =>
    provenance.filter(({ facts }) => facts.some(isMeant)).map(({ retrievedAt }) => retrievedAt);
  const made = {
    size: daysOf((fact) => fact === "size")[0],
    // Registers that agree state an activity several times: the youngest statement confirms the others.
    activities: daysOf((fact) => fact === "nace")
      .sort()
      .at(-1),
    deciding: daysOf((fact) => DECIDING.includes(fact)).sort()[0],
  };
  agesBefore.set(provenance, made);
  return made;
}

/** The facts of a firm with the days of its size and its activities: old ones have to be confirmed. */
function datedFactsOf(company: Company, service: SizeIndependentService | null): ScopeFacts {
  const { size, activities } = agesOf(company);
  return {
    ...factsOf(company, service),
    ...(size === undefined ? {} : { sizeAsOf: size }),
    ...(activities === undefined
      ? {}
      : { naceAsOf: company.nace.map(({ code, revision }) => ({ code, revision, asOf: activities })) }),
  };
}

/** The shipped sample is no register, and its words must not say so. */
function originOf(company: Company): "register" | "published" {
  return isSample(company) ? "published" : "register";
}

/** What every verdict says in words; what only stated facts have is added to it. */
type Described = Omit<EvaluationAnswer, "country" | "decidingService" | "answered" | "complete" | "group" | "nearLine">;

/** What else a verdict depends on than the facts. */
interface Circumstances {
  /** Who stated the facts. */
  readonly origin: "register" | "published" | "typed";
  readonly silent: readonly Silence[];
  /** The days that the firm knows, for the dates of its steps. */
  readonly stated: StatedDays;
}

/** Rules give ids and references; here they get their texts, and every text passes the citation check. */
function describe(
  decided: ReconciledVerdict,
  facts: ScopeFacts,
  { origin, silent, stated }: Circumstances,
  services: Services,
  locale: Locale,
  dataAsOf: string,
): Omit<Judgement, "verdict"> {
  const { knowledge, today } = services;
  const deciding = silentFor(decided, silent).map(({ source }) => sourceName(source, knowledge, locale));
  const verdict = withSilence(decided, silent);
  const sizeOrigin = deciding.length === 0 ? origin : "silent";
  const explained = explainScope(verdict, facts, knowledge.nis2, knowledge.acts, locale, sizeOrigin, deciding);
  const now = describeActNow(verdict, stated, services, locale);
  const judged = currentFacts(facts, today());
  const main = mainNaceOf(judged) ?? null;
  const named = (code: NaceCode | null) => (code === null ? null : describeNace(code, knowledge, locale));
  const others = judged.nace.filter((code) => code !== main);
  const words = confirmedWords(explained, now, facts.country, services, locale);
  const described: Described = {
    category: verdict.category,
    ...(verdict.unknownReason === null ? {} : { unknownReason: verdict.unknownReason }),
    sector: explained.sector,
    nace: named(main),
    otherNace: others.map((code) => describeNace(code, knowledge, locale)),
    decidingNace: named(verdict.decidingCode),
    size: { category: verdict.sizeCategory, employees: verdict.headcount, source: null },
    ...(verdict.sizeIndependentService === null ? {} : { sizeIndependentService: verdict.sizeIndependentService }),
    headline: words.headline,
    reasoning: words.reasoning,
    missingFacts: words.missingFacts,
    nextQuestion: words.nextQuestion,
    evaluate: evaluateCallOf(facts, knowledge, today()),
    trace: words.trace,
    nationalRegime: words.nationalRegime,
    nextSteps: words.nextSteps,
    ...now.fields,
    authority: explained.authority,
    indicative: true,
    disclaimer: DISCLAIMER[locale],
    asOf: services.today(),
    dataAsOf,
  };
  return { described, isWhole: words.isWhole && now.isWhole };
}

const DECIDING: readonly Fact[] = ["nace", "size", "status", "category", "financials"];

/** The oldest fact that a verdict rests on decides its age. */
function dataAge(company: Company, { knowledge }: Pick<Services, "knowledge">): string {
  return agesOf(company).deciding ?? knowledge.asOf;
}

function isSample({ provenance }: Company): boolean {
  return provenance.some(({ source }) => source.startsWith(SAMPLE_SOURCE_PREFIX));
}
