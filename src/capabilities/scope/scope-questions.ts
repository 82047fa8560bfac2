import { z } from "zod";
import { groundingFor } from "../answers/grounding.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { controlsOf } from "./question-control.ts";

/** Every question of a verdict with what answers it, and the rate for amounts in crowns, for the forms of the pages. */
export const scopeQuestions = defineCapability({
  name: "scope_questions",
  access: "public",
  dependsOn: ({ knowledge, today }) => [knowledge, today()],
  keepsNoAnswers: true,
  input: z.strictObject({ country: countryParameter, locale: localeParameter }),
  run: ({ country, locale }, services) => {
    const { nis2 } = services.knowledge;
    const { answers, missingFactById, weakActivities } = nis2;
    const grounding = groundingFor(services, locale);
    const asked = [...answers.values()].filter(({ id }) => (missingFactById.get(id)?.country ?? country) === country);
    const lastYear = Number(services.today().slice(0, 4)) - 1;
    const rate = nis2.exchangeRates.find(({ assessedYear }) => assessedYear === lastYear);
    return {
      /** Of the last year that has ended; `null` where its rate is not known here. */
      crownRate: rate === undefined ? null : { czkPerEur: rate.czkPerEur, day: rate.day, source: rate.source },
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
