import { z } from "zod";
import { SCAN_CHECK_IDS, SCAN_EFFORTS, SCAN_ERRORS, SCAN_ROLES } from "../core/scan-checks.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { inOrder, text } from "./field-schemas.ts";

const reasonName = z.string().regex(/^[a-z][a-z0-9_]*$/, "a name of small letters, digits and _");

/** Schema of `checks.yaml`. */
export function scanChecksSchema(acts: ActRegistry) {
  const words = localized(acts);
  return z
    .array(
      z.strictObject({
        id: z.enum(SCAN_CHECK_IDS),
        effort: z.enum(SCAN_EFFORTS),
        who: z.enum(SCAN_ROLES),
        references: z.array(text).min(1),
        title: words,
        why: words,
        remedy: words,
        reasons: z.record(reasonName, z.strictObject({ finding: words, remedy: words.optional() })),
      }),
    )
    .superRefine(inOrder(SCAN_CHECK_IDS));
}

/** Schema of `unjudged.yaml`. */
export function scanUnjudgedSchema(acts: ActRegistry) {
  return z.record(reasonName, localized(acts));
}

/** Schema of `failures.yaml`: a text for each reason. */
export function scanFailuresSchema(acts: ActRegistry) {
  return z.record(z.enum(SCAN_ERRORS), localized(acts));
}

/** Schema of `legal.yaml`. `obligations` holds the codes of the catalog. Every check must be in a group. */
export function scanLegalSchema(acts: ActRegistry, obligations: Pick<ReadonlyMap<string, unknown>, "has">) {
  const code = text.refine((value) => obligations.has(value), "is no code of knowledge/obligations");
  const group = z.strictObject({
    checks: z.array(z.enum(SCAN_CHECK_IDS)).min(1),
    obligations: z.array(code).min(1),
    references: z.array(reference(acts)).min(1),
    note: localized(acts),
  });
  const groups = z.array(group).superRefine((found, issues) => {
    const named = new Set(found.flatMap(({ checks }) => checks));
    for (const missing of SCAN_CHECK_IDS.filter((id) => !named.has(id))) {
      issues.addIssue({ code: "custom", message: `${missing} is in no group` });
    }
  });
  return z.strictObject({ orientation: localized(acts), groups });
}
