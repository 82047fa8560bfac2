import { normalForm } from "./normal-form.ts";

/**
 * The form in which names are compared, the same for import and query: no diacritics, lower case, every run of
 * characters that are not letters or digits becomes one blank (`ČEZ, a. s.` -> `cez a s`).
 */
export function fold(text: string): string {
  let folded = "";
  let isBlankDue = false;
  for (let at = 0; at < text.length; at++) {
    const letter = letters[text.charCodeAt(at)];
    if (letter === undefined) return foldAny(text);
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

/**
 * What becomes of each character of Latin letters, empty for a blank. Below U+0250 each is folded by itself: no marks that
 * combine, no letters that look around. Taken from the slow way, so that the two cannot drift apart.
 */
const letters: readonly string[] = Array.from({ length: 0x250 }, (_, code) => foldAny(String.fromCharCode(code)));

function foldAny(text: string): string {
  return normalForm(text, "NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
