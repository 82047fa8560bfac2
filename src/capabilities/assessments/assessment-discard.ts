import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { answersStand, givenAnswers } from "./sheet.ts";

/** Discards a draft with its answers. A completed questionnaire stays: its scan and the register refer to it. */
export const assessmentDiscard = defineCapability({
  name: "assessment_discard",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    questionnaireId: z.string(),
    seen: z.string().optional().describe("Which answers were shown; refused when somebody answered since."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/questionnaires/:questionnaireId/discard",
    leadsTo: "/organizations/:organizationId/questionnaires",
    done: "removed",
  },
  run: async ({ questionnaireId, seen }, { store, knowledge, write }) => {
    if ((await store.assessment(questionnaireId)) === undefined) throw new ServiceError(notYours);
    return write(async ({ store: own, record }) => {
      const locked = await own.lockAssessment(questionnaireId);
      if (locked === undefined) throw new ServiceError(notYours);
      const { assessment, answers: stored } = locked;
      if (assessment.state === "completed") throw new Refused([{ code: "questionnaire_completed" }]);
      // Nobody loses an answer that who discards the draft has not seen.
      if (seen !== undefined && seen !== answersStand(stored)) throw new Refused([{ code: "changed_meanwhile" }]);
      await own.removeDraft(questionnaireId);
      const answers = givenAnswers(stored, knowledge.questionnaire, assessment.mode).size;
      const details = { mode: assessment.mode, answers };
      await record("questionnaire.discarded", { type: "questionnaire", id: questionnaireId }, details);
      return { answers };
    });
  },
});
