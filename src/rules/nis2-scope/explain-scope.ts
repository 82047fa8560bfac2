import type { Category } from "../../core/company.ts";
import { deepFreeze } from "../../core/deep-freeze.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { formatNace, type NaceRevision } from "../../core/nace.ts";
import type { ActRegistry } from "../../knowledge/acts.ts";
import type { Nis2Knowledge } from "../../knowledge/nis2.ts";
import { headlineOf, isFigureOpen, onlyCodeOf } from "./explain-headline.ts";
import { reasoningOf } from "./explain-reasoning.ts";
import { type ExplainedStep, explainSteps } from "./explain-steps.ts";
import { cite, type FactsOrigin, type Speech, say, slotValuesOf } from "./explain-values.ts";
import { CURRENT_ACTIVITY, type ScopeFacts } from "./facts.ts";
import type { MissingFact, ReconciledVerdict, TraceStep, TraceValue } from "./verdict.ts";

export type { FactsOrigin } from "./explain-values.ts";

/** The parts of a scope answer that have words, in one language; shaped like `verdictFields` of the capability. */
export interface ScopeExplanation {
  readonly sector: { readonly id: string; readonly name: string; readonly annex: "I" | "II" } | null;
  readonly headline: string;
  /** The reason in one sentence; `null` where the headline gives it. */
  readonly why: string | null;
  readonly reasoning: string;
  readonly missingFacts: {
    readonly fact: string;
    readonly question: string;
    readonly couldBecome: Category[];
    readonly code: { readonly code: string; readonly revision: NaceRevision } | null;
    readonly citations: string[];
  }[];
  readonly trace: {
    readonly rule: string;
    readonly outcome: string;
    readonly text: string;
    readonly facts: Record<string, TraceValue>;
    readonly citations: string[];
  }[];
  readonly nationalRegime: {
    readonly id: string;
    readonly name: string;
    readonly explanation: string;
    readonly citations: string[];
  } | null;
  readonly nextSteps: readonly ExplainedStep[];
  readonly authority: { readonly name: string; readonly url: string };
}

/** Answers repeat: the same kind of firm gets the same words. A few thousand kinds cover nearly all firms. */
const REMEMBERED = 4_000;

const memory = new WeakMap<Nis2Knowledge, Map<string, ScopeExplanation>>();

/**
 * The words of a verdict in one language. The same verdict gives the same frozen object.
 * @param facts what the verdict rests on; @param origin whether a register or a person stated them
 * @param silent names of the registers that do not answer and would decide, in the locale
 */
