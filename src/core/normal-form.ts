/**
 * Marks in a row that a letter keeps: more than any language writes, and what Unicode itself allows where text is read in
 * pieces (UAX #15, "Stream-Safe Text Format").
 */
const MOST_MARKS = 30;

const MORE_MARKS = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, "gu");

/**
 * Unicode normalization of text that somebody else wrote. Marks beyond the thirtieth in a row are taken out first: the
 * platform sorts the marks of a letter with work that grows with their square, and 64,000 of them would take seconds.
 */
export function normalForm(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  return text.replace(MORE_MARKS, "$1").normalize(form);
}
