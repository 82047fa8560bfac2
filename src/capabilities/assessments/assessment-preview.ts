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
import { givenAnswers, scoresOf } from "./sheet.ts";

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
    const answers = givenAnswers(stored, questionnaire, assessment.mode);
    const { overall } = scoresOf(questionnaire, assessment.mode, answers, true);
    const plan = planCompletion(assessment, answers, register, knowledge, today());
    const grounding = groundingFor(context, locale);
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      mayComplete: hasRight(role, "change") && assessment.state === "draft" && answers.size > 0,
      id: assessment.id,
      mode: assessment.mode,
      state: assessment.state,
      scanId: assessment.scan_id,
      answered: overall.answered,
      questionCount: overall.questions,
      score: overall.score,
      seen: plan.seen,
      entries: plan.entries.map(({ code, outcome, before, answered, after }) => {
        const name = obligations.byCode.get(code)?.name;
        return {
          code,
          name: name === undefined ? null : grounding.text(name),
          outcome,
          answered,
          before: before.status,
          after: after.status,
          nextReviewAt: after.nextReviewAt,
          openSpecials: [...(plan.contradictions.get(code) ?? [])],
        };
      }),
    };
  },
});
