import { z } from "zod";
import { QUESTION_BLOCKS } from "../../knowledge/answers.ts";
import { groundingFor } from "../answers/grounding.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { controlShape, controlsOf } from "./question-control.ts";

const output = z.object({
  questions: z.array(
    z.object({
      fact: z.string(),
      question: z.string().nullable(),
      block: z.enum(QUESTION_BLOCKS).describe("Part of the form in which it stands."),
      why: z.string().nullable().describe("Why it is asked."),
      controls: z.array(controlShape),
    }),
  ),
});

/** Every question of a verdict with what answers it, for the forms of the pages. */
export const scopeQuestions = defineCapability({
  name: "scope_questions",
  access: "public",
  input: z.strictObject({ country: countryParameter, locale: localeParameter }),
  web: { limits: [] },
  run: ({ country, locale }, services): z.output<typeof output> => {
    const { nis2 } = services.knowledge;
    const { answers, missingFactById, weakActivities } = nis2;
    const grounding = groundingFor(services, locale);
    const asked = [...answers.values()].filter(({ id }) => (missingFactById.get(id)?.country ?? country) === country);
    return {
      questions: asked.map(({ id, block, why }) => {
        const question = (missingFactById.get(id) ?? weakActivities.get(id))?.question;
        return {
          fact: id,
          question: question === undefined ? null : grounding.text(question),
          block,
          why: grounding.text(why),
          controls: [...controlsOf(id, country, nis2, locale)],
        };
      }),
    };
  },
});
