import { z } from "zod";
import { isDay } from "../core/day.ts";

/** Words that somebody wrote. */
export const text = z.string().min(1);

/** A day that the calendar has. */
export const day = z.string().refine(isDay, "a day that exists, YYYY-MM-DD");

/** A text in three languages that cites nothing. */
export const translated = z.strictObject({ sk: text, cs: text, en: text });

/**
 * Refuses a list in which two entries share a key. `field` is where the entry holds it, for the place of the mistake;
 * `taken` holds keys of earlier lists.
 */
export function unique<T>(key: (entry: T) => string, field?: string, taken: Iterable<string> = []) {
  return (entries: readonly T[], issues: z.RefinementCtx) => {
    const seen = new Set(taken);
    for (const [index, entry] of entries.entries()) {
      const value = key(entry);
      const path = field === undefined ? [index] : [index, field];
      if (seen.has(value)) issues.addIssue({ code: "custom", path, message: `${value} stands twice` });
      seen.add(value);
    }
  };
}

/** Refuses a list that does not hold each of the keys exactly once, in whatever order. */
export function eachOnce<T>(keys: readonly string[], key: (entry: T) => string) {
  const isUnique = unique(key);
  return (entries: readonly T[], issues: z.RefinementCtx) => {
    isUnique(entries, issues);
    const found = new Set(entries.map(key));
    for (const missing of keys.filter((each) => !found.has(each))) {
      issues.addIssue({ code: "custom", message: `${missing} is missing` });
    }
  };
}

/** Refuses a list that does not hold exactly these ids in this order. */
export function inOrder(ids: readonly string[]) {
  return (entries: readonly { readonly id: string }[], issues: z.RefinementCtx) => {
    for (const [index, id] of ids.entries()) {
      const found = entries[index]?.id;
      if (found !== id) issues.addIssue({ code: "custom", path: [index], message: `${id} is expected here` });
    }
    if (entries.length > ids.length) issues.addIssue({ code: "custom", message: `more than ${ids.length} entries` });
  };
}
