import type { Part } from "../../knowledge/changelog.ts";
import { jsonFile, type PublishedFile } from "./file.ts";
import { aiActDataset } from "./opendata-ai-act.ts";
import { naceDataset, naceFile } from "./opendata-nace.ts";
import { obligationsDataset } from "./opendata-obligations.ts";
import { questionnaireDataset } from "./opendata-questionnaire.ts";
import type { DatasetParts } from "./parts.ts";

/** The parts of the rule set that are published as a file. */
export type PublishedPart = Extract<Part, "obligations" | "questionnaire" | "nace" | "ai-act">;

/** The file of each published part, made from the knowledge alone. */
export const PUBLISHED: Readonly<Record<PublishedPart, (parts: DatasetParts) => PublishedFile>> = {
  obligations: (parts) => jsonFile("obligations", obligationsDataset(parts)),
  questionnaire: (parts) => jsonFile("questionnaire", questionnaireDataset(parts)),
  nace: (parts) => naceFile(naceDataset(parts)),
  "ai-act": (parts) => jsonFile("ai-act", aiActDataset(parts)),
};

/** True for a part that is published as a file. */
export function isPublished(part: Part): part is PublishedPart {
  return Object.hasOwn(PUBLISHED, part);
}
