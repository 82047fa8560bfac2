import { headPlace, type Place } from "./place.ts";
import { annexAndPart } from "./reference.ts";
import { isTaken, type Read, readSteps, type TokenText } from "./steps.ts";
import { isGluedSign, isSign } from "./tokens.ts";
import { readBracketed, readNumber, readPointNumber, readRoman, type Value } from "./values.ts";
import { ABBREVIATED_HEADS, HEAD_WORDS, type HeadKind, NUMBER_WORDS, OF_WORDS, PART_WORDS } from "./words.ts";

/** Reads an article, section or annex with its steps; `undefined` when none begins at the token. */
export function readUnit(text: TokenText, at: number): Read | undefined {
  const head = readHead(text, at);
  if (head === undefined) return undefined;
  return readWithin(text, head.place, head.next);
}

/** Reads on from the number of a head: its steps, and the annex in which an article stands. */
export function readWithin(text: TokenText, place: Place, from: number): Read {
  const read = readSteps(text, place, from);
  return readArticleOfAnnex(text, read) ?? readAnnexOfArticle(text, read) ?? read;
}

/** Reads the head word and its number: `§ 20`, `čl. I`, `Article 4a`, `príloha č. 1`, `Annex`, `Annex I, Part II`. */
function readHead(text: TokenText, at: number): Read | undefined {
  return readPartOfAnnex(text, at) ?? readHeadWord(text, at);
}

function readHeadWord(text: TokenText, at: number): Read | undefined {
  const { tokens } = text;
  if (isTaken(text, at)) return undefined;
  if (isSign(tokens[at], "§")) return readSign(text, at);
  const head = HEAD_WORDS.get(tokens[at]?.word ?? "");
  if (head === undefined || !opensCitation(text, at)) return undefined;
  let from = isGluedSign(tokens[at + 1], ".") ? at + 2 : at + 1;
  if (NUMBER_WORDS.has(tokens[from]?.word ?? "") && isSign(tokens[from + 1], ".") && !isTaken(text, from)) from += 2;
  const value = isTaken(text, from) ? undefined : readHeadNumber(text, head, at, from);
  if (value !== undefined) {
    const part = head === "annex" ? readPart(text, afterComma(text, value.next)) : undefined;
    const number = part === undefined ? value.text : `${value.text} part ${part.text}`;
    return { place: headPlace(head, number, value.isBroken), next: part?.next ?? value.next };
  }
  // An annex may stand without a number; whether the word means the annex of an act, the act behind it decides.
  return head === "annex" ? { place: headPlace(head, ""), next: from } : undefined;
}

/**
 * "Part II of Annex I", "Part II, point (5), of Annex I", "časť II prílohy I". No place can be meant by a part on both
 * sides, or by one of an annex without a number.
 */
function readPartOfAnnex(text: TokenText, at: number): Read | undefined {
  const part = readPart(text, at);
  if (part === undefined) return undefined;
  const steps = readSteps(text, headPlace("annex", ""), part.next);
  const annex = readHeadWord(text, afterOf(text, afterComma(text, steps.next)));
  if (annex?.place.head !== "annex") return undefined;
  const { number, isBroken } = annex.place;
  const isUnclear = number === "" || annexAndPart(number).part !== undefined;
  return {
    place: {
      ...steps.place,
      number: isUnclear ? number : `${number} part ${part.text}`,
      isBroken: steps.place.isBroken || isBroken || isUnclear,
    },
    next: annex.next,
  };
}

/** `Part II`: the part of an annex has a Roman number. */
function readPart({ tokens, taken }: TokenText, at: number): Value | undefined {
  if (taken[at] === 1 || taken[at + 1] === 1 || !PART_WORDS.has(tokens[at]?.word ?? "")) return undefined;
  return readRoman(tokens, at + 1);
}

/** `§ 20`, `§20`, `§§ 19, 20`. A sign without a number refers to nothing that could be confirmed. */
function readSign(text: TokenText, at: number): Read {
  let from = at + 1;
  while (isSign(text.tokens[from], "§")) from++;
  const number = isTaken(text, from) ? undefined : readNumber(text.tokens, from);
  if (number === undefined) return { place: headPlace("section", "", true), next: from };
  return { place: headPlace("section", number.text, number.isBroken), next: number.next };
}

function readHeadNumber({ tokens }: TokenText, head: HeadKind, at: number, from: number): Value | undefined {
  const number = head === "other" ? readPointNumber(tokens, from) : readNumber(tokens, from);
  if (number !== undefined || head === "section") return number;
  const roman = readRoman(tokens, from);
  if (head === "article") return roman?.text === tokens[from]?.text ? roman : undefined;
  if (roman !== undefined) return roman;
  if (head === "other") return readBracketed(tokens, from);
  return readAnnexLetter({ word: tokens[at]?.text ?? "", letter: tokens[from]?.text ?? "" }, from);
}

/** "Annex A" as standards have it: a capital behind a word that is not in capitals itself. */
function readAnnexLetter({ word, letter }: { word: string; letter: string }, from: number): Value | undefined {
  return /^[A-H]$/.test(letter) && word !== word.toUpperCase() ? { text: letter, next: from + 1 } : undefined;
}

/** `Art.` and `čl.` open a citation, the art of plain English ("state of the art") does not. */
function opensCitation({ tokens }: TokenText, at: number): boolean {
  const token = tokens[at];
  if (token === undefined || !ABBREVIATED_HEADS.has(token.word) || isGluedSign(tokens[at + 1], ".")) return true;
  if (tokens[at + 1]?.kind !== "number") return false;
  if (token.word === "cl") return true;
  const isCapital = token.text.charAt(0) !== token.text.charAt(0).toLowerCase();
  return isCapital && token.word.startsWith("art") && tokens[at - 1]?.word !== "the";
}

/** "Annex, Article 2(1)": the article stands in the annex. */
function readArticleOfAnnex(text: TokenText, { place, next }: Read): Read | undefined {
  if (place.head !== "annex" || place.number !== "" || place.last !== "head") return undefined;
  const article = readHead(text, afterComma(text, next));
  if (article?.place.head !== "article") return undefined;
  return readSteps(text, inAnnex(article.place, ""), article.next);
}

/** "Article 2(1) of the Annex", "čl. 2 ods. 1 prílohy": the same the other way round. */
function readAnnexOfArticle(text: TokenText, { place, next }: Read): Read | undefined {
  if (place.head !== "article") return undefined;
  const from = afterOf(text, next);
  const annex = readHead(text, from);
  if (annex?.place.head !== "annex") return undefined;
  if (from === next && text.tokens[from]?.word !== "prilohy") return undefined;
  return { place: inAnnex(place, annex.place.number), next: annex.next };
}

/** The same article, understood as one of an annex. */
export function inAnnex(article: Place, number: string): Place {
  return { ...article, head: "annex", number, annexArticle: article.number };
}

function afterComma({ tokens }: TokenText, at: number): number {
  return isSign(tokens[at], ",") ? at + 1 : at;
}

/** Steps over `of the`, `to the`, `k`, `v` and the like. */
export function afterOf(text: TokenText, at: number): number {
  let next = at;
  while (next < at + 3 && !isTaken(text, next) && OF_WORDS.has(text.tokens[next]?.word ?? "")) next++;
  return next;
}
