import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { AREAS } from "../../knowledge/questionnaire-ids.ts";
import { mergeAnswers } from "../../rules/questionnaire/merge-answers.ts";
import { LONGEST_NOTE, mergeNotes } from "../../rules/questionnaire/merge-notes.ts";
import { type AssessmentAnswer, GIVEN_HERE } from "../../state/assessments.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { givenAnswers, needsConfirmation, noteMark, readAnswers, readNotes, scoresOf } from "./sheet.ts";

const sheet = z.record(z.string(), z.unknown());
const texts = z.record(z.string(), z.string());

/** Saves answers and notes of one area, or of one question, beside what others saved since the form was shown. */
export const assessmentAnswer = defineCapability({
  name: "assessment_answer",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    questionnaireId: z.string(),
    area: z.enum(AREAS).optional().describe("Only questions of this area."),
    answers: sheet.describe("Question id -> answer; an empty text takes it back. Questions that are missing stay."),
    shown: sheet
      .optional()
      .describe("What the form showed when it was opened; default: nothing but what the same person had answered."),
    notes: texts.optional().describe("Question id -> note; questions that are missing keep theirs."),
    shownNotes: texts.optional().describe("Question id -> mark of the note that the form showed."),
    confirm: z
      .union([z.array(z.string()), z.literal("area")])
      .optional()
      .describe("Questions whose answer of an earlier questionnaire still holds; area: all of the area."),
    locale: localeParameter,
  }),
  run: async (given, { knowledge, store, person, accounts, write }) => {
    const { questionnaireId, area } = given;
    const { questionnaire } = knowledge;
    const typed = readAnswers(given.answers, questionnaire, area);
    const seen = given.shown === undefined ? undefined : readAnswers(given.shown, questionnaire, area);
    const notes = readNotes(given.notes ?? {}, questionnaire, area);
    if ((await store.assessment(questionnaireId)) === undefined) throw new ServiceError(notYours);
    const at = accounts.now();
    return write(async ({ store: own, record }) => {
      const locked = await own.lockAssessment(questionnaireId);
      if (locked === undefined) throw new ServiceError(notYours);
      const { assessment } = locked;
      if (assessment.state === "completed") throw new Refused([{ code: "questionnaire_completed" }]);
      const byQuestion = new Map(locked.answers.map((each) => [each.question_id, each]));
      const stored = new Map(locked.answers.map((each) => [each.question_id, each.answer]));
      const ownAnswers = locked.answers.filter(({ by }) => by === person.accountId);
      const base = seen ?? new Map(ownAnswers.map((each) => [each.question_id, each.answer]));
      const { changes, clashes } = mergeAnswers(typed, base, stored);
      const storedNotes = new Map(locked.answers.map((each) => [each.question_id, each.note ?? ""]));
      const merged = mergeNotes(notes, shownNotes(given.shownNotes, notes, storedNotes), storedNotes);
      const questions = questionnaire.areas.find(({ id }) => id === area)?.questions.map(({ id }) => id) ?? [];
      const confirmed = new Set(given.confirm === "area" ? questions : (given.confirm ?? []));
      const isWrong = new Set(merged.tooLong);
      const isConfirmed = (each: AssessmentAnswer) => confirmed.has(each.question_id) && needsConfirmation(each);
      const after = new Map(byQuestion);
      const touched = [
        ...new Set([...changes.keys(), ...merged.changes.keys(), ...locked.answers.filter(isConfirmed).map(idOf)]),
      ].filter((id) => !isWrong.has(id));
      for (const id of touched) {
        const before = byQuestion.get(id);
        const change = changes.get(id);
        const answer = savedAnswer(id, before, change, { at, accountId: person.accountId });
        const holds = change === undefined && before !== undefined && isConfirmed(before);
        const saved = {
          ...answer,
          ...(holds ? { at, by: person.accountId, confirmed_at: at } : {}),
          note: (merged.changes.get(id) ?? before?.note ?? "") || null,
        };
        after.set(id, saved);
        await own.saveAnswer(questionnaireId, saved);
      }
      await record(
        "questionnaire.answered",
        { type: "questionnaire", id: questionnaireId },
        { ...(area === undefined ? {} : { area }), answers: touched.length, clashes: clashes.length },
      );
      const counting = givenAnswers([...after.values()], questionnaire, assessment.mode);
      const { overall } = scoresOf(questionnaire, assessment.mode, counting, false);
      return {
        saved: touched.length,
        clashes: [...clashes],
        noteClashes: [...merged.clashes],
        longNotes: [...merged.tooLong],
        longestNote: LONGEST_NOTE,
        at: new Date(at).toISOString(),
        answered: overall.answered,
        asked: overall.questions,
        toConfirm: [...after.values()].filter(needsConfirmation).length,
      };
    });
  },
});

const idOf = ({ question_id }: AssessmentAnswer) => question_id;

/** An answer as it is stored after a change; without one it stays as it is. */
function savedAnswer(
  question_id: string,
  before: AssessmentAnswer | undefined,
  change: AssessmentAnswer["answer"] | undefined,
  { at, accountId }: { readonly at: number; readonly accountId: string },
): AssessmentAnswer {
  const own = { question_id, at, by: accountId, replaced: null, replaced_by: null, ...GIVEN_HERE };
  if (change === undefined) return before ?? { ...own, answer: null };
  const isOther = before !== undefined && before.by !== accountId && before.answer !== null;
  return {
    ...own,
    answer: change,
    replaced: isOther ? before.answer : null,
    replaced_by: isOther ? before.by : null,
  };
}

/** The notes that a form showed, as far as its marks tell: what is neither stored nor typed now is another text. */
function shownNotes(
  marks: Readonly<Record<string, string>> | undefined,
  typed: ReadonlyMap<string, string>,
  stored: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> | undefined {
  if (marks === undefined) return undefined;
  return new Map(
    [...typed].map(([id, note]) => {
      const mark = marks[id] ?? noteMark("");
      const now = stored.get(id) ?? "";
      return [id, mark === noteMark(now) ? now : mark === noteMark(note) ? note : mark];
    }),
  );
}
