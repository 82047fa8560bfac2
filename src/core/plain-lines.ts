/**
 * What a person typed into a field of several lines: line breaks as one sign, and no other control character, because
 * PostgreSQL does not take every one of them.
 */
export function plainLines(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\n\P{Cc}]/gu, " ")
    .trim();
}
