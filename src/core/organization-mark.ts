/** How many colours tell organizations apart. */
export const COLOUR_COUNT = 12;

/** Words of a legal form as they are written in names: `s.r.o.`, `spol. s r.o.`, `a.s.`. */
const LEGAL_FORM = /,.*$|\bspol\.\s*|\bs\s+r\.\s*o\.?|(?<!\S)(?:\p{L}{1,3}\.\s?)+(?!\S)/giu;

/**
 * The initials of an organization, in capitals: the first letters of the first two words without the legal form, else its
 * first two letters.
 * @param name foreign text
 */
export function initialsOf(name: string): string {
  const bare = name.replace(LEGAL_FORM, " ");
  const words = (/[\p{L}\p{N}]/u.test(bare) ? bare : name).match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = "", second] = words;
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0] ?? "", [...second][0] ?? ""];
  return letters.join("").toUpperCase();
}
