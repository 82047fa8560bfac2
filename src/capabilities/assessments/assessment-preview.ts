import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { hasRight } from "../../core/rights.ts";
import { groundingFor } from "../answers/grounding.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { planCompletion } from "./completion-plan.ts";
import { needsConfirmation, scoresOf } from "./sheet.ts";

/** What completing a questionnaire would change, entry by entry, before it happens. */
export const assessmentPreview = defineCapability({
  name: "assessment_preview",
  access: "organization",
  input: z.strictObject({
    organizationId: organizationParameter,
    questionnaireId: z.string(),
    locale: localeParameter,
  }),
  run: async ({ questionnaireId, locale }, context) => {
    const { organization, role, store, knowledge, today } = context;
    const assessment = await store.assessment(questionnaireId);
    if (assessment === undefined) throw new ServiceError(notYours);
    const [stored, register] = await Promise.all([store.answers(questionnaireId), store.register()]);
    const { questionnaire, obligations } = knowledge;
    const plan = planCompletion(assessment, stored, register, knowledge, today());
    const { overall } = scoresOf(questionnaire, assessment.mode, plan.answers, true);
    const questions = new Map(questionnaire.areas.flatMap((area) => area.questions.map((each) => [each.id, each])));
    const grounding = groundingFor(context, locale);
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      mayComplete: hasRight(role, "change") && assessment.state === "draft" && plan.answers.size > 0,
      id: assessment.id,
      mode: assessment.mode,
      state: assessment.state,
      scanId: assessment.scan_id,
      answered: overall.answered,
      questionCount: overall.questions,
      score: overall.score,
      toConfirm: stored.filter(needsConfirmation).length,
      seen: plan.seen,
      unreasoned: plan.unreasoned.flatMap((id) => {
        const question = questions.get(id);
        return question === undefined ? [] : [{ id, area: question.area, text: grounding.text(question.text) }];
      }),
      entries: plan.entries.map(({ code, outcome, before, answers, after }) => {
        const name = obligations.byCode.get(code)?.name;
        return {
          code,
          name: name === undefined ? null : grounding.text(name),
          outcome,
          answered: answers.status,
          basis: answers.basis,
          before: before.status,
          after: after.status,
          nextReviewAt: after.nextReviewAt,
          spreadReviewAt: plan.spread.get(code) ?? null,
          openSpecials: [...(plan.contradictions.get(code) ?? [])],
        };
      }),
    };
  },
});
