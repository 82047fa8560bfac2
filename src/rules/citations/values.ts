import { isGluedSign, isSign, type Token } from "./tokens.ts";

/** A value read from a text, with the index of the token after it. */
export interface Value {
  readonly text: string;
  readonly next: number;
  /** Something is glued to it that no number or letter of a law has: "20/1", "21.2". */
  readonly isBroken?: boolean;
}

const SHORT = 2;

/** A number with its letters: `20`, `24a`, `1a`. What is glued behind it and fits nothing makes it broken. */
export function readNumber(tokens: readonly Token[], at: number): Value | undefined {
  const digits = tokens[at];
  if (digits?.kind !== "number") return undefined;
  const suffix = tokens[at + 1];
  if (suffix?.kind === "word" && suffix.glued && suffix.text.length <= SHORT) {
    return { text: digits.text + suffix.text, next: at + 2, isBroken: isContinued(tokens, at + 2) };
  }
  return { text: digits.text, next: at + 1, isBroken: isContinued(tokens, at + 1) };
}

/** True for a slash or dot with digits or letters glued behind: "§ 20/1", "čl. 21.2". */
function isContinued(tokens: readonly Token[], at: number): boolean {
  const sign = tokens[at];
  const after = tokens[at + 1];
  if (!(isGluedSign(sign, "/") || isGluedSign(sign, ".")) || after?.glued !== true) return false;
  return after.kind === "number" || (after.kind === "word" && sign?.text === "/" && after.text.length <= SHORT);
}

/** The number of a point: `6`, `14a`, or with more levels `16.12`, `1.1.1`. */
export function readPointNumber(tokens: readonly Token[], at: number): Value | undefined {
  if (tokens[at]?.kind !== "number") return undefined;
  let text = tokens[at]?.text ?? "";
  let next = at + 1;
  while (isGluedSign(tokens[next], ".") && tokens[next + 1]?.kind === "number" && tokens[next + 1]?.glued === true) {
    text += `.${tokens[next + 1]?.text}`;
    next += 2;
  }
  const suffix = tokens[next];
  if (suffix?.kind === "word" && suffix.glued && suffix.text.length <= SHORT) {
    return { text: text + suffix.text, next: next + 1, isBroken: text.includes(".") || isContinued(tokens, next + 1) };
  }
  return { text, next, isBroken: isContinued(tokens, next) };
}

/** A letter or a small Roman number as it stands, no bracket asked: `a`, `ag`, `iii`. */
export function readLetter(tokens: readonly Token[], at: number): Value | undefined {
  const token = tokens[at];
  if (token?.kind !== "word") return undefined;
  return token.text.length <= SHORT || isSmallRoman(token.text) ? { text: token.text, next: at + 1 } : undefined;
}

/** A letter closed by a bracket: `a)`, `ag)`. The bracket keeps conjunctions and prepositions out. */
export function readClosedLetter(tokens: readonly Token[], at: number): Value | undefined {
  const letter = readLetter(tokens, at);
  return letter !== undefined && isSign(tokens[letter.next], ")") ? { ...letter, next: letter.next + 1 } : undefined;
}

/** A number or a letter in brackets: `(2)`, `(1a)`, `(a)`, `(ii)`. */
export function readBracketed(
  tokens: readonly Token[],
  at: number,
): (Value & { readonly isNumber: boolean }) | undefined {
  if (!isSign(tokens[at], "(")) return undefined;
  const number = readNumber(tokens, at + 1);
  const value = number ?? readLetter(tokens, at + 1);
  if (value === undefined || !isSign(tokens[value.next], ")")) return undefined;
  return { ...value, next: value.next + 1, isNumber: number !== undefined };
}

const ROMAN = /^(?:x{0,3})(?:ix|iv|v?i{0,3})$/;

/** `i`, `ii`, `iv`: a point of a letter in acts of the Union. */
export function isSmallRoman(text: string): boolean {
  return text !== "" && text.length <= 7 && ROMAN.test(text);
}

/**
 * The Roman number of an annex or of an article of an amending act, as capitals. A single small letter is none: `i`
 * and `v` are words in Slovak and Czech.
 */
export function readRoman(tokens: readonly Token[], at: number): Value | undefined {
  const text = tokens[at]?.kind === "word" ? (tokens[at]?.text ?? "") : "";
  const isRoman = isSmallRoman(text.toLowerCase()) && (text === text.toUpperCase() || text.length > 1);
  return isRoman ? { text: text.toUpperCase(), next: at + 1 } : undefined;
}
