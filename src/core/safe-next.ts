/** What is kept of where a person wanted to go has at most so many characters: longer ones are dropped. */
const LONGEST = 1_000;

/**
 * Where a person wanted to go, from a field, a parameter or what was stored: an address within this site, or `undefined`.
 * It must begin with one slash that no slash and no backslash follows, and hold no control character.
 */
export function safeNext(next: string | null | undefined): string | undefined {
  if (next === null || next === undefined || next.length > LONGEST) return undefined;
  return /^\/(?![/\\])/.test(next) && !/\p{Cc}/u.test(next) ? next : undefined;
}
