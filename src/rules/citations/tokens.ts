import { normalForm } from "../../core/normal-form.ts";

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

type CharacterKind = Token["kind"] | "blank" | "invisible";

const LETTER = /[\p{L}\p{M}]/u;
const BLANK = /\s/u;
const INVISIBLE = /\p{Cf}/u;
const MARKS = /[\p{M}\p{Cf}]+/gu;
const BLOCK_BREAK = /\n[^\S\n]*(?:\n|[-*•][^\S\n])/;

/** Kinds of the code points up to Latin Extended-A, which is nearly all of a Slovak, Czech or English text. */
const COMMON = Array.from({ length: 0x180 }, (_, code) => kindOf(code));

/**
 * Splits a text into tokens: one pass over its characters. Every character that is visible is in exactly one token;
 * invisible format characters (soft hyphen, zero-width joiner) belong to the word they stand in.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    const kind = COMMON[code] ?? kindOf(code);
    const start = at;
    at += code > 0xffff ? 2 : 1;
    if (kind === "blank" || kind === "invisible") continue;
    if (kind !== "sign") at = endOfRun(text, at, kind);
    const found = text.slice(start, at);
    tokens.push({
      kind,
      text: found,
      word: kind === "word" ? foldWord(found) : "",
      start,
      end: at,
      glued: start === end,
      // The list mark itself is a token, so the gap is looked at with it and the character behind it.
      startsBlock: mayBreak(text, end, start) && BLOCK_BREAK.test(text.slice(end, start + 2)),
    });
    end = at;
  }
  return tokens;
}

/** Most gaps are one blank: they need no closer look. */
function mayBreak(text: string, from: number, to: number): boolean {
  return to - from > 1 || (to > from && text.charAt(from) === "\n");
}

function kindOf(code: number): CharacterKind {
  const character = String.fromCodePoint(code);
  if (LETTER.test(character)) return "word";
  if (code >= 0x30 && code <= 0x39) return "number";
  if (BLANK.test(character)) return "blank";
  return INVISIBLE.test(character) ? "invisible" : "sign";
}

function endOfRun(text: string, from: number, kind: "word" | "number"): number {
  let at = from;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    const next = COMMON[code] ?? kindOf(code);
    if (next !== kind && !(kind === "word" && next === "invisible")) return at;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

/** Latin letters with their folded form; computed once, since a look-up is many times cheaper than normalizing. */
const FOLDED = Array.from({ length: 0x180 }, (_, code) => normalized(String.fromCodePoint(code)));

function foldWord(word: string): string {
  let folded = "";
  for (let at = 0; at < word.length; at++) {
    const letter = FOLDED[word.charCodeAt(at)];
    if (letter === undefined) return normalized(word);
    folded += letter;
  }
  return folded;
}

function normalized(text: string): string {
  return normalForm(text, "NFD").replace(MARKS, "").toLowerCase();
}

/** True for a token that is this sign. */
export function isSign(token: Token | undefined, ...signs: string[]): boolean {
  return token?.kind === "sign" && signs.includes(token.text);
}

/** True for the dot, slash or digit that continues a number without a gap. */
export function isGluedSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === "sign" && token.text === sign && token.glued;
}
