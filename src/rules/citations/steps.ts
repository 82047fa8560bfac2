import { isDeeper, levelsOf, type Place, withPart } from "./place.ts";
import { isGluedSign, isSign, type Token } from "./tokens.ts";
import {
  isSmallRoman,
  readBracketed,
  readClosedLetter,
  readLetter,
  readNumber,
  readPointNumber,
  type Value,
} from "./values.ts";
import { LETTER_ABBREVIATIONS, NEUTRAL_WORDS, NUMBER_WORDS, ORDINALS, STEP_WORDS, type StepLevel } from "./words.ts";

/** A text taken apart, with the tokens that name acts: no unit reaches into them. */
export interface TokenText {
  readonly tokens: readonly Token[];
  /** 1 where a token belongs to the mention of an act. */
  readonly taken: Uint8Array;
}

/** A place with the index of the token after it. */
export interface Read {
  readonly place: Place;
  readonly next: number;
}

/** A step word with its value: `ods. 2`, `point (a)`, `písm. d)`. */
interface Step extends Value {
  readonly level: StepLevel;
  readonly inBrackets: boolean;
}

/** How far a bracket that cannot be read is followed. */
const BRACKET_REACH = 6;

/** Reads the steps that follow a head or another step: `(2)(a)`, `ods. 2 písm. a) bod 6`, `, point 4(a)`. */
export function readSteps(text: TokenText, start: Place, from: number): Read {
  let read: Read = { place: start, next: from };
  for (;;) {
    const further = readStepHere(text, read) ?? readNeutral(text, read);
    if (further === undefined) return read;
    read = further;
  }
}

function readStepHere(text: TokenText, { place, next }: Read): Read | undefined {
  const { tokens } = text;
  if (isTaken(text, next) || tokens[next]?.startsBlock === true) return undefined;
  if (isSign(tokens[next], "(")) return readBracketStep(text, place, next);
  const letter = readClosedLetter(tokens, next);
  if (letter !== undefined) return { place: withLetter(place, letter.text, false), next: letter.next };
  const step = readStep(text, isSign(tokens[next], ",") ? next + 1 : next);
  return step === undefined ? undefined : applyStep(place, step);
}

function applyStep(place: Place, step: Step): Read | undefined {
  const isWord = !/^\d/.test(step.text);
  if (isWord && isRomanPoint(place, step.text)) return { place: withLetter(place, step.text, false), next: step.next };
  if (!isDeeper(place, step.level) && levelsOf(place).includes(step.level)) return undefined;
  return { place: broken(withPart(place, step.level, step.text, step.inBrackets), step), next: step.next };
}

/** `(2)`, `(a)`, `(ii)`, `(ods. 2)`. A bracket glued to the unit that is none of these breaks the place. */
function readBracketStep({ tokens, taken }: TokenText, place: Place, at: number): Read | undefined {
  const value = readBracketed(tokens, at);
  if (value !== undefined) {
    // "Article 21 (2024)": a year in brackets is no paragraph.
    if (tokens[at]?.glued !== true && value.text.length > 3) return undefined;
    return { place: value.isNumber ? withNumber(place, value) : withLetter(place, value.text, true), next: value.next };
  }
  const step = readStep({ tokens, taken }, at + 1);
  if (step !== undefined && isSign(tokens[step.next], ")")) {
    const applied = applyStep(place, step);
    return applied === undefined ? undefined : { place: applied.place, next: step.next + 1 };
  }
  const inside = tokens[at + 1];
  const isShort = inside?.kind === "number" || (inside?.kind === "word" && inside.text.length <= 2);
  if (tokens[at]?.glued !== true || !isShort) return undefined;
  for (let end = at + 2; end <= at + BRACKET_REACH; end++) {
    if (isSign(tokens[end], ")")) return { place: { ...place, isBroken: true }, next: end + 1 };
  }
  return undefined;
}

/** Reads a step word with its value at a token, whatever stands before. */
export function readStep(text: TokenText, at: number): Step | undefined {
  const { tokens } = text;
  const word = isTaken(text, at) ? "" : (tokens[at]?.word ?? "");
  const level = STEP_WORDS.get(word);
  if (level === undefined) return undefined;
  let from = isGluedSign(tokens[at + 1], ".") ? at + 2 : at + 1;
  if (NUMBER_WORDS.has(tokens[from]?.word ?? "") && isSign(tokens[from + 1], ".")) from += 2;
  if (isTaken(text, from)) return undefined;
  const bracketed = readBracketed(tokens, from);
  if (bracketed !== undefined) {
    if (level === (bracketed.isNumber ? "letter" : "paragraph")) return undefined;
    return { ...bracketed, level: bracketed.isNumber ? level : "letter", inBrackets: true };
  }
  const number =
    level === "letter" ? undefined : level === "point" ? readPointNumber(tokens, from) : readNumber(tokens, from);
  if (number !== undefined) return { ...number, level, inBrackets: false };
  if (level === "paragraph") return undefined;
  const letter =
    readClosedLetter(tokens, from) ?? (LETTER_ABBREVIATIONS.has(word) ? readLetter(tokens, from) : undefined);
  return letter === undefined ? undefined : { ...letter, level: "letter", inBrackets: false };
}

/** "first subparagraph", "prvá veta": not counted in the registry. "Third paragraph" says a place it does not hold. */
function readNeutral(text: TokenText, { place, next }: Read): Read | undefined {
  const { tokens } = text;
  const from = isSign(tokens[next], ",") ? next + 1 : next;
  const word = tokens[from]?.word ?? "";
  if (!NEUTRAL_WORDS.has(word)) return undefined;
  const isParagraph = ORDINALS.has(word) && STEP_WORDS.get(tokens[from + 1]?.word ?? "") === "paragraph";
  const isCounted = tokens[from + 1]?.kind === "number" && !isTaken(text, from + 1);
  if (isParagraph || isCounted) return { place: { ...place, isBroken: true }, next: from + 2 };
  return { place, next: from + 1 };
}

/** A number in brackets: a paragraph, the point of a letter, the point of an annex. */
function withNumber(place: Place, value: Value): Place {
  const [outermost] = levelsOf(place);
  const level = outermost !== undefined && isDeeper(place, outermost) ? outermost : "point";
  return isDeeper(place, level)
    ? broken(withPart(place, level, value.text, true), value)
    : { ...place, isBroken: true };
}

/** A letter; behind a letter a Roman number is a point: `(a)(ii)`. */
function withLetter(place: Place, letter: string, inBrackets: boolean): Place {
  if (isRomanPoint(place, letter)) return withPart(place, "point", letter, inBrackets);
  return isDeeper(place, "letter") ? withPart(place, "letter", letter, inBrackets) : { ...place, isBroken: true };
}

function isRomanPoint(place: Place, letter: string): boolean {
  return place.letter !== undefined && isDeeper(place, "point") && isSmallRoman(letter);
}

function broken(place: Place, value: Value): Place {
  return value.isBroken === true ? { ...place, isBroken: true } : place;
}

/** True for a token of an act's mention. */
export function isTaken({ taken }: TokenText, at: number): boolean {
  return taken[at] === 1;
}
