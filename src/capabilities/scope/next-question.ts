import { z } from "zod";
import { CATEGORIES } from "../../core/company.ts";
import type { Country } from "../../core/country.ts";
import type { Day } from "../../core/day.ts";
import type { Locale } from "../../core/locale.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import type { ScopeFacts } from "../../rules/nis2-scope/facts.ts";
import { controlShape, controlsOf } from "./question-control.ts";
import { argumentsOf } from "./scope-arguments.ts";

/** The question to put to the user next, and how to call again with the answer. */
export const nextQuestionShape = z
  .object({
    fact: z.string(),
    question: z.string(),
    why: z.string(),
    couldBecome: z.array(z.enum(CATEGORIES)),
    controls: z
      .array(controlShape)
      .describe(
        "What answers it: the fields to add to the arguments of `evaluate`; of several every one may be needed.",
      ),
  })
  .nullable()
  .describe("The most decisive open question; null: nothing could change the answer any more.");

export type NextQuestion = z.output<typeof nextQuestionShape>;

/** How to call scope_evaluate with what is known, so that an answer can be added. */
export const evaluateCallShape = z
  .object({ method: z.literal("POST"), path: z.string(), arguments: z.record(z.string(), z.unknown()) })
  .describe("A call that gives this verdict from its facts; add an answer to its arguments and call again.");

export type EvaluateCall = z.output<typeof evaluateCallShape>;

/** The call of `scope_evaluate` for these facts. */
export function evaluateCallOf(facts: ScopeFacts, knowledge: Knowledge, today: Day): EvaluateCall {
  return { method: "POST", path: "/api/scope-evaluate", arguments: argumentsOf(facts, knowledge, today) };
}

/** The most decisive of the open questions, with its controls. */
export function nextQuestionOf(
  missing: readonly { fact: string; question: string | null; couldBecome: NonNullable<NextQuestion>["couldBecome"] }[],
  country: Country,
  { nis2 }: Knowledge,
  locale: Locale,
): NextQuestion {
  const next = missing.find(({ question }) => question !== null);
  if (next?.question == null) return null;
  const { fact, question, couldBecome } = next;
  return {
    fact,
    question,
    couldBecome: [...couldBecome],
    why: nis2.answers.get(fact)?.why[locale] ?? "",
    controls: [...controlsOf(fact, country, nis2, locale)],
  };
}
