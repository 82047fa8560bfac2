import { foreignText } from "./foreign-text.ts";

/**
 * A name that somebody typed, as it is stored and shown: characters without a shape are taken out first, then it is
 * measured. `undefined` for one that is empty then, that is longer than `most` characters, or that has control characters
 * or line ends.
 */
export function readName(typed: string, most: number): string | undefined {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(typed.trim())) return undefined;
  const name = foreignText(typed);
  const { length } = [...name];
  return length >= 1 && length <= most ? name : undefined;
}
