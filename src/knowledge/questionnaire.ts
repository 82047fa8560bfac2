import { join } from "node:path";
import { z } from "zod";
import type { Localized } from "../core/locale.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { inOrder, unique } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";
import { ANSWERS, type Answer, AREAS, type AreaId } from "./questionnaire-ids.ts";

/** The acts that every area refers to (docs/specification.md, `questionnaire.references`). */
const COMPULSORY_ACTS = ["nis2", "sk-69-2018", "sk-227-2025", "cz-264-2025", "cir-2024-2690"] as const;

/** What an area file is checked against. */
interface AreaContext {
  readonly acts: ActRegistry;
  /** Codes of the obligation catalog. */
  readonly obligations: Pick<ReadonlySet<string>, "has">;
}

/** How many questions `questionnaire.yaml` says an area has. */
interface AreaCounts {
  readonly id: AreaId;
  readonly quick: number;
  readonly extended: number;
}

/** Schema of `questionnaire.yaml`. */
function questionnaireSchema(acts: ActRegistry) {
  const count = z.int().positive();
  return z.strictObject({
    version: z.string().regex(/^\d+\.\d+$/),
    answers: z.array(z.strictObject({ id: z.enum(ANSWERS), label: localized(acts) })).superRefine(inOrder(ANSWERS)),
    areas: z.array(z.strictObject({ id: z.enum(AREAS), quick: count, extended: count })).superRefine(inOrder(AREAS)),
  });
}

function questionSchema(area: AreaId, { acts, obligations }: AreaContext) {
  const code = z.string().refine((text) => obligations.has(text), "is no code of knowledge/obligations");
  return z.strictObject({
    id: z.string().regex(new RegExp(`^${area}-\\d{2}$`), `an id ${area}-NN`),
    quick: z.boolean(),
    weight: z.union([z.literal(1), z.literal(2), z.literal(3)], { error: "1, 2 or 3" }),
    obligations: z.array(code).min(1),
    legalReferences: z.array(reference(acts)).min(1),
    text: localized(acts),
    guidance: localized(acts),
  });
}

/** Schema of the file of one area. */
function areaSchema(counts: AreaCounts, context: AreaContext) {
  const { id, quick, extended } = counts;
  return z.strictObject({
    area: z.literal(id),
    title: localized(context.acts),
    legalReferences: z.array(reference(context.acts)).superRefine((references, issues) => {
      for (const act of COMPULSORY_ACTS) {
        if (references.some((text) => text.split(" ")[0] === act)) continue;
        issues.addIssue({ code: "custom", message: `nothing of ${act} is referred to` });
      }
    }),
    questions: z
      .array(questionSchema(id, context))
      .superRefine((questions, issues) => {
        const found = { quick: questions.filter((question) => question.quick).length, extended: questions.length };
        if (found.quick !== quick || found.extended !== extended) {
          issues.addIssue({
            code: "custom",
            message: `questionnaire.yaml says ${extended} questions, ${quick} of them quick; here are ${found.extended}, ${found.quick} of them quick`,
          });
        }
      })
      .superRefine(unique((question) => question.id, "id")),
  });
}

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
