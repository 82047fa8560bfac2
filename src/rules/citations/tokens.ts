/** A word, a run of digits or a single sign of a text, with its place in it. */
export interface Token {
  readonly kind: "word" | "number" | "sign";
  /** As it stands in the text. */
  readonly text: string;
  /** Words only: without diacritics, in lower case, so that `ČLÁNOK` and `clanok` are one word. Else `""`. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Nothing stands between this token and the one before: `20a`, `2022/2555`. */
  readonly glued: boolean;
  /** A blank line or a list mark stands before: no citation reaches over it. */
  readonly startsBlock: boolean;
}

// One alternative per character class and nothing nested: the scan is linear in the length of the text.
// Invisible format characters (soft hyphen, zero-width joiner) belong to the word they stand in.
const TOKEN = /(?<word>[\p{L}\p{M}][\p{L}\p{M}\p{Cf}]*)|(?<number>[0-9]+)|(?<sign>[^\s\p{Cf}])/gu;

const IS_ASCII = /^[a-zA-Z]+$/;
const MARKS = /[\p{M}\p{Cf}]+/gu;
const BLOCK_BREAK = /\n[^\S\n]*(?:\n|[-*•][^\S\n])/;

/** Splits a text into tokens. Linear in its length; every character but blanks is in exactly one token. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const { index: start } = match;
    const kind = match.groups?.word !== undefined ? "word" : match.groups?.number !== undefined ? "number" : "sign";
    const found = match[0];
    tokens.push({
      kind,
      text: found,
      word: kind === "word" ? foldWord(found) : "",
      start,
      end: start + found.length,
      glued: start === end,
      // The list mark itself is a token, so the gap is looked at with one character of it.
      startsBlock: start > end && BLOCK_BREAK.test(text.slice(end, start + 2)),
    });
    end = start + found.length;
  }
  return tokens;
}

function foldWord(word: string): string {
  return IS_ASCII.test(word) ? word.toLowerCase() : word.normalize("NFD").replace(MARKS, "").toLowerCase();
}

/** True for a token that is this sign. */
export function isSign(token: Token | undefined, ...signs: string[]): boolean {
  return token?.kind === "sign" && signs.includes(token.text);
}

/** True for the dot, slash or digit that continues a number without a gap. */
export function isGluedSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === "sign" && token.text === sign && token.glued;
}
