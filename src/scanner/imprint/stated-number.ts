/** What a number of a firm is called, folded; the longer names come first. */
const LABELS = [
  "ico\\s?/\\s?dic",
  "ic\\s?/\\s?dic",
  "ico",
  "ic",
  "identifikacne cislo(?: organizacie| osoby)?",
  "identifikacni cislo(?: organizace| osoby)?",
  "company id",
  "identification number",
  "id no",
  "reg\\.? ?no",
].join("|");

/**
 * A label with no letter before it, at most twelve signs, perhaps the sign of the country, then six to eight digits with
 * single blanks between them and no digit behind. A line may end between the label and the number, never inside one.
 */
const STATED = new RegExp(
  `(?<!\\p{L})(?:${LABELS})[^\\p{L}\\p{N}]{0,12}(?:(?:cz|sk) ?)?(\\d(?: ?\\d){5,7})(?!\\d)`,
  "gu",
);

/** The numbers that a text states as those of a firm, with eight digits each. */
export function statedNumbers(text: string): readonly string[] {
  return [...plain(text).matchAll(STATED)].map(([, digits = ""]) => digits.replaceAll(" ", "").padStart(8, "0"));
}

/** Without diacritics, marks of direction and capitals; blanks of every kind are one, the ends of lines stay. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(/[^\S\n]+/g, " ");
}
