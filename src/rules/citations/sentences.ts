import type { ActMention } from "./acts-in-text.ts";
import { isGluedSign, isSign, type Token } from "./tokens.ts";
import { ABBREVIATIONS } from "./words.ts";

/**
 * The number of the sentence each token stands in. Where a dot may belong to an abbreviation or end a sentence, a
 * sentence ends: a unit is then left without an act rather than given one of the next sentence.
 */
export function sentencesOf(tokens: readonly Token[], mentions: readonly ActMention[]): Int32Array {
  const closing = new Set(mentions.map((mention) => mention.to - 1));
  const sentences = new Int32Array(tokens.length);
  let sentence = 0;
  tokens.forEach((token, index) => {
    if (token.startsBlock || (index > 0 && endsAt(tokens, index - 1, closing))) sentence++;
    sentences[index] = sentence;
  });
  return sentences;
}

function endsAt(tokens: readonly Token[], at: number, closing: ReadonlySet<number>): boolean {
  const token = tokens[at];
  if (!isSign(token, ".", "!", "?", "…")) return false;
  const next = nextOpening(tokens, at + 1);
  if (next === undefined || next.glued) return false;
  if (!isSign(token, ".")) return true;
  const before = tokens[at - 1];
  const isAbbreviation =
    isGluedSign(token, ".") &&
    before?.kind === "word" &&
    (isSmallLetter(before.text) || ABBREVIATIONS.has(before.word));
  if (closing.has(at)) return startsSentence(next);
  if (isAbbreviation) return false;
  // "20. 11. 2026" and "21. novembra" go on; "čl. 21. Smernica" does not.
  return next.kind === "number" ? before?.kind !== "number" : startsSentence(next);
}

/** The first token after quotation marks and opening brackets. */
function nextOpening(tokens: readonly Token[], from: number): Token | undefined {
  let at = from;
  while (at < from + 2 && isSign(tokens[at], "(", "„", "“", '"', "«", "»", "'", "[")) at++;
  const found = tokens[at];
  return found === undefined || at === from ? found : { ...found, glued: false };
}

function startsSentence(token: Token): boolean {
  if (token.text === "§") return true;
  const first = token.text.charAt(0);
  return token.kind === "word" && first !== first.toLowerCase();
}

/** `č.`, `a. s.`; a capital is rather the number of an annex at the end of a sentence. */
function isSmallLetter(word: string): boolean {
  return word.length === 1 && word === word.toLowerCase();
}
