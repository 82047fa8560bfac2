import { hash } from "node:crypto";
import type { Questionnaire } from "../../knowledge/questionnaire.ts";
import { ANSWERS, type Answer, type AreaId, type Mode } from "../../knowledge/questionnaire-ids.ts";
import { type Answers, questionsOf } from "../../rules/questionnaire/answers.ts";
import { scoreOf } from "../../rules/questionnaire/score.ts";
import type { AssessmentAnswer } from "../../state/assessments.ts";
import { Refused } from "../calling/refusal.ts";

/** The areas of a questionnaire with the questions that a mode asks. */
export function askedAreas({ areas }: Questionnaire, mode: Mode) {
  return areas.map((area) => ({ ...area, questions: questionsOf(area, mode) }));
}

/** The answers that count: those to questions that are asked. One that was taken back is none. */
export function givenAnswers(
  stored: readonly Pick<AssessmentAnswer, "question_id" | "answer">[],
  questionnaire: Questionnaire,
  mode: Mode,
): Answers {
  const asked = new Set(askedAreas(questionnaire, mode).flatMap(({ questions }) => questions.map(({ id }) => id)));
  return new Map(
    stored.flatMap(({ question_id, answer }): [string, Answer][] =>
      answer === null || !asked.has(question_id) ? [] : [[question_id, answer]],
    ),
  );
}

/** The score of each area and of all of them together. */
export function scoresOf(questionnaire: Questionnaire, mode: Mode, answers: Answers, isFinished: boolean) {
  const areas = askedAreas(questionnaire, mode);
  return {
    overall: scoreOf(
      areas.flatMap(({ questions }) => questions),
      answers,
      isFinished,
    ),
    areas: areas.map(({ id, questions }) => ({ id, ...scoreOf(questions, answers, isFinished) })),
  };
}

/**
 * Reads answers that a page sends, question id to answer; an empty text takes an answer back.
 * @param area only questions of this area; default: of all
 * @throws Refused for an unknown question or answer; what was sent is not repeated
 */
export function readAnswers(
  sent: Readonly<Record<string, unknown>>,
  { areas }: Questionnaire,
  area?: AreaId,
): ReadonlyMap<string, Answer | null> {
  const known = new Set(
    areas
      .filter(({ id }) => area === undefined || id === area)
      .flatMap(({ questions }) => questions.map(({ id }) => id)),
  );
  return new Map(
    Object.entries(sent).map(([id, value]): [string, Answer | null] => {
      const answer = value === "" ? null : ANSWERS.find((each) => each === value);
      if (!known.has(id) || answer === undefined) throw new Refused([{ code: "answers_unreadable" }]);
      return [id, answer];
    }),
  );
}

/** Says which answers stand: another text whenever somebody answered since. */
export function answersStand(stored: readonly AssessmentAnswer[]): string {
  const answers = stored.map(({ question_id, answer, at, by }) => JSON.stringify([question_id, answer, at, by]));
  return hash("sha256", answers.toSorted().join("\n")).slice(0, 32);
}
