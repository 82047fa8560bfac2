import { z } from "zod";
import { foreignLines, foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { hasRight } from "../../core/rights.ts";
import {
  type ApplicableLaw,
  QUESTIONNAIRE_REGIMES,
  questionReferencesFor,
  referencesFor,
} from "../../rules/questionnaire/references.ts";
import type { AssessmentAnswer } from "../../state/assessments.ts";
import { groundingFor } from "../answers/grounding.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext, Services } from "../contexts.ts";
import { ownVerdict } from "../organizations/own-verdict.ts";
import { answersStand, givenAnswers, needsConfirmation, noteMark, scoresOf } from "./sheet.ts";

/**
 * The law that an organization's questionnaire cites: that of its country, and of the regime and sector of its own
 * verdict. What the verdict leaves open leaves nothing out.
 */
export async function lawOfOrganization(
  context: Pick<OrganizationContext, "organization" | "store"> & Services,
): Promise<ApplicableLaw> {
  const verdict = await ownVerdict(context);
  return {
    country: context.organization.country,
    regime: QUESTIONNAIRE_REGIMES.find((known) => known === verdict?.regime) ?? null,
    isDigitalProvider: verdict?.digitalProvider ?? null,
  };
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
      lawOfOrganization(context),
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
    const areaOf = new Map(asked.flatMap(({ id, questions }) => questions.map((question) => [question.id, id])));
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
      toConfirm: stored.filter(needsConfirmation).length,
      from: assessment.from_id,
      areas: asked.map(({ id, title, legalReferences }) => ({
        id,
        title: grounding.text(title),
        legalReferences: cite(referencesFor(legalReferences, law, acts)),
        ...countsOf(areaScores.get(id)),
        toConfirm: stored.filter((each) => needsConfirmation(each) && areaOf.get(each.question_id) === id).length,
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
          const { replaced, replaced_by: replacedBy, carried_at: carriedAt } = each;
          return [
            {
              id,
              answer: each.answer,
              at: new Date(each.at).toISOString(),
              by: personOf(each.by),
              replaced: replacedBy === null ? null : { answer: replaced, by: personOf(replacedBy) },
              carriedAt,
              confirm: confirmationOf(each),
              noteMark: noteMark(each.note ?? ""),
              untrusted: { note: each.note === null ? "" : foreignLines(each.note) },
            },
          ];
        }),
      ),
    };
  },
});

/** What is to be said of a copied answer: it must be confirmed, or somebody did; `null`: it counted at once. */
function confirmationOf(answer: AssessmentAnswer): "needed" | "done" | null {
  if (needsConfirmation(answer)) return "needed";
  if (answer.carried_at === null || answer.confirmed_at === null) return null;
  return new Date(answer.confirmed_at).toISOString().startsWith(answer.carried_at) ? null : "done";
}

function countsOf(score: { answered: number; questions: number; score: number | null } | undefined) {
  return { answered: score?.answered ?? 0, questionCount: score?.questions ?? 0, score: score?.score ?? null };
}
