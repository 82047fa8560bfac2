import { isTaken, type TokenText } from "./steps.ts";
import { isSign } from "./tokens.ts";
import { AND_WORDS, RANGE_WORDS } from "./words.ts";

/** The most joining words and signs between two members: `, as well as`. */
const LONGEST_JOINT = 4;

/** The token after `,`, `;`, `a`, `and`, `až`, `to`, `–`, `a/alebo`; `undefined` when nothing joins. */
export function afterJoint(text: TokenText, at: number): number | undefined {
  let next = at;
  while (next < at + LONGEST_JOINT && !isTaken(text, next) && joins(text, next, next > at)) next++;
  return next === at ? undefined : next;
}

function joins({ tokens }: TokenText, at: number, isFollowing: boolean): boolean {
  const token = tokens[at];
  if (token === undefined || token.startsBlock) return false;
  if (token.kind === "word") {
    const isLetter = isSign(tokens[at + 1], ")") && tokens[at + 1]?.glued === true;
    return (AND_WORDS.has(token.word) || RANGE_WORDS.has(token.word)) && !isLetter;
  }
  if (isSign(token, "/", ".")) return isFollowing && tokens[at - 1]?.kind === "word" && token.glued;
  return isSign(token, ",", ";", "&", "-", "–", "—", "‑");
}
