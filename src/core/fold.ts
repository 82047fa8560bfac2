/**
 * The form in which names are compared, the same for import and query: no diacritics, lower case, every run of
 * characters that are not letters or digits becomes one blank (`ČEZ, a. s.` -> `cez a s`).
 */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
