import { z } from "zod";
import { BASIS_MATCHES, type LegalBasis } from "../../knowledge/obligations.ts";
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

const basis = z.object({ match: z.enum(BASIS_MATCHES), provisions: z.array(provision) });

const output = z.object({
  dataset: z.literal("obligations"),
  ...datasetHead,
  count: z.number().int(),
  items: z.array(
    z.object({
      code: z.string().describe("Stable; never changes its meaning."),
      article: provision,
      name: sideBySide,
      description: sideBySide,
      reviewIntervalMonths: z.number().int().describe("Our recommendation, not law."),
      legalBasis: z.object({ SK: basis, CZ: basis, EU: basis }),
      questions: z.array(z.string()).describe("Ids of the questions in questionnaire.json that pre-fill it."),
    }),
  ),
  acts: z.array(actSchema).describe("The acts that the provisions belong to."),
});

type Answer = z.output<typeof output>;

/** The whole obligation catalog as open data, its three languages side by side. */
export const opendataObligations = defineDataset({
  name: "opendata_obligations",
  title: "Obligations as open data",
  description:
    "The obligation catalog with its legal basis, Slovak, Czech and English side by side. The bytes are the same on every Dosah of the same version.",
  output,
  file: { name: "obligations.json", mediaType: "application/json", of: (answer) => jsonFile("obligations", answer) },
  content: (services): Answer => obligationsDataset(services),
});

/** The content of the dataset. */
export const obligationsDataset = oncePerKnowledge((services): Answer => {
  const { obligations, questionnaire } = services.knowledge;
  const words = trilingual(services);
  const questions = questionnaire.areas.flatMap((area) => area.questions);
  const basisOf = ({ match, references }: LegalBasis) => ({ match, provisions: references.map(words.provision) });
  const items = [...obligations.byCode.values()].map(({ code, article, name, description, ...rest }) => ({
    code,
    article: words.provision(article),
    name: words.text(name),
    description: words.text(description),
    reviewIntervalMonths: rest.reviewIntervalMonths,
    legalBasis: {
      SK: basisOf(rest.legalBasis.SK),
      CZ: basisOf(rest.legalBasis.CZ),
      EU: basisOf(rest.legalBasis.EU),
    },
    questions: questions.filter(({ obligations: codes }) => codes.includes(code)).map(({ id }) => id),
  }));
  return {
    dataset: "obligations",
    ...headOf("obligations", services.knowledge),
    count: items.length,
    items,
    acts: words.acts(),
  };
});
