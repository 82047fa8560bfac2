import { foreignText } from "../core/foreign-text.ts";

/** So many characters of a name a mail holds. */
const LONGEST_NAME = 120;

/**
 * A name of others as a mail holds it: one line of letters, digits and the marks that names of firms have. No program
 * that shows the mail makes a link of it: a full stop stays only before a blank, the end, or a single letter (`a.s.`).
 */
export function nameInMail(name: string, longest: number = LONGEST_NAME): string {
  const plain = foreignText(name)
    .replace(/[^\p{L}\p{M}\p{N} .,&'’„“”"()+-]/gu, "")
    .replace(/\.(?=[\p{L}\p{M}\p{N}-]{2})/gu, " ");
  return [...foreignText(plain)].slice(0, longest).join("").trim();
}
