import { z } from "zod";
import { newId } from "../../core/random-id.ts";
import { AREAS, MODES } from "../../knowledge/questionnaire-ids.ts";
import { refuseBeyond } from "../calling/charge.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { givenAnswers, readAnswers } from "./sheet.ts";

/** Begins a questionnaire, empty or with answers that were given without an account. */
export const assessmentStart = defineCapability({
  name: "assessment_start",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    mode: z.enum(MODES),
    answers: z.record(z.string(), z.unknown()).optional().describe("Question id -> answer; default: none."),
    locale: localeParameter,
  }),
  form: {
    path: "/organizations/:organizationId/questionnaires",
    leadsTo: "/organizations/:organizationId/questionnaires/:id/:firstArea",
  },
  run: async ({ mode, answers = {} }, { knowledge, person, accounts, write }) => {
    const { questionnaire } = knowledge;
    const id = newId("assessment");
    const at = accounts.now();
    const read = [...readAnswers(answers, questionnaire)].map(([question_id, answer]) => ({ question_id, answer }));
    const given = givenAnswers(read, questionnaire, mode);
    if (read.length > 0 && given.size === 0) throw new Refused([{ code: "answers_unreadable", field: "answers" }]);
    await write(async ({ store, record }) => {
      refuseBeyond(
        "open_drafts",
        (await store.assessments()).filter(({ completed_at }) => completed_at === null).length,
      );
      const created = { created_at: at, created_by: person.accountId };
      await store.addAssessment({ id, mode, questionnaire_version: questionnaire.version, ...created });
      for (const [question_id, answer] of given) {
        await store.saveAnswer(id, {
          question_id,
          answer,
          at,
          by: person.accountId,
          replaced: null,
          replaced_by: null,
        });
      }
      const details = { mode, answers: given.size };
      await record(
        given.size === 0 ? "questionnaire.started" : "questionnaire.imported",
        { type: "questionnaire", id },
        details,
      );
    });
    return { id, firstArea: AREAS[0] };
  },
});
