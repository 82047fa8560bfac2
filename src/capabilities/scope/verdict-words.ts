import type { Country } from "../../core/country.ts";
import { deepFreeze } from "../../core/deep-freeze.ts";
import { freezeForReuse } from "../../core/freeze-for-reuse.ts";
import type { Locale } from "../../core/locale.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import type { ScopeExplanation } from "../../rules/nis2-scope/explain-scope.ts";
import type { Services } from "../contexts.ts";
import type { ActNowAnswer } from "../deadlines/act-now-answer.ts";
import { nextQuestionOf } from "./next-question.ts";
import type { CommonVerdict } from "./scope-answer.ts";

type Steps = CommonVerdict["nextSteps"];

/** The parts of an answer that are text; each text is `null` where a citation in it is not confirmed. */
export interface VerdictWords
  extends Pick<
    CommonVerdict,
    "headline" | "why" | "reasoning" | "missingFacts" | "nextQuestion" | "trace" | "nationalRegime"
  > {
  readonly nextSteps: Steps;
  /** No text was withheld. */
  readonly isWhole: boolean;
}

/** What was made of an explanation with the dates of a verdict. */
type Made<Source extends object, T> = WeakMap<Source, WeakMap<ActNowAnswer, T>>;

interface Memory {
  readonly words: Made<ScopeExplanation, VerdictWords>;
  readonly steps: Made<ScopeExplanation["nextSteps"], Steps>;
}

/** By the function that confirms the texts: it knows the acts. */
const memories = new WeakMap<Services["confirm"], Memory>();

/**
 * The words of a verdict after the citation check. The explanations and dates of one kind of firm are the same objects,
 * so their words are made once, and frozen. Where a text was withheld they are made each time, so that it is counted.
 */
export function confirmedWords(
  explained: ScopeExplanation,
  now: ActNowAnswer,
  country: Country,
  { confirm, knowledge }: Pick<Services, "confirm" | "knowledge">,
  locale: Locale,
): VerdictWords {
  const memory = memories.get(confirm) ?? { words: new WeakMap(), steps: new WeakMap() };
  memories.set(confirm, memory);
  const known = memory.words.get(explained)?.get(now);
  if (known !== undefined) return known;
  const check = checkWith(confirm);
  const nextSteps = memory.steps.get(explained.nextSteps)?.get(now) ?? stepsIn(explained, now, check);
  // The steps are the same in many explanations.
  if (check.isWhole()) keep(memory.steps, explained.nextSteps, now, freezeForReuse(nextSteps));
  const made = wordsOf(explained, country, knowledge, locale, check);
  const words = { ...made, nextSteps, isWhole: check.isWhole() };
  if (!words.isWhole) return words;
  const { trace, missingFacts, nextQuestion, nationalRegime } = words;
  for (const part of [trace, missingFacts, nextQuestion, nationalRegime]) if (part !== null) freezeForReuse(part);
  keep(memory.words, explained, now, deepFreeze(words));
  return words;
}

function keep<Source extends object, T>(made: Made<Source, T>, source: Source, now: ActNowAnswer, value: T): void {
  const byDates = made.get(source) ?? new WeakMap<ActNowAnswer, T>();
  made.set(source, byDates.set(now, value));
}

/** The citation check that remembers whether it withheld something. */
interface Check {
  text(text: string | null): string | null;
  citations(citations: readonly string[]): string[];
  isWhole(): boolean;
}

function checkWith(confirm: Services["confirm"]): Check {
  let isWhole = true;
  const confirmed = (text: string) => {
    const result = confirm(text);
    if (result === null) isWhole = false;
    return result;
  };
  return {
    text: (text) => (text === null ? null : confirmed(text)),
    citations: (citations) => citations.filter((citation) => confirmed(citation) !== null),
    isWhole: () => isWhole,
  };
}

function wordsOf(
  explained: ScopeExplanation,
  country: Country,
  knowledge: Knowledge,
  locale: Locale,
  check: Check,
): Omit<VerdictWords, "nextSteps" | "isWhole"> {
  const missingFacts = explained.missingFacts.map(({ fact, question, couldBecome, code, citations }) => ({
    fact,
    couldBecome,
    code,
    question: check.text(question),
    citations: check.citations(citations),
  }));
  const { nationalRegime } = explained;
  return {
    headline: check.text(explained.headline),
    why: check.text(explained.why),
    reasoning: check.text(explained.reasoning),
    missingFacts,
    nextQuestion: nextQuestionOf(missingFacts, country, knowledge, locale),
    trace: explained.trace.map((step) => ({
      ...step,
      text: check.text(step.text),
      citations: check.citations(step.citations),
    })),
    nationalRegime:
      nationalRegime === null
        ? null
        : {
            ...nationalRegime,
            explanation: check.text(nationalRegime.explanation),
            citations: check.citations(nationalRegime.citations),
          },
  };
}

function stepsIn({ nextSteps }: ScopeExplanation, now: ActNowAnswer, check: Check): Steps {
  return nextSteps.map((step) => ({
    ...step,
    dates: now.dates.get(step.id) ?? [],
    step: check.text(step.step),
    who: check.text(step.who),
    within: check.text(step.within),
    where: check.text(step.where),
    citation: check.text(step.citation),
  }));
}
