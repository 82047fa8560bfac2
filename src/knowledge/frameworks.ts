import { join } from "node:path";
import type { Localized } from "../core/locale.ts";
import type { ActRegistry } from "./acts.ts";
import { type FrameworkId, frameworkAreasSchema, frameworksSchema } from "./frameworks-schemas.ts";
import { loadYaml } from "./load.ts";
import type { Questionnaire } from "./questionnaire.ts";

export { FRAMEWORKS, type FrameworkId } from "./frameworks-schemas.ts";

/** One question of a framework. In ISO 27001 the id is the number in the standard. */
export interface FrameworkQuestion {
  readonly id: string;
  readonly text: Localized;
  readonly legalReferences: readonly string[];
}

/** One area of a framework. */
export interface FrameworkArea {
  readonly id: string;
  readonly title: Localized;
  readonly questions: readonly FrameworkQuestion[];
}

/** A framework with everything that is really there. */
export interface Framework {
  readonly id: FrameworkId;
  /** A label, the same in every language; not a citation. */
  readonly name: string;
  readonly version: string;
  /** Address of the official text. */
  readonly source: string;
  readonly areas: readonly FrameworkArea[];
}

/**
 * Reads `knowledge/frameworks/`; the areas of NIS2 are those of the questionnaire. Stated and found counts must agree.
 * @throws KnowledgeError with file, line and path of every mistake in the first file that has one.
 */
export function loadFrameworks(
  dir: string,
  acts: ActRegistry,
  questionnaire: Pick<Questionnaire, "areas">,
): readonly Framework[] {
  const file = join(dir, "frameworks.yaml");
  const listed = loadYaml(
    file,
    frameworksSchema.superRefine(([nis2], issues) => {
      const areas = questionnaire.areas.length;
      const questions = questionnaire.areas.reduce((sum, area) => sum + area.questions.length, 0);
      if (nis2?.areas !== areas || nis2.questions !== questions) {
        const message = `knowledge/questionnaire has ${areas} areas and ${questions} questions`;
        issues.addIssue({ code: "custom", path: [0, "questions"], message });
      }
    }),
  );
  return Object.freeze(
    listed.map(({ id, name, version, source, ...counts }) =>
      Object.freeze({
        id,
        name,
        version,
        source,
        areas:
          id === "nis2" ? questionnaire.areas : loadYaml(join(dir, `${id}.yaml`), frameworkAreasSchema(counts, acts)),
      }),
    ),
  );
}
