import { readWithin } from "./heads.ts";
import { headPlace, nextOpen, type Place, withPart } from "./place.ts";
import { annexAndPart } from "./reference.ts";
import { isTaken, type Read, readSteps, type TokenText } from "./steps.ts";
import { isGluedSign, isSign } from "./tokens.ts";
import {
  isSmallRoman,
  readBracketed,
  readClosedLetter,
  readNumber,
  readPointNumber,
  readRoman,
  type Value,
} from "./values.ts";
import { AND_WORDS, MEASURES, NUMBER_WORDS, type StepLevel } from "./words.ts";

/** A member that is only a value: "§ 19, 20", "ods. 1 a 2", "písm. a) a b)", "(a) to (j)", "Annexes I and II". */
export function readBare(text: TokenText, at: number, last: Place): Read | undefined {
  const { tokens } = text;
  const bracketed = readBracketed(tokens, at);
  if (bracketed !== undefined) {
    if (bracketed.text.length > 3) return undefined;
    const level = bracketed.isNumber ? numberLevel(last) : letterLevel(last, bracketed.text);
    return readSteps(text, setIn(last, level, bracketed, true), bracketed.next);
  }
  if (last.last === "letter" || (last.last === "point" && isSmallRoman(last.point ?? ""))) {
    const letter = readClosedLetter(tokens, at) ?? readLoneLetter(text, at);
    if (letter !== undefined) return readSteps(text, setIn(last, last.last, letter, false), letter.next);
  }
  const { head } = last;
  if (head === "open") return readBareStep(text, at, last);
  if (last.last !== "head" && !last.inBrackets) return readBareStep(text, at, last);
  const from = NUMBER_WORDS.has(tokens[at]?.word ?? "") && isSign(tokens[at + 1], ".") ? at + 2 : at;
  const value = isTaken(text, from) ? undefined : readHeadValue(text, from, last);
  if (value === undefined || counts(text, value)) return undefined;
  // "Annex I, Parts II and III": the list goes on with parts of the same annex.
  const { annex, part } = annexAndPart(last.number);
  const number = part === undefined ? value.text : `${annex} part ${value.text}`;
  return readWithin(text, headPlace(head, number, value.isBroken), value.next);
}

function readBareStep(text: TokenText, at: number, last: Place): Read | undefined {
  if (last.last !== "paragraph" && last.last !== "point") return undefined;
  const value = last.last === "paragraph" ? readNumber(text.tokens, at) : readPointNumber(text.tokens, at);
  if (value === undefined || counts(text, value)) return undefined;
  return readSteps(text, setIn(last, last.last, value, false), value.next);
}

function readHeadValue({ tokens }: TokenText, at: number, last: Place): Value | undefined {
  const number = readNumber(tokens, at);
  if (number !== undefined) return number;
  const roman = /^[IVX]+(?: part [IVX]+)?$/.test(last.number) ? readRoman(tokens, at) : undefined;
  return roman?.text === tokens[at]?.text ? roman : undefined;
}

/** A letter without bracket in a list: "písm. a, b a c". Prepositions and conjunctions of one letter are none. */
function readLoneLetter({ tokens, taken }: TokenText, at: number): Value | undefined {
  const token = tokens[at];
  const after = tokens[at + 1];
  if (token?.kind !== "word" || !/^[b-hj-np-rtwxy]$/.test(token.text)) return undefined;
  const ends = after === undefined || after.kind === "sign" || AND_WORDS.has(after.word) || taken[at + 1] === 1;
  return ends ? { text: token.text, next: at + 1 } : undefined;
}

function setIn(last: Place, level: StepLevel, value: Value, inBrackets: boolean): Place {
  const place =
    last.head === "open"
      ? nextOpen(last, level, value.text, inBrackets)
      : withPart(last, level, value.text, inBrackets);
  // The fault of a member is its own: a broken one before does not break the next.
  return { ...place, isBroken: value.isBroken === true };
}

function numberLevel(last: Place): StepLevel {
  if (last.head === "open") return last.last === "head" ? "paragraph" : last.last;
  const isPoint = last.last === "point" && /^\d/.test(last.point ?? "");
  return isPoint || (last.head === "annex" && last.annexArticle === undefined) ? "point" : "paragraph";
}

function letterLevel(last: Place, value: string): StepLevel {
  return last.last === "point" && isSmallRoman(last.point ?? "") && isSmallRoman(value) ? "point" : "letter";
}

/** True when the number counts something or is a date: "§ 24 a 72 hodín", "čl. 21 a 2 %", "§ 20, 21. novembra". */
function counts(text: TokenText, value: Value): boolean {
  const { tokens } = text;
  if (/^(?:19|20)\d\d$/.test(value.text)) return true;
  const after = tokens[value.next];
  if (after === undefined || isTaken(text, value.next)) return false;
  if (MEASURES.has(after.word) || isSign(after, "%")) return true;
  const behind = tokens[value.next + 1];
  if (!isGluedSign(after, ".") || behind === undefined) return false;
  return (
    behind.kind === "number" ||
    (behind.kind === "word" && behind.text.charAt(0) === behind.text.charAt(0).toLowerCase())
  );
}
