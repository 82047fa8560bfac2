import { parseNaceDigits } from "./nace.ts";

/** A letter of a section (A to V), groups of digits, and whatever people put between them. */
const WRITTEN = /^[a-v]?\s*\d{2}(?:[.,\s]*\d{1,3})?(?:[.,\s]*\d)?\s*$/i;

/**
 * Reads an activity code as people type or paste it: `25.62`, `25,62`, `25 62`, `2562`, `C25.62`, `25.62.0`.
 * @returns two to five digits without dots, or `undefined` for anything else. Says nothing of the revision.
 */
export function readNace(typed: string): string | undefined {
  const trimmed = typed.trim();
  if (!WRITTEN.test(trimmed)) return undefined;
  return parseNaceDigits(trimmed.replace(/^[a-v]/i, "").replaceAll(",", "."));
}
