import { join } from "node:path";
import type { Localized } from "../core/locale.ts";
import type { ActRegistry } from "./acts.ts";
import { loadYaml } from "./load.ts";
import type { Answer, AreaId } from "./questionnaire-ids.ts";
import { areaSchema, questionnaireSchema } from "./questionnaire-schemas.ts";

/** One question of the self-assessment. */
export interface Question {
  readonly id: string;
  readonly area: AreaId;
  readonly quick: boolean;
  /** 3: core of the law or a common cause of loss, 2: standard measure, 1: supporting. */
  readonly weight: 1 | 2 | 3;
  /** Codes of the obligations whose status the answer pre-fills. */
  readonly obligations: readonly string[];
  readonly legalReferences: readonly string[];
  readonly text: Localized;
  readonly guidance: Localized;
}

/** One area with its questions in their order. */
export interface Area {
  readonly id: AreaId;
  readonly title: Localized;
  readonly legalReferences: readonly string[];
  readonly questions: readonly Question[];
}

/** The self-assessment questionnaire (docs/specification.md#nis2_questionnaire). */
export interface Questionnaire {
  readonly version: string;
  /** What each answer is called, best answer first. */
  readonly answers: readonly { readonly id: Answer; readonly label: Localized }[];
  readonly areas: readonly Area[];
}

/**
 * Reads `knowledge/questionnaire/`: the 13 areas in their order, every question in three languages, every citation
 * existing in `acts`, every pre-filled obligation in the catalog, as many questions as `questionnaire.yaml` says.
 * @param obligations the codes of the obligation catalog.
 * @throws KnowledgeError with file, line and path of every mistake in the first file that has one.
 */
export function loadQuestionnaire(
  dir: string,
  acts: ActRegistry,
  obligations: Pick<ReadonlySet<string>, "has">,
): Questionnaire {
  const { version, answers, areas } = loadYaml(join(dir, "questionnaire.yaml"), questionnaireSchema(acts));
  return Object.freeze({
    version,
    answers,
    areas: Object.freeze(
      areas.map((counts): Area => {
        const { area, title, legalReferences, questions } = loadYaml(
          join(dir, `${counts.id}.yaml`),
          areaSchema(counts, { acts, obligations }),
        );
        return Object.freeze({
          id: area,
          title,
          legalReferences,
          questions: Object.freeze(questions.map((question) => Object.freeze({ area, ...question }))),
        });
      }),
    ),
  });
}
