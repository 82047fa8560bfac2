import { z } from "zod";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./citing-parts.ts";
import { ANSWERS, AREAS, type AreaId } from "./questionnaire-ids.ts";
import { inOrder, unique } from "./schema-parts.ts";

/** The acts that every area refers to (docs/specification.md, `questionnaire.references`). */
const COMPULSORY_ACTS = ["nis2", "sk-69-2018", "sk-227-2025", "cz-264-2025", "cir-2024-2690"] as const;

/** What an area file is checked against. */
export interface AreaContext {
  readonly acts: ActRegistry;
  /** Codes of the obligation catalog. */
  readonly obligations: Pick<ReadonlySet<string>, "has">;
}

/** How many questions `questionnaire.yaml` says an area has. */
export interface AreaCounts {
  readonly id: AreaId;
  readonly quick: number;
  readonly extended: number;
}

/** Schema of `questionnaire.yaml`. */
export function questionnaireSchema(acts: ActRegistry) {
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
export function areaSchema(counts: AreaCounts, context: AreaContext) {
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
