import { z } from "zod";
import { SCAN_CATEGORIES, SCAN_EFFORTS, SCAN_ERRORS, SCAN_ROLES } from "../core/scan-checks.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { text, unique } from "./field-schemas.ts";

const reasonName = z.string().regex(/^[a-z][a-z0-9_]*$/, "a name of small letters, digits and _");

const checkId = z.templateLiteral([z.enum(SCAN_CATEGORIES), ".", z.string().regex(/^[a-z][a-zA-Z0-9]*$/)]);

/** Schema of `checks.yaml`. `groups` holds the names of the groups of `legal.yaml`. */
export function scanChecksSchema(acts: ActRegistry, groups: Readonly<Record<string, unknown>>) {
  const group = text.refine((name) => Object.hasOwn(groups, name), "is no group of legal.yaml");
  const words = localized(acts);
  return z
    .array(
      z.strictObject({
        id: checkId,
        law: z.array(group).min(1),
        effort: z.enum(SCAN_EFFORTS),
        who: z.enum(SCAN_ROLES),
        references: z.array(text).min(1),
        title: words,
        why: words,
        remedy: words,
        reasons: z.record(reasonName, z.strictObject({ finding: words, remedy: words.optional() })),
      }),
    )
    .superRefine(unique(({ id }) => id));
}

/** Schema of `unjudged.yaml`. */
export function scanUnjudgedSchema(acts: ActRegistry) {
  return z.record(reasonName, localized(acts));
}

/** Schema of `failures.yaml`: a text for each reason. */
export function scanFailuresSchema(acts: ActRegistry) {
  return z.record(z.enum(SCAN_ERRORS), localized(acts));
}

/** Schema of `legal.yaml`. `obligations` holds the codes of the catalog. */
export function scanLegalSchema(acts: ActRegistry, obligations: Pick<ReadonlyMap<string, unknown>, "has">) {
  const code = text.refine((value) => obligations.has(value), "is no code of knowledge/obligations");
  const group = z.strictObject({
    obligations: z.array(code).min(1),
    references: z.array(reference(acts)).min(1),
    note: localized(acts),
  });
  return z.strictObject({ orientation: localized(acts), groups: z.record(text, group) });
}
