import { fold } from "../../core/fold.ts";
import { withoutForms } from "./legal-form-endings.ts";

/** A town's words shorter than this find nobody: they are prepositions and numbers of districts. */
export const SHORTEST_TOWN_WORD = 3;

/**
 * The words of a folded name by which a firm is found: each as it stands, and initials as one word (`u s steel` has `us`
 * as well), so that they are found whichever way they are typed. Initials that are a legal form at the end are none.
 */
export function wordsOfName(folded: string): string[] {
  const words = folded.split(" ");
  return words.some(isSingle) ? [...words, ...joinedIn(folded).map(({ word }) => word)] : words;
}

/**
 * True where every asked word is the beginning of a word of the name, or a word of the town as a whole (the last one also
 * its beginning), and at least one stands in the name.
 */
export function hasWords(
  inName: readonly string[],
  inTown: () => readonly string[],
  asked: readonly string[],
): boolean {
  let isInName = false;
  const isThere = asked.every((word, at) => {
    const starts = (own: string) => own.startsWith(word);
    if (inName.some(starts)) isInName = true;
    else if (at === asked.length - 1 && word.length >= SHORTEST_TOWN_WORD) return inTown().some(starts);
    else return inTown().includes(word);
    return true;
  });
  return isThere && isInName;
}

/** The words of a town by which its firms are found. */
export function wordsOfTown(text: string): string[] {
  return [...new Set(fold(text).split(" "))].filter((word) => word.length >= SHORTEST_TOWN_WORD);
}

/**
 * Initials of a folded name that count as one word: a run of single letters or digits, and a letter with a word of two
 * behind it (`e on`); with what stands behind them in the name.
 */
export function joinedIn(folded: string): { readonly word: string; readonly rest: string }[] {
  const words = withoutForms(folded).name.split(" ");
  const joined: { word: string; rest: string }[] = [];
  for (let at = 0; at < words.length; ) {
    const end = endOfInitials(words, at);
    if (end - at > 1) joined.push({ word: words.slice(at, end).join(""), rest: words.slice(end).join(" ") });
    at = Math.max(end, at + 1);
  }
  return joined;
}

/**
 * The words of a folded query that a firm must have, each once: of initials only the joined word, and no other word of one
 * character (`novak a syn`).
 */
export function wordsAsked(folded: string): string[] {
  const words = folded.split(" ");
  const asked = new Set<string>();
  for (let at = 0; at < words.length; ) {
    const end = Math.max(endOfInitials(words, at), at + 1);
    const word = words.slice(at, end).join("");
    if (!isSingle(word)) asked.add(word);
    at = end;
  }
  asked.delete("");
  return [...asked];
}

/** Where the initials that begin at a word end; the same place where none begin. */
function endOfInitials(words: readonly string[], from: number): number {
  let end = from;
  while (isSingle(words[end] ?? "")) end++;
  if (end - from !== 1) return end;
  const isPair = /^\p{L}$/u.test(words[from] ?? "") && words[end]?.length === 2;
  return isPair ? end + 1 : from;
}

function isSingle(word: string): boolean {
  return word.length === 1;
}
