import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { AREAS } from "../../knowledge/questionnaire-ids.ts";
import { mergeAnswers } from "../../rules/questionnaire/merge-answers.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { readAnswers } from "./sheet.ts";

const sheet = z.record(z.string(), z.unknown());

/** Saves the answers of one area, beside what others saved since the form was shown. */
export const assessmentAnswer = defineCapability({
  name: "assessment_answer",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    questionnaireId: z.string(),
    area: z.enum(AREAS),
    answers: sheet.describe("Question id -> answer; an empty text takes it back. Questions that are missing stay."),
    shown: sheet
      .optional()
      .describe("What the form showed when it was opened; default: nothing but what the same person had answered."),
    locale: localeParameter,
  }),
  run: async ({ questionnaireId, area, answers, shown }, { knowledge, store, person, accounts, write }) => {
    const { questionnaire } = knowledge;
    const typed = readAnswers(answers, questionnaire, area);
    const seen = shown === undefined ? undefined : readAnswers(shown, questionnaire, area);
    if ((await store.assessment(questionnaireId)) === undefined) throw new ServiceError(notYours);
    const at = accounts.now();
    return write(async ({ store: own, record }) => {
      const locked = await own.lockAssessment(questionnaireId);
      if (locked === undefined) throw new ServiceError(notYours);
      if (locked.assessment.state === "completed") throw new Refused([{ code: "questionnaire_completed" }]);
      const byQuestion = new Map(locked.answers.map((each) => [each.question_id, each]));
      const stored = new Map(locked.answers.map((each) => [each.question_id, each.answer]));
      const ownAnswers = locked.answers.filter(({ by }) => by === person.accountId);
      const base = seen ?? new Map(ownAnswers.map((each) => [each.question_id, each.answer]));
      const { changes, clashes } = mergeAnswers(typed, base, stored);
      for (const [id, given] of changes) {
        const before = byQuestion.get(id);
        const isOther = before !== undefined && before.by !== person.accountId && before.answer !== null;
        await own.saveAnswer(questionnaireId, {
          question_id: id,
          answer: given,
          at,
          by: person.accountId,
          replaced: isOther ? before.answer : null,
          replaced_by: isOther ? before.by : null,
        });
      }
      await record(
        "questionnaire.answered",
        { type: "questionnaire", id: questionnaireId },
        { area, answers: changes.size, clashes: clashes.length },
      );
      return { saved: changes.size, clashes: [...clashes] };
    });
  },
});
