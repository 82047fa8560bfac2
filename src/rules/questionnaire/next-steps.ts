import type { Question } from "../../knowledge/questionnaire.ts";
import type { Answer } from "../../knowledge/questionnaire-ids.ts";
import { type Answers, valueOfAnswer } from "./answers.ts";

/** How many things to do next are named. */
export const MOST_NEXT_STEPS = 5;

/** A question whose answer is not yes, and what is missing to yes. */
export interface NextStep {
  readonly question: Question;
  /** `null`: not answered in a finished assessment, which counts as no. */
  readonly answer: Answer | null;
  /** 1 for no, 0.5 for partial. */
  readonly gap: number;
}

/**
 * The things to do next, at most five unless more are asked for: what gains most (weight × gap) first, of equal gain the heavier question, then
 * the order of the questionnaire. While the assessment is open, unanswered questions are not known to be missing.
 */
export function nextSteps(
  questions: readonly Question[],
  answers: Answers,
  isFinished: boolean,
  most: number = MOST_NEXT_STEPS,
): readonly NextStep[] {
  return questions
    .flatMap((question): NextStep[] => {
      const answer = answers.get(question.id);
      const value = valueOfAnswer(answer, isFinished);
      return value === null || value === 1 ? [] : [{ question, answer: answer ?? null, gap: 1 - value }];
    })
    .sort((a, b) => gain(b) - gain(a) || b.question.weight - a.question.weight)
    .slice(0, most);
}

function gain({ question, gap }: NextStep): number {
  return question.weight * gap;
}
