import { z } from "zod";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { TIMELINE_SOURCE } from "../../knowledge/feeds.ts";
import type { Services } from "../contexts.ts";

/** The same words wherever the feed is filtered by source. */
export const sourceParameter = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/)
  .optional()
  .describe(`Only items of this source, by its id; ${TIMELINE_SOURCE} is Dosah's own time line.`);

/** @throws ServiceError for a source that is not on the list. */
export function checkSource(source: string | undefined, { feed }: Services): void {
  if (source === undefined || source === TIMELINE_SOURCE) return;
  if (!feed.sources().some(({ id }) => id === source)) throw new ServiceError(unknownSource);
}

const unknownSource: Problem = {
  code: "invalid_arguments",
  field: "source",
  message: {
    sk: "Zdroj s týmto označením nepoznáme.",
    cs: "Zdroj s tímto označením neznáme.",
    en: "There is no source of that id.",
  },
  nextStep: {
    sk: "Použite označenie zdroja z poľa source.id niektorej položky, alebo parameter vynechajte.",
    cs: "Použijte označení zdroje z pole source.id některé položky, nebo parametr vynechejte.",
    en: "Use the id of a source from source.id of an item, or leave the parameter out.",
  },
};
