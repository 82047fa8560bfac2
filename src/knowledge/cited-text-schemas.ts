import { z } from "zod";
import type { ActRegistry } from "./acts.ts";
import { text } from "./field-schemas.ts";

/** A citation reference, `<act-id>` or `<act-id> <unit>`: the act must be registered and the place exist in it. */
export function reference(acts: ActRegistry) {
  return text.refine(
    (value) => namesAPlace(value, acts),
    "names no act of knowledge/acts, or no place that exists in it",
  );
}

/** True for a citation reference whose act is registered and, if it names a place, has it. */
export function namesAPlace(reference: string, acts: ActRegistry): boolean {
  const [id = "", ...place] = reference.split(" ");
  const act = acts.byId.get(id);
  return act !== undefined && (place.length === 0 || act.units.has(place.join(" ")));
}

/**
 * A text in three languages that may cite: braces hold a citation reference that exists, or the name of a value that
 * is filled in. Of the values, those under `optional` may stand in it, the `compulsory` one must, in each language.
 */
export function localized(
  acts: ActRegistry,
  {
    optional = [],
    compulsory,
  }: { readonly optional?: readonly string[]; readonly compulsory?: string | undefined } = {},
) {
  const words = text.superRefine((value, issues) => {
    const inBraces = [...value.matchAll(/\{([^{}]*)\}/g)].map(([, inner = ""]) => inner);
    for (const inner of inBraces) {
      if (inner === compulsory || optional.includes(inner) || namesAPlace(inner, acts)) continue;
      const message = `{${inner}} is neither a value of this text nor a citation that exists`;
      issues.addIssue({ code: "custom", message });
    }
    if (compulsory !== undefined && !inBraces.includes(compulsory)) {
      issues.addIssue({ code: "custom", message: `{${compulsory}} is missing` });
    }
  });
  return z.strictObject({ sk: words, cs: words, en: words });
}
