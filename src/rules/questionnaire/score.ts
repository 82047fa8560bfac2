import type { Question } from "../../knowledge/questionnaire.ts";
import { type Answers, valueOfAnswer } from "./answers.ts";

/** How far somebody is with some questions. */
export interface Score {
  /** 0 to 100, a whole number; `null` when no answer counts. */
  readonly score: number | null;
  /** How many of the questions are answered, `not_applicable` included. */
  readonly answered: number;
  readonly questions: number;
}

/**
 * Scores the answers to some questions: 100 × sum(weight × value) ÷ sum(weight) over the answers that count, halves
 * rounded up. The score of an area takes its questions, the overall score those of all areas together.
 */
export function scoreOf(
  questions: readonly Pick<Question, "id" | "weight">[],
  answers: Answers,
  isFinished: boolean,
): Score {
  let reached = 0;
  let weights = 0;
  let answered = 0;
  for (const { id, weight } of questions) {
    const answer = answers.get(id);
    if (answer !== undefined) answered++;
    const value = valueOfAnswer(answer, isFinished);
    if (value === null) continue;
    reached += weight * value;
    weights += weight;
  }
  return {
    score: weights === 0 ? null : Math.round((100 * reached) / weights),
    answered,
    questions: questions.length,
  };
}
