import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import type { ANSWERS } from "../../knowledge/questionnaire-ids.ts";
import { valueOfAnswer } from "../../rules/questionnaire/answers.ts";
import { groundingFor } from "../answers/grounding.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { givenAnswers, scoresOf } from "./sheet.ts";

/** `other`: to or from what does not apply, which is neither better nor worse. */
type Change = "better" | "worse" | "new" | "gone" | "same" | "other";

/** Two saved questionnaires side by side. */
export const assessmentCompare = defineCapability({
  name: "assessment_compare",
  access: "organization",
  input: z.strictObject({
    organizationId: organizationParameter,
    a: z.string().describe("Id of the earlier questionnaire."),
    b: z.string().describe("Id of the later one."),
    locale: localeParameter,
  }),
  run: async ({ a, b, locale }, context) => {
    const { organization, role, store, knowledge } = context;
    const { questionnaire } = knowledge;
    const grounding = groundingFor(context, locale);
    const read = async (id: string) => {
      const assessment = await store.assessment(id);
      if (assessment === undefined) throw new ServiceError(notYours);
      const answers = givenAnswers(await store.answers(id), questionnaire, assessment.mode);
      const scores = scoresOf(questionnaire, assessment.mode, answers, assessment.state === "completed");
      const { created_at, completed_at } = assessment;
      const described = {
        id,
        createdAt: new Date(created_at).toISOString(),
        completedAt: completed_at === null ? null : new Date(completed_at).toISOString(),
        score: scores.overall.score,
      };
      return { answers, described, areas: new Map(scores.areas.map((each) => [each.id, each.score])) };
    };
    const [first, second] = [await read(a), await read(b)];
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      a: first.described,
      b: second.described,
      areas: questionnaire.areas.map(({ id, title }) => ({
        id,
        title: grounding.text(title),
        a: first.areas.get(id) ?? null,
        b: second.areas.get(id) ?? null,
      })),
      questions: questionnaire.areas.flatMap(({ questions }) =>
        questions.flatMap(({ id, area, text }) => {
          const [was, is] = [first.answers.get(id), second.answers.get(id)];
          if (was === undefined && is === undefined) return [];
          return [{ id, area, text: grounding.text(text), a: was ?? null, b: is ?? null, change: changeOf(was, is) }];
        }),
      ),
    };
  },
});

function changeOf(was: (typeof ANSWERS)[number] | undefined, is: (typeof ANSWERS)[number] | undefined): Change {
  if (was === is) return "same";
  if (was === undefined) return "new";
  if (is === undefined) return "gone";
  const [before, after] = [valueOfAnswer(was, true), valueOfAnswer(is, true)];
  if (before === null || after === null) return "other";
  return after > before ? "better" : "worse";
}
