import { z } from "zod";
import { isDay } from "../core/day.ts";
import type { ActRegistry } from "./acts.ts";

/** What the schemas must know to check a file: what can be cited, and which hints exist. */
export interface Nis2Context {
  readonly acts: ActRegistry;
  readonly weakActivityIds: ReadonlySet<string>;
}

/** An id of an entry. */
export const id = z.string().regex(/^[a-zA-Z][a-zA-Z0-9-]*$/, "an id of letters, digits and hyphens");

/** A NACE code as the files write it, with its dot. */
export const digits = z.string().regex(/^\d{2}(\.\d{1,2})?$/, "a NACE code like 35, 35.1 or 35.11");

/** The services of `sizeIndependentService`, as the knowledge files name them (the rules own the type). */
export const SERVICE_IDS = ["qtsp", "tsp", "tld-registry", "dns"] as const;

/** A day, or `always` for the first entry of a list whose start no source states. */
export const from = z
  .string()
  .refine((text) => text === "always" || isDay(text), "a day YYYY-MM-DD, or always")
  .transform((text) => (text === "always" ? "" : text));

/** A citation reference: `<act-id>` or `<act-id> <unit>`; the act must be registered and the place exist in it. */
export function reference({ acts }: Nis2Context) {
  return z
    .string()
    .refine((text) => exists(text, acts), "names no act of knowledge/acts, or no place that exists in it");
}

function exists(text: string, acts: ActRegistry): boolean {
  const [id = "", ...place] = text.split(" ");
  const act = acts.byId.get(id);
  return act !== undefined && (place.length === 0 || act.units.has(place.join(" ")));
}

/** A text in three languages. Braces hold one of `slots` or a citation reference. */
export function localized(context: Nis2Context, slots: readonly string[] = []) {
  const text = z
    .string()
    .min(1)
    .superRefine((value, issues) => {
      for (const [, inner = ""] of value.matchAll(/\{([^{}]*)\}/g)) {
        if (slots.includes(inner) || exists(inner, context.acts)) continue;
        issues.addIssue({
          code: "custom",
          message: `{${inner}} is neither a value of this text nor a citation that exists`,
        });
      }
    });
  return z.strictObject({ sk: text, cs: text, en: text });
}

/** Refuses a list in which two entries share a key. */
export function unique<T>(key: (entry: T) => string) {
  return (entries: readonly T[], issues: z.RefinementCtx) => {
    const seen = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      const value = key(entry);
      if (seen.has(value)) issues.addIssue({ code: "custom", path: [index], message: `${value} stands twice` });
      seen.add(value);
    }
  };
}

/** A code of the files without its dot, as the registers write it. */
export const prefix = digits.transform((code) => code.replace(".", ""));

/** Prefixes of codes in each revision. */
export const byRevision = z.strictObject({ "2": z.array(prefix), "2.1": z.array(prefix) });
