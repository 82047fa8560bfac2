import type { Locale } from "../../core/locale.ts";
import { mainNaceOf, type NaceCode } from "../../core/nace.ts";
import type { StatedDays } from "../../rules/deadlines/act-now.ts";
import { currentFacts } from "../../rules/nis2-scope/aged-activity.ts";
import { explainScope } from "../../rules/nis2-scope/explain-scope.ts";
import type { ScopeFacts } from "../../rules/nis2-scope/facts.ts";
import { sectorOfCode } from "../../rules/nis2-scope/match-nace.ts";
import { withRegistrar } from "../../rules/nis2-scope/services-in-scope.ts";
import { silentFor, withSilence } from "../../rules/nis2-scope/silence.ts";
import type { ReconciledVerdict } from "../../rules/nis2-scope/verdict.ts";
import type { Silence } from "../../sources/registers/register.ts";
import { DISCLAIMER } from "../answers/disclaimer.ts";
import { describeNace } from "../answers/nace-description.ts";
import type { Services } from "../contexts.ts";
import { describeActNow } from "../deadlines/act-now-answer.ts";
import { shortSourceName } from "./firm-sources.ts";
import { evaluateCallOf } from "./next-question.ts";
import type { EvaluationAnswer } from "./scope-answer.ts";
import { confirmedWords } from "./verdict-words.ts";

/** What every verdict says in words; what only stated facts have is added to it. */
export type Described = Omit<
  EvaluationAnswer,
  "country" | "decidingService" | "answered" | "complete" | "group" | "nearLine"
>;

/** What else a verdict depends on than the facts. */
export interface Circumstances {
  /** Who stated the facts. */
  readonly origin: "register" | "published" | "typed";
  readonly silent: readonly Silence[];
  /** The days that the firm knows, for the dates of its steps. */
  readonly stated: StatedDays;
}

/** A verdict in words. */
export interface VerdictInWords {
  readonly described: Described;
  /** No text was withheld. */
  readonly isWhole: boolean;
}

/** Rules give ids and references; here they get their texts, and every text passes the citation check. */
export function describeVerdict(
  decided: ReconciledVerdict,
  facts: ScopeFacts,
  { origin, silent, stated }: Circumstances,
  services: Services,
  locale: Locale,
  dataAsOf: string,
): VerdictInWords {
  const { knowledge, today } = services;
  const deciding = silentFor(decided, silent).map(({ source }) => shortSourceName(source, knowledge, locale));
  const heard = withSilence(decided, silent);
  const verdict = stated.situations.includes("registrar") ? withRegistrar(heard, knowledge.nis2) : heard;
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
    otherNace: others.map((code) => ({
      ...describeNace(code, knowledge, locale),
      sector: sectorOfCode(code, knowledge.nis2),
    })),
    decidingNace: named(verdict.decidingCode),
    size: { category: verdict.sizeCategory, employees: verdict.headcount, source: null },
    ...(verdict.sizeIndependentService === null ? {} : { sizeIndependentService: verdict.sizeIndependentService }),
    headline: words.headline,
    why: words.why,
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
