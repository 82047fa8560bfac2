import type { Part } from "../../knowledge/changelog.ts";
import type { DatasetServices } from "./dataset-content.ts";
import { jsonFile, type PublishedFile } from "./file.ts";
import { aiActDataset } from "./opendata-ai-act.ts";
import { naceDataset, naceFile } from "./opendata-nace.ts";
import { obligationsDataset } from "./opendata-obligations.ts";
import { questionnaireDataset } from "./opendata-questionnaire.ts";

/** The parts of the rule set that are published as a file. */
export type PublishedPart = Extract<Part, "obligations" | "questionnaire" | "nace" | "ai-act">;

/** The file of each published part, made from the knowledge alone. */
export const PUBLISHED: Readonly<Record<PublishedPart, (services: DatasetServices) => PublishedFile>> = {
  obligations: (services) => jsonFile("obligations", obligationsDataset(services)),
  questionnaire: (services) => jsonFile("questionnaire", questionnaireDataset(services)),
  nace: (services) => naceFile(naceDataset(services)),
  "ai-act": (services) => jsonFile("ai-act", aiActDataset(services)),
};

/** True for a part that is published as a file. */
export function isPublished(part: Part): part is PublishedPart {
  return Object.hasOwn(PUBLISHED, part);
}
