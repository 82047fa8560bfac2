/** A piece of a line that one font draws, in the order in which it is seen. */
export interface DrawnRun {
  readonly text: string;
  /** Set where the font of the report lacks it, and another one draws it. */
  readonly isFallback: boolean;
}

/** A line as it is drawn. */
export interface DrawnLine {
  readonly runs: readonly DrawnRun[];
  /** Set where what is drawn is not simply the text: it then has to stand beside it in the file. */
  readonly isOther: boolean;
  /** Set where a character is in no font: a sign stands in its place. */
  readonly isLacking: boolean;
}

/** Says whether a font has a character. */
export type HasCharacter = (codePoint: number) => boolean;

/** Stands for a character that no font has. */
export const LACKING_SIGN = "□";

/** Signs that the font of the report has under another name: a hyphen that does not break, a tick. */
const STAND_INS: Readonly<Record<string, string>> = { "\u2011": "-", "\u2705": "✓" };

/** Changes how others look and is nothing to see itself: joiners, variants, directions. */
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u;

const RIGHT_TO_LEFT = /^[\p{Script=Hebrew}\p{Script=Arabic}]$/u;

type Direction = "left" | "right";

interface Piece extends DrawnRun {
  readonly direction: Direction;
}

/**
 * Divides a line between the font of the report and the one for the signs and alphabets that it lacks. Hebrew and Arabic
 * words are put in the order in which they are seen in a line that is read from the left.
 * @param has what the font of the report has; @param hasFallback what the other one has
 */
export function drawnLine(text: string, has: HasCharacter, hasFallback: HasCharacter): DrawnLine {
  const pieces: Piece[] = [];
  let isOther = false;
  let isLacking = false;
  const add = (character: string, isFallback: boolean, direction: Direction) => {
    const last = pieces.at(-1);
    if (last?.isFallback === isFallback && last.direction === direction) {
      pieces[pieces.length - 1] = { ...last, text: last.text + character };
    } else pieces.push({ text: character, isFallback, direction });
  };
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (has(codePoint)) {
      add(character, false, "left");
      continue;
    }
    isOther = true;
    const standIn = STAND_INS[character];
    if (standIn !== undefined) add(standIn, false, "left");
    else if (UNSEEN.test(character)) continue;
    else if (hasFallback(codePoint)) add(character, true, directionOf(character, pieces.at(-1)));
    else {
      isLacking = true;
      add(LACKING_SIGN, true, "left");
    }
  }
  return { runs: inSeenOrder(pieces), isOther, isLacking };
}

/** A mark belongs to the letter before it. */
function directionOf(character: string, before: Piece | undefined): Direction {
  if (/^\p{M}$/u.test(character)) return before?.direction ?? "left";
  return RIGHT_TO_LEFT.test(character) ? "right" : "left";
}

/** Words that are read from the right stand in reverse order, with the blanks between them. */
function inSeenOrder(pieces: readonly Piece[]): readonly DrawnRun[] {
  const seen: DrawnRun[] = [];
  for (let at = 0; at < pieces.length; at++) {
    if (pieces[at]?.direction !== "right") {
      seen.push(runOf(pieces[at]));
      continue;
    }
    let end = at;
    while (pieces[end + 1]?.text.trim() === "" && pieces[end + 2]?.direction === "right") end += 2;
    seen.push(
      ...pieces
        .slice(at, end + 1)
        .reverse()
        .map(runOf),
    );
    at = end;
  }
  return seen;
}

function runOf(piece: Piece | undefined): DrawnRun {
  return { text: piece?.text ?? "", isFallback: piece?.isFallback === true };
}
