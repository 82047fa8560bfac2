import { join } from "node:path";
import { z } from "zod";
import type { Localized } from "../core/locale.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { inOrder } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";
import type { Questionnaire } from "./questionnaire.ts";

/** The frameworks, in the order in which they are listed. */
export const FRAMEWORKS = ["nis2", "iso27001", "gdpr", "dora"] as const;

export type FrameworkId = (typeof FRAMEWORKS)[number];

/** Schema of `frameworks.yaml`: labels, and how much of each framework must be there. */
const frameworksSchema = z
  .array(
    z.strictObject({
      id: z.enum(FRAMEWORKS),
      name: z.string().min(1),
      version: z.string().min(1),
      source: z.url({ protocol: /^https$/ }),
      areas: z.int().positive(),
      questions: z.int().positive(),
    }),
  )
  .superRefine(inOrder(FRAMEWORKS));

/** What `frameworks.yaml` says that a framework has. */
interface FrameworkCounts {
  readonly areas: number;
  readonly questions: number;
}

/** Schema of the file of one framework. */
function frameworkAreasSchema({ areas, questions }: FrameworkCounts, acts: ActRegistry) {
  const question = z.strictObject({
    id: z.string().regex(/^[A-Za-z0-9._-]+$/, "an id of letters, digits, dots, _ and -"),
    legalReferences: z.array(reference(acts)).min(1).default([]),
    text: localized(acts),
  });
  return z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z_]+$/, "an id of small letters and _"),
        title: localized(acts),
        questions: z.array(question).min(1),
      }),
    )
    .superRefine((found, issues) => {
      const count = found.reduce((sum, area) => sum + area.questions.length, 0);
      if (found.length !== areas || count !== questions) {
        issues.addIssue({
          code: "custom",
          message: `frameworks.yaml says ${areas} areas and ${questions} questions, here are ${found.length} and ${count}`,
        });
      }
      const seen = new Set<string>();
      const once = (id: string, path: PropertyKey[]) => {
        if (seen.has(id)) issues.addIssue({ code: "custom", path, message: `${id} stands twice` });
        seen.add(id);
      };
      for (const [index, area] of found.entries()) {
        once(area.id, [index, "id"]);
        for (const [at, { id }] of area.questions.entries()) once(id, [index, "questions", at, "id"]);
      }
    });
}

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
