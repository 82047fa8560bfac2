import { isGluedSign, isSign, type Token } from "./tokens.ts";
import { STANDARD_BODIES, UNION_MARKS } from "./words.ts";

/** `69/2018`, `2022/2555`, `2003/361/EC` as it stands in a text. */
export interface ActNumber {
  /** `69/2018`; `null` when more is glued to it than a number of an act has. */
  readonly value: string | null;
  readonly suffix: "EU" | "EC" | null;
  /** Index of the token after it. */
  readonly next: number;
}

/** Reads the number of an act that begins at a token; `undefined` when none does. One part must be a year. */
export function readActNumber(tokens: readonly Token[], at: number): ActNumber | undefined {
  const first = tokens[at];
  const second = tokens[at + 2];
  if (first?.kind !== "number" || !isGluedSign(tokens[at + 1], "/")) return undefined;
  if (second?.kind !== "number" || !second.glued || continuesNumber(tokens, at)) return undefined;
  if (!isYear(first.text) && !isYear(second.text)) return undefined;
  const value = `${first.text}/${second.text}`;
  const mark = tokens[at + 4];
  if (isGluedSign(tokens[at + 3], "/")) {
    const suffix = mark?.glued === true ? UNION_MARKS.get(mark.word) : undefined;
    return suffix === undefined ? { value: null, suffix: null, next: at + 4 } : { value, suffix, next: at + 5 };
  }
  const glued = tokens[at + 3];
  return { value: glued?.glued === true && glued.kind === "word" ? null : value, suffix: null, next: at + 3 };
}

/** True when the digits go on from something before: `1/69/2018`, `1.69/2018`. */
function continuesNumber(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (tokens[at]?.glued !== true || before?.kind !== "sign") return false;
  if (before.text === "/" || before.text === "-") return true;
  return before.text === "." && before.glued && tokens[at - 2]?.kind === "number";
}

function isYear(digits: string): boolean {
  return digits.length === 4 && digits >= "1900" && digits < "2100";
}

/** The mark of a gazette at a token: `Z. z.`, `Zb.`, `Sb.`, `Sb. z.`, `Coll.`, with or without dots and gaps. */
export function readGazette(
  tokens: readonly Token[],
  at: number,
): { readonly mark: string; readonly next: number } | undefined {
  const afterDot = (index: number) => (isGluedSign(tokens[index], ".") ? index + 1 : index);
  const word = tokens[at]?.word;
  const next = afterDot(at + 1);
  const hasDot = next > at + 1;
  const then = tokens[next];
  if (word === "z" && then?.word === "z" && (hasDot || then.glued)) return { mark: "Z. z.", next: afterDot(next + 1) };
  if (word === "zb" || word === "coll") return { mark: word === "zb" ? "Zb." : "Coll.", next };
  if (word !== "sb") return undefined;
  // "Sb. z 1. listopadu" has a preposition, "Sb. z." the rest of the mark.
  if (then?.word === "z" && isSign(tokens[next + 1], ".") && tokens[next + 1]?.glued === true) {
    return { mark: "Sb. z.", next: next + 2 };
  }
  return { mark: "Sb.", next };
}

/** Where a standard that begins at a token ends: `ISO/IEC 27001:2022`, `STN EN ISO 9001`. */
export function readStandard(tokens: readonly Token[], at: number): number | undefined {
  if (!STANDARD_BODIES.has(tokens[at]?.word ?? "")) return undefined;
  let next = at + 1;
  while (next < at + 6 && (isSign(tokens[next], "/") || STANDARD_BODIES.has(tokens[next]?.word ?? ""))) next++;
  const number = tokens[next];
  if (number?.kind !== "number" || number.text.length < 3) return undefined;
  next++;
  while (next < at + 12 && tokens[next]?.glued === true && tokens[next + 1]?.glued === true) {
    if (!isSign(tokens[next], ":", "-") || tokens[next + 1]?.kind !== "number") break;
    next += 2;
  }
  return next;
}
