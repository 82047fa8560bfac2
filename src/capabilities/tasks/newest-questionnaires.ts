import { type Day, dayOf } from "../../core/day.ts";
import type { Answer } from "../../core/questionnaire-answer.ts";
import type { Question } from "../../knowledge/questionnaire.ts";
import type { NewestAnswer } from "../../state/task-facts.ts";
import { askedAreas } from "../assessments/sheet.ts";
import type { Services } from "../contexts.ts";

/** A saved questionnaire with its answers. */
interface ReadQuestionnaire extends Pick<NewestAnswer, "id" | "mode" | "created_at"> {
  readonly answers: ReadonlyMap<string, Answer>;
  /** Copied answers that nobody confirmed. */
  readonly toConfirm: number;
}

/** The newest completed questionnaire, and the newest draft where it was begun after that. */
export interface NewestQuestionnaires {
  readonly completed: (ReadQuestionnaire & { readonly completedOn: Day }) | null;
  readonly draft: ReadQuestionnaire | null;
}

/** Tells the answers of both apart. */
export function newestQuestionnaires(rows: readonly NewestAnswer[]): NewestQuestionnaires {
  const read = (state: NewestAnswer["state"]) => {
    const own = rows.filter((row) => row.state === state);
    const [first] = own;
    if (first === undefined) return null;
    const { id, mode, created_at, completed_at } = first;
    const answers = new Map(
      own.flatMap(({ question_id, answer }) =>
        question_id === null || answer === null ? [] : [[question_id, answer]],
      ),
    );
    const toConfirm = own.filter(
      ({ answer, carried_at, confirmed_at }) => answer !== null && carried_at !== null && confirmed_at === null,
    ).length;
    return { id, mode, created_at, completed_at, answers, toConfirm };
  };
  const completed = read("completed");
  const draft = read("draft");
  return {
    completed:
      completed === null || completed.completed_at === null
        ? null
        : { ...completed, completedOn: dayOf(new Date(completed.completed_at)) },
    draft: draft !== null && draft.created_at > (completed?.completed_at ?? 0) ? draft : null,
  };
}

/** What a completed questionnaire asked and what was answered. */
export function askedQuestions(
  { mode, answers }: ReadQuestionnaire,
  questionnaire: Services["knowledge"]["questionnaire"],
): { readonly asked: readonly Question[]; readonly answers: ReadonlyMap<string, Answer> } {
  return { asked: askedAreas(questionnaire, mode).flatMap(({ questions }) => questions), answers };
}
