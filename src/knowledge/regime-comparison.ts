import { z } from "zod";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { unique } from "./field-schemas.ts";

/** Schema of `regime-comparison.yaml`: what differs between the two regimes of each country, line by line. `stepIds`: the steps that a line may name. */
export function regimeComparisonSchema(acts: ActRegistry, stepIds: Pick<ReadonlySet<string>, "has">) {
  const lines = z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z]+$/, "lower-case letters"),
        steps: z
          .array(z.string().refine((step) => stepIds.has(step), "is no step"))
          .min(1)
          .optional(),
        title: localized(acts),
        lower: localized(acts),
        higher: localized(acts),
        citations: z.array(reference(acts)).min(1),
      }),
    )
    .min(2)
    .superRefine(unique((line) => line.id));
  return z.strictObject({ SK: lines, CZ: lines });
}

/** What differs between the two regimes, by country. */
export type RegimeComparison = z.output<ReturnType<typeof regimeComparisonSchema>>;