export function explainScope(
  verdict: ReconciledVerdict,
  facts: ScopeFacts,
  knowledge: Nis2Knowledge,
  acts: ActRegistry,
  locale: Locale,
  origin: FactsOrigin = "register",
  silent: readonly string[] = [],
): ScopeExplanation {
  const remembered = memory.get(knowledge) ?? new Map<string, ScopeExplanation>();
  if (remembered.size === 0) memory.set(knowledge, remembered);
  const key = `${signatureOf(verdict, facts, knowledge, locale, origin)}|${silent.join("|")}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const services = facts.activities ?? [];
  const listed = { names: new Intl.ListFormat(locale).format(silent), isSeveral: silent.length > 1 };
  const explanation = deepFreeze(explain(verdict, origin, { knowledge, acts, locale, services, silent: listed }));
  const oldest = remembered.size >= REMEMBERED ? remembered.keys().next().value : undefined;
  if (oldest !== undefined) remembered.delete(oldest);
  remembered.set(key, explanation);
  return explanation;
}

/**
 * Everything that shows in the words, and nothing else (the other codes of a firm do not). Joined by hand: this runs on
 * every answer, and serialising the whole verdict would cost more than the look-up saves.
 */
function signatureOf(
  verdict: ReconciledVerdict,
  { country }: ScopeFacts,
  knowledge: Nis2Knowledge,
  locale: Locale,
  origin: FactsOrigin,
): string {
  const { category, situation, unknownReason, sectorId, subsector, regimeId, sizeCategory, sizeBasis } = verdict;
  const { decidedBy, sourcesDisagree, sizeIndependentService, asOf, remarks, possibleRegimes } = verdict;
  let key = `${locale} ${origin} ${country} ${asOf} ${category} ${situation} ${unknownReason} ${sectorId} ${subsector}`;
  key += ` ${regimeId} ${sizeCategory} ${sizeBasis} ${decidedBy} ${sourcesDisagree} ${sizeIndependentService}`;
  key += ` ${onlyCodeOf(verdict, knowledge)} ${verdict.agedSize} ${verdict.agedActivity?.since}`;
  key += ` ${verdict.services.join(" ")} ${verdict.isByDecisionOnly} ${verdict.complete}`;
  key += ` ${isFigureOpen(verdict)}`;
  for (const { code } of verdict.agedActivity?.codes ?? []) key += ` ${code}`;
  for (const regime of possibleRegimes) key += ` ${regime}`;
  for (const remark of remarks) key += ` ${remark}`;
  for (const { rule, outcome, facts, citations } of verdict.trace) {
    key += `|${rule} ${outcome} ${citations.length}`;
    for (const name in facts) key += ` ${name}=${facts[name]}`;
  }
  for (const { id, couldBecome, code } of verdict.missingFacts)
    key += `|${id} ${couldBecome} ${code?.code} ${code?.revision}`;
  for (const { kind, id, code } of verdict.hints) key += `|${kind} ${id} ${code.code} ${code.revision}`;
  return key;
}

function explain(verdict: ReconciledVerdict, origin: FactsOrigin, speech: Speech): ScopeExplanation {
  const { knowledge, locale } = speech;
  const sector = verdict.sectorId === null ? undefined : knowledge.sectorById.get(verdict.sectorId);
  const authority = knowledge.authorities[verdict.country];
  const trace = verdict.trace.map((step) => explainStep(step, verdict, speech));
  return {
    sector: sector === undefined ? null : { id: sector.id, name: sector.name[locale], annex: sector.annex },
    ...headlineOf(verdict, origin, speech),
    reasoning: reasoningOf(
      verdict,
      trace.map(({ text }) => text),
      speech,
    ),
    missingFacts: verdict.missingFacts.map((fact) => explainFact(fact, verdict, speech)),
    trace,
    nationalRegime: explainRegime(verdict, speech),
    nextSteps: explainSteps(verdict, speech),
    authority: { name: authority.name[locale], url: authority.url },
  };
}

function explainStep(
  step: TraceStep,
  { country }: ReconciledVerdict,
  speech: Speech,
): ScopeExplanation["trace"][number] {
  const outcomes: Readonly<Partial<Record<string, { readonly text: Localized }>>> = speech.knowledge.trace[step.rule];
  const sentence = outcomes[step.outcome]?.text;
  return {
    rule: step.rule,
    outcome: step.outcome,
    text: sentence === undefined ? "" : say(sentence, slotValuesOf(step.facts, speech, country), speech),
    facts: { ...step.facts },
    citations: cite(step.citations, speech),
  };
}

function explainFact(
  { id, couldBecome, code }: MissingFact,
  { country, agedSize, agedActivity }: ReconciledVerdict,
  speech: Speech,
): ScopeExplanation["missingFacts"][number] {
  const { missingFactById, weakActivities } = speech.knowledge;
  const entry = missingFactById.get(id);
  const activity = weakActivities.get(id);
  const question = entry?.question ?? activity?.question;
  const aged = agedQuestion(id, { agedSize, agedActivity }, speech);
  return {
    fact: id,
    question: aged ?? (question === undefined ? "" : say(question, {}, speech)),
    couldBecome: [...couldBecome],
    code: code === null ? null : { ...code },
    citations: cite(entry?.citations ?? activity?.citations?.[country] ?? ["nis2 annex I", "nis2 annex II"], speech),
  };
}

/** A question about an old fact names its year, and what the source says. */
function agedQuestion(
  id: string,
  { agedSize, agedActivity }: Pick<ReconciledVerdict, "agedSize" | "agedActivity">,
  speech: Speech,
): string | undefined {
  const { texts } = speech.knowledge;
  if (id === "employees" && agedSize !== null) return say(texts.agedSize, { year: agedSize.slice(0, 4) }, speech);
  if (id !== CURRENT_ACTIVITY || agedActivity === null) return undefined;
  const named = agedActivity.codes.slice(0, MOST_NAMED).map(({ code }) => formatNace(code));
  const codes = agedActivity.codes.length > MOST_NAMED ? [...named, "…"] : named;
  return say(texts.agedActivity, { year: agedActivity.since.slice(0, 4), code: codes.join(", ") }, speech);
}

/** Old codes that their question names; some registers hold dozens. */
const MOST_NAMED = 5;

function explainRegime(verdict: ReconciledVerdict, speech: Speech): ScopeExplanation["nationalRegime"] {
  const { regimeId, country } = verdict;
  const regime = regimeId === null ? undefined : speech.knowledge.regimes[country].get(regimeId);
  if (regime === undefined) return null;
  const remarks = speech.knowledge.remarks.filter(({ id }) => verdict.remarks.includes(id));
  const references = [...regime.citations, ...remarks.flatMap(({ citations }) => citations)];
  return {
    id: regime.id,
    name: regime.name[speech.locale],
    explanation: [regime.explanation, ...remarks.map(({ text }) => text)]
      .map((text) => say(text, {}, speech))
      .join(" "),
    citations: cite([...new Set(references)], speech),
  };
}
