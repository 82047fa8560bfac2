import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { OBLIGATION_STATUSES } from "../../core/obligation-status.ts";
import { ServiceError } from "../../core/problem.ts";
import { ROLES } from "../../core/role.ts";
import { MODES } from "../../knowledge/questionnaire-ids.ts";
import { groundingFor } from "../answers/grounding.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { hasRight } from "../calling/rights.ts";
import { defineCapability } from "../capability.ts";
import { planCompletion } from "./completion-plan.ts";
import { givenAnswers, scoresOf } from "./sheet.ts";

const status = z.enum(OBLIGATION_STATUSES).nullable();

const output = z.object({
  organization: z.object({ id: z.string(), role: z.enum(ROLES), untrusted: z.object({ name: z.string() }) }),
  mayComplete: z.boolean(),
  id: z.string(),
  mode: z.enum(MODES),
  state: z.enum(["draft", "completed"]),
  scanId: z.string().nullable(),
  answered: z.number().int(),
  questionCount: z.number().int(),
  score: z.number().int().nullable().describe("That it would have; an unanswered question counts as no."),
  entries: z.array(
    z.object({
      code: z.string(),
      name: z.string().nullable(),
      outcome: z
        .enum(["filled", "kept", "unanswered"])
        .describe("kept: a person set it, and that stays; unanswered: nothing was said of it."),
      before: status,
      answered: status.describe("What the answers say."),
      after: status,
      nextReviewAt: z.string().nullable(),
      openSpecials: z.array(z.string()).describe("Special obligations not met although this one would be."),
    }),
  ),
  seen: z.string().describe("Sent with the completion: it is refused when anything of this is different by then."),
});

/** What completing a questionnaire would change, entry by entry, before it happens. */
export const assessmentPreview = defineCapability({
  name: "assessment_preview",
  access: "organization",
  input: z.strictObject({
    organizationId: organizationParameter,
    questionnaireId: z.string(),
    locale: localeParameter,
  }),
  web: { limits: [] },
  run: async ({ questionnaireId, locale }, context): Promise<z.output<typeof output>> => {
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
