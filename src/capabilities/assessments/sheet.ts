import { hash } from "node:crypto";
import { plainLines } from "../../core/plain-lines.ts";
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

/** True for an answer of an earlier questionnaire that nobody has confirmed so far: it is shown, and does not count. */
export function needsConfirmation({
  answer,
  carried_at,
  confirmed_at,
}: Pick<AssessmentAnswer, "answer" | "carried_at" | "confirmed_at">): boolean {
  return answer !== null && carried_at !== null && confirmed_at === null;
}

/**
 * The answers that count: those to questions that are asked. One that was taken back, or is still to be confirmed, is
 * none.
 */
export function givenAnswers(
  stored: readonly Pick<AssessmentAnswer, "question_id" | "answer" | "carried_at" | "confirmed_at">[],
  questionnaire: Questionnaire,
  mode: Mode,
): Answers {
  const asked = new Set(askedAreas(questionnaire, mode).flatMap(({ questions }) => questions.map(({ id }) => id)));
  return new Map(
    stored.flatMap((each): [string, Answer][] =>
      each.answer === null || needsConfirmation(each) || !asked.has(each.question_id)
        ? []
        : [[each.question_id, each.answer]],
    ),
  );
}

/** The questions that do not apply and whose note says why. */
export function reasonedQuestions(
  stored: readonly Pick<AssessmentAnswer, "question_id" | "answer" | "note">[],
): ReadonlySet<string> {
  return new Set(
    stored.flatMap(({ question_id, answer, note }) =>
      answer === "not_applicable" && note !== null && note.trim() !== "" ? [question_id] : [],
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
  const known = knownQuestions(areas, area);
  return new Map(
    Object.entries(sent).map(([id, value]): [string, Answer | null] => {
      const answer = value === "" ? null : ANSWERS.find((each) => each === value);
      if (!known.has(id) || answer === undefined) throw new Refused([{ code: "answers_unreadable" }]);
      return [id, answer];
    }),
  );
}

/**
 * Reads notes that a page sends, question id to text.
 * @param area only questions of this area; default: of all
 * @throws Refused for an unknown question
 */
export function readNotes(
  sent: Readonly<Record<string, string>>,
  { areas }: Questionnaire,
  area?: AreaId,
): ReadonlyMap<string, string> {
  const known = knownQuestions(areas, area);
  return new Map(
    Object.entries(sent).map(([id, note]) => {
      if (!known.has(id)) throw new Refused([{ code: "answers_unreadable" }]);
      return [id, plainLines(note)];
    }),
  );
}

/** Tells whether a note is the one that a form showed. An empty note has a mark too. */
export function noteMark(note: string): string {
  return hash("sha256", note).slice(0, 12);
}

function knownQuestions(areas: Questionnaire["areas"], area: AreaId | undefined): ReadonlySet<string> {
  const asked = areas.filter(({ id }) => area === undefined || id === area);
  return new Set(asked.flatMap(({ questions }) => questions.map(({ id }) => id)));
}

/** Says which answers stand: another text whenever somebody answered since. */
export function answersStand(stored: readonly AssessmentAnswer[]): string {
  const answers = stored.map(({ question_id, answer, at, by, note, confirmed_at }) =>
    JSON.stringify([question_id, answer, at, by, note, confirmed_at]),
  );
  return hash("sha256", answers.toSorted().join("\n")).slice(0, 32);
}
