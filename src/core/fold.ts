import { normalForm } from "./normal-form.ts";

/**
 * The form in which names are compared, the same for import and query: compatible forms alike, no diacritics, lower case,
 * letters that have no marks to lose as people write them (`Ł`, `ß`), no apostrophes, and one blank for every run of
 * other characters that are not letters or digits (`ČEZ, a. s.` -> `cez a s`).
 */
export function fold(text: string): string {
  let folded = "";
  let isBlankDue = false;
  for (let at = 0; at < text.length; at++) {
    const letter = letters[text.charCodeAt(at)];
    if (letter === undefined) return foldAny(text);
    if (letter === APOSTROPHE) continue;
    if (letter === "") isBlankDue = folded !== "";
    else if (isBlankDue) {
      folded += ` ${letter}`;
      isBlankDue = false;
    } else folded += letter;
  }
  return folded;
}

/** Whether `fold(text)` is `start`, or begins with it and a blank; nothing is folded to see that it is not. */
export function foldsToStart(text: string, start: string): boolean {
  let reached = 0;
  let isBlankDue = false;
  for (let at = 0; at < text.length; at++) {
    const letter = letters[text.charCodeAt(at)];
    if (letter === undefined) return `${foldAny(text)} `.startsWith(`${start} `);
    if (letter === APOSTROPHE) continue;
    if (letter === "") {
      isBlankDue = reached > 0;
      continue;
    }
    if (isBlankDue) {
      if (reached === start.length) return true;
      if (start[reached++] !== " ") return false;
      isBlankDue = false;
    }
    if (!start.startsWith(letter, reached)) return false;
    reached += letter.length;
  }
  return reached === start.length;
}

/** What `foldedCharacter` gives for an apostrophe, which leaves no blank behind. */
export const APOSTROPHE = "'";

const APOSTROPHES = /['’‘ʼ´`]/gu;

/** Letters that Unicode does not take apart. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};

/** The characters from U+0000 up to this one are folded each by itself: no marks that combine, no letters that look around. */
export const FOLDED_ALONE = 0x250;

/** What becomes of each of them; taken from the slow way, so that the two cannot drift apart. */
const letters: readonly (string | undefined)[] = Array.from({ length: FOLDED_ALONE }, (_, code) =>
  foldedCharacter(String.fromCharCode(code)),
);

/**
 * What becomes of one character by itself: empty for a blank, `APOSTROPHE`, or `undefined` where it is taken apart into
 * more than letters, so that its neighbours count (`½`).
 */
export function foldedCharacter(character: string): string | undefined {
  if (character.replace(APOSTROPHES, "") === "") return APOSTROPHE;
  const folded = foldAny(character);
  const isWhole = !folded.includes(" ") && foldAny(`a${character}a`) === `a${folded}a`;
  return isWhole || folded === "" ? folded : undefined;
}

function foldAny(text: string): string {
  return normalForm(text.replaceAll("´", ""), "NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[łøđðħŧıßæœþ]/gu, (letter) => WRITTEN_OUT[letter] ?? letter)
    .replace(APOSTROPHES, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
