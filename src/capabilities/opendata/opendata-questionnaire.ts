import { z } from "zod";
import { ANSWERS, AREAS } from "../../knowledge/questionnaire-ids.ts";
import { ANSWER_VALUES } from "../../rules/questionnaire/answers.ts";
import {
  actSchema,
  datasetHead,
  headOf,
  oncePerKnowledge,
  provision,
  sideBySide,
  trilingual,
} from "./dataset-content.ts";
import { defineDataset } from "./define-dataset.ts";
import { jsonFile } from "./published-file.ts";

const question = z.object({
  id: z.string().describe("Stable; never used again."),
  quick: z.boolean().describe("Whether quick mode asks it."),
  weight: z.number().int().describe("3: core of the law or a common cause of loss, 2: standard, 1: supporting."),
  obligations: z.array(z.string()).describe("Codes in obligations.json that the answer pre-fills."),
  provisions: z.array(provision),
  text: sideBySide,
  guidance: sideBySide.describe("What to look at before answering."),
});

const output = z.object({
  dataset: z.literal("questionnaire"),
  ...datasetHead,
  count: z.number().int().describe("Questions in extended mode."),
  answers: z
    .array(z.object({ id: z.enum(ANSWERS), label: sideBySide, value: z.number().nullable() }))
    .describe("What an answer counts; null: the question is left out of the score."),
  areas: z.array(
    z.object({
      id: z.enum(AREAS),
      title: sideBySide,
      provisions: z.array(provision),
      questions: z.array(question),
    }),
  ),
  acts: z.array(actSchema).describe("The acts that the provisions belong to."),
});

type Answer = z.output<typeof output>;

/** The whole questionnaire as open data, its three languages side by side. */
export const opendataQuestionnaire = defineDataset({
  name: "opendata_questionnaire",
  title: "Questionnaire as open data",
  description:
    "The self-assessment questionnaire with guidance, weights and provisions, Slovak, Czech and English side by side. The bytes are the same on every Dosah of the same version.",
  output,
  file: {
    name: "questionnaire.json",
    mediaType: "application/json",
    of: (answer) => jsonFile("questionnaire", answer),
  },
  content: (services): Answer => questionnaireDataset(services),
});

/** The content of the dataset. */
export const questionnaireDataset = oncePerKnowledge((services): Answer => {
  const { questionnaire } = services.knowledge;
  const words = trilingual(services);
  const areas = questionnaire.areas.map(({ id, title, legalReferences, questions }) => ({
    id,
    title: words.text(title),
    provisions: legalReferences.map(words.provision),
    questions: questions.map((each) => ({
      id: each.id,
      quick: each.quick,
      weight: each.weight,
      obligations: [...each.obligations],
      provisions: each.legalReferences.map(words.provision),
      text: words.text(each.text),
      guidance: words.text(each.guidance),
    })),
  }));
  return {
    dataset: "questionnaire",
    ...headOf("questionnaire", services.knowledge),
    count: areas.reduce((sum, { questions }) => sum + questions.length, 0),
    answers: questionnaire.answers.map(({ id, label }) => ({
      id,
      label: words.text(label),
      value: ANSWER_VALUES[id],
    })),
    areas,
    acts: words.acts(),
  };
});
