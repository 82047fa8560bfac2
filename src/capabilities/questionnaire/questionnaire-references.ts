import { z } from "zod";
import {
  lawOfRegime,
  QUESTIONNAIRE_REGIMES,
  questionReferencesFor,
  referencesFor,
} from "../../rules/questionnaire/references.ts";
import { groundingFor } from "../answers/grounding.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const input = z.strictObject({
  regime: z
    .enum(QUESTIONNAIRE_REGIMES)
    .describe("SK: pzs, pkzs (Act 69/2018); CZ: lower, higher (Act 264/2025); as in nationalRegime of a verdict."),
  locale: localeParameter,
});

/** The legal references of the questionnaire for one national regime, for its pages. */
export const questionnaireReferences = defineCapability({
  name: "questionnaire_references",
  access: "public",
  dependsOn: ({ knowledge }) => [knowledge],
  keepsNoAnswers: true,
  input,
  run: ({ regime, locale }, services) => {
    const { questionnaire, acts } = services.knowledge;
    const law = lawOfRegime(regime);
    const grounding = groundingFor(services, locale);
    const cite = (references: readonly string[]) =>
      grounding.eachCitation(references).filter((citation) => citation !== null);
    return {
      areas: questionnaire.areas.map(({ id, legalReferences }) => ({
        id,
        legalReferences: cite(referencesFor(legalReferences, law, acts)),
      })),
      questions: questionnaire.areas.flatMap((area) =>
        area.questions.map((question) => ({
          id: question.id,
          legalReferences: cite(questionReferencesFor(question.legalReferences, area.legalReferences, law, acts)),
        })),
      ),
    };
  },
});
