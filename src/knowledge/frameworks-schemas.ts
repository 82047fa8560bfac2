import { z } from "zod";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { inOrder } from "./field-schemas.ts";

/** The frameworks, in the order in which they are listed. */
export const FRAMEWORKS = ["nis2", "iso27001", "gdpr", "dora"] as const;

export type FrameworkId = (typeof FRAMEWORKS)[number];

/** Schema of `frameworks.yaml`: labels, and how much of each framework must be there. */
export const frameworksSchema = z
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
export interface FrameworkCounts {
  readonly areas: number;
  readonly questions: number;
}

/** Schema of the file of one framework. */
export function frameworkAreasSchema({ areas, questions }: FrameworkCounts, acts: ActRegistry) {
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
