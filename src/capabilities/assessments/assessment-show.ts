import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { hasRight } from "../../core/rights.ts";
import {
  type ApplicableLaw,
  QUESTIONNAIRE_REGIMES,
  questionReferencesFor,
  referencesFor,
} from "../../rules/questionnaire/references.ts";
import { groundingFor } from "../answers/grounding.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { verdictOf } from "../organizations/organization-verdict.ts";
import { answersStand, givenAnswers, scoresOf } from "./sheet.ts";

/** The steps that Implementing Regulation (EU) 2024/2690 gives the services of its Article 1. */
const REGULATION_STEPS: readonly string[] = ["skMeasuresDigital", "skMeasuresDigitalToo", "czMeasuresDigital"];

/**
 * The law that an organization's questionnaire cites: that of its country, and of the regime and sector of its own
 * verdict. What the verdict leaves open, or cannot say now, leaves nothing out.
 */
export async function lawOfOrganization(
  context: Parameters<typeof verdictOf>[0],
  locale: Locale,
): Promise<ApplicableLaw> {
  try {
    const { stated, verdict } = await verdictOf(context, locale);
    const country = stated?.country ?? context.organization.country;
    if (verdict === null) return { country, regime: null, isDigitalProvider: null };
    const { nextSteps, category, nationalRegime } = verdict;
    return {
      country,
      regime: QUESTIONNAIRE_REGIMES.find((known) => known === nationalRegime?.id) ?? null,
      isDigitalProvider: category === "unknown" ? null : nextSteps.some(({ id }) => REGULATION_STEPS.includes(id)),
    };
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    return { country: context.organization.country, regime: null, isDigitalProvider: null };
  }
}

/** One saved questionnaire with its answers, who gave them, and the law that the organization is asked by. */
export const assessmentShow = defineCapability({
  name: "assessment_show",
  access: "organization",
  input: z.strictObject({
    organizationId: organizationParameter,
    questionnaireId: z.string(),
    locale: localeParameter,
  }),
  run: async ({ questionnaireId, locale }, context) => {
    const { organization, role, store, knowledge, person } = context;
    const { questionnaire, acts } = knowledge;
    const assessment = await store.assessment(questionnaireId);
    if (assessment === undefined) throw new ServiceError(notYours);
    const [stored, members, law] = await Promise.all([
      store.answers(questionnaireId),
      store.members(),
      lawOfOrganization(context, locale),
    ]);
    const { mode, state } = assessment;
    const given = givenAnswers(stored, questionnaire, mode);
    const scores = scoresOf(questionnaire, mode, given, state === "completed");
    const grounding = groundingFor(context, locale);
    const cite = (references: readonly string[]) =>
      grounding.eachCitation(references).filter((citation) => citation !== null);
    const names = new Map(members.map(({ account_id, name }) => [account_id, foreignText(name)]));
    const personOf = (id: string) => ({
      isSelf: id === person.accountId,
      untrusted: { name: names.get(id) ?? null },
    });
    const byQuestion = new Map(stored.map((each) => [each.question_id, each]));
    const areaScores = new Map(scores.areas.map((each) => [each.id, each]));
    const asked = questionnaire.areas.map((area) => ({
      ...area,
      questions: area.questions.filter(({ quick }) => mode === "extended" || quick),
    }));
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      mayChange: hasRight(role, "change") && state === "draft",
      stand: answersStand(stored),
      id: assessment.id,
      mode,
      state,
      scanId: assessment.scan_id,
      regime: law.regime,
      createdAt: new Date(assessment.created_at).toISOString(),
      overall: countsOf(scores.overall),
      areas: asked.map(({ id, title, legalReferences }) => ({
        id,
        title: grounding.text(title),
        legalReferences: cite(referencesFor(legalReferences, law, acts)),
        ...countsOf(areaScores.get(id)),
      })),
      questions: asked.flatMap((area) =>
        area.questions.map((question) => ({
          id: question.id,
          area: area.id,
          text: grounding.text(question.text),
          legalReferences: cite(questionReferencesFor(question.legalReferences, area.legalReferences, law, acts)),
        })),
      ),
      answers: asked.flatMap(({ questions }) =>
        questions.flatMap(({ id }) => {
          const each = byQuestion.get(id);
          if (each === undefined) return [];
          const { replaced, replaced_by: replacedBy } = each;
          return [
            {
              id,
              answer: each.answer,
              at: new Date(each.at).toISOString(),
              by: personOf(each.by),
              replaced: replacedBy === null ? null : { answer: replaced, by: personOf(replacedBy) },
            },
          ];
        }),
      ),
    };
  },
});

function countsOf(score: { answered: number; questions: number; score: number | null } | undefined) {
  return { answered: score?.answered ?? 0, questionCount: score?.questions ?? 0, score: score?.score ?? null };
}
