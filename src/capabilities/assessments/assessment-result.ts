import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { hasRight } from "../../core/rights.ts";
import { AREAS } from "../../knowledge/questionnaire-ids.ts";
import { type Answers, valueOfAnswer } from "../../rules/questionnaire/answers.ts";
import { type NextStep, nextSteps } from "../../rules/questionnaire/next-steps.ts";
import { prefill } from "../../rules/questionnaire/prefill.ts";
import { questionReferencesFor } from "../../rules/questionnaire/references.ts";
import { groundingFor } from "../answers/grounding.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { nameOfResponsible } from "../obligations/register-items.ts";
import { lawOfOrganization } from "./assessment-show.ts";
import { askedAreas, givenAnswers, reasonedQuestions, scoresOf } from "./sheet.ts";

/** The weights that gaps can be narrowed to. */
const WEIGHTS = ["1", "2", "3"] as const;

/** What a completed questionnaire found: scores, where to begin, obligations, every gap, and what changed. */
export const assessmentResult = defineCapability({
  name: "assessment_result",
  access: "organization",
  input: z.strictObject({
    organizationId: organizationParameter,
    questionnaireId: z.string(),
    area: z.enum(AREAS).optional().describe("Only gaps of this area."),
    weight: z.enum(WEIGHTS).optional().describe("Only gaps of this weight."),
    locale: localeParameter,
  }),
  run: async ({ questionnaireId, area, weight, locale }, context) => {
    const { organization, role, store, knowledge } = context;
    const { questionnaire, obligations, acts } = knowledge;
    const assessment = await store.assessment(questionnaireId);
    if (assessment === undefined || assessment.state !== "completed") throw new ServiceError(notYours);
    const [stored, entries, members, all, law] = await Promise.all([
      store.answers(questionnaireId),
      store.register(),
      store.members(),
      store.assessments(),
      lawOfOrganization(context),
    ]);
    const { mode } = assessment;
    const answers = givenAnswers(stored, questionnaire, mode);
    const reasons = reasonedQuestions(stored);
    const scores = scoresOf(questionnaire, mode, answers, true);
    const asked = askedAreas(questionnaire, mode);
    const questions = asked.flatMap((each) => each.questions);
    const whole = questionnaire.areas.flatMap((each) => each.questions);
    const grounding = groundingFor(context, locale);
    const registered = new Map(entries.map((entry) => [entry.code, entry]));
    const areaOf = new Map(questionnaire.areas.map((each) => [each.id, each]));
    const completedAt = assessment.completed_at ?? 0;
    const former = all
      .filter(({ id, completed_at }) => id !== questionnaireId && completed_at !== null && completed_at < completedAt)
      .toSorted((a, b) => (b.completed_at ?? 0) - (a.completed_at ?? 0))[0];
    const describe = ({ question, answer, gap }: NextStep) => {
      const code = question.obligations[0] ?? "";
      const entry = registered.get(code);
      const ofArea = areaOf.get(question.area)?.legalReferences ?? [];
      return {
        id: question.id,
        area: question.area,
        weight: question.weight,
        text: grounding.text(question.text),
        guidance: grounding.text(question.guidance),
        answer,
        gap,
        legalReferences: grounding
          .eachCitation(questionReferencesFor(question.legalReferences, ofArea, law, acts))
          .filter((citation) => citation !== null),
        obligation: code,
        version: entry?.version ?? 0,
        workDueAt: entry?.work_due_at ?? null,
        untrusted: { responsiblePerson: foreignText(entry === undefined ? "" : nameOfResponsible(entry)) || null },
      };
    };
    const gaps = nextSteps(questions, answers, true, questions.length);
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      mayChange: hasRight(role, "change"),
      id: assessment.id,
      mode,
      scanId: assessment.scan_id,
      completedAt: new Date(completedAt).toISOString(),
      score: scores.overall.score,
      answered: [...answers.keys()].length,
      asked: whole.length,
      members: members.map(({ account_id, name }) => ({ id: account_id, untrusted: { name: foreignText(name) } })),
      firstSteps: gaps.slice(0, 5).map(describe),
      areas: scores.areas
        .map(({ id, score, answered, questions: questionCount }) => ({
          id,
          title: grounding.text(areaOf.get(id)?.title ?? { sk: id, cs: id, en: id }),
          score,
          answered,
          questionCount,
        }))
        .toSorted((a, b) => (a.score ?? 101) - (b.score ?? 101)),
      obligations: [...obligations.byCode.values()].flatMap(({ code, name }) => {
        const { status, basis } = prefill(code, whole, answers, reasons);
        return status === null ? [] : [{ code, name: grounding.text(name), status, basis }];
      }),
      gapCount: gaps.length,
      gaps: gaps
        .filter(({ question }) => area === undefined || question.area === area)
        .filter(({ question }) => weight === undefined || question.weight === Number(weight))
        .map(describe),
      former:
        former === undefined
          ? null
          : {
              id: former.id,
              completedAt: new Date(former.completed_at ?? 0).toISOString(),
              ...compared(givenAnswers(await store.answers(former.id), questionnaire, former.mode), answers),
            },
    };
  },
});

/** How many answers are better, worse and new against an earlier questionnaire. */
function compared(before: Answers, after: Answers): { better: number; worse: number; new: number } {
  const counts = { better: 0, worse: 0, new: 0 };
  for (const [id, answer] of after) {
    const was = before.get(id);
    if (was === undefined) counts.new += 1;
    const [then, now] = [valueOfAnswer(was, false), valueOfAnswer(answer, true)];
    if (then === null || now === null || was === undefined) continue;
    if (now > then) counts.better += 1;
    if (now < then) counts.worse += 1;
  }
  return counts;
}
