import type { Day } from "../../core/day.ts";
import type { Question } from "../../knowledge/questionnaire.ts";
import { type Answers, valueOfAnswer } from "../questionnaire/answers.ts";
import type { ListedTask, TaskPerson } from "./listed-task.ts";

/** So many gaps of a questionnaire are lines. */
const MOST_GAPS = 10;

/** The answers of the newest completed questionnaire, and of a draft that is newer. */
export interface GapAnswers {
  /** The questions that it asked, in their order. */
  readonly asked: readonly Question[];
  readonly answers: Answers;
  readonly newerDraft: Answers;
}

/**
 * What a completed questionnaire found missing: the ten heaviest gaps of weight 2 and 3, unless a newer draft says yes.
 * @param personOf the person responsible for an obligation
 * @param dueOf by when the work on it is to be done
 */
export function gapTasks(
  { asked, answers, newerDraft }: GapAnswers,
  personOf: (code: string) => TaskPerson | null,
  dueOf: (code: string) => Day | null,
): readonly ListedTask[] {
  return asked
    .flatMap((question) => {
      const answer = answers.get(question.id);
      const value = valueOfAnswer(answer, true);
      if (value === null || value === 1 || question.weight === 1 || newerDraft.get(question.id) === "yes") return [];
      return [{ question, answer: answer ?? null, gain: question.weight * (1 - value) }];
    })
    .sort((a, b) => b.gain - a.gain || b.question.weight - a.question.weight)
    .slice(0, MOST_GAPS)
    .flatMap(({ question, answer }): ListedTask[] => {
      const [code] = question.obligations;
      if (code === undefined) return [];
      return [
        {
          key: `gap:${question.id}`,
          kind: "gap",
          due: dueOf(code),
          weight: question.weight,
          minutes: null,
          about: { kind: "gap", questionId: question.id, answer, code },
          person: personOf(code),
        },
      ];
    });
}
