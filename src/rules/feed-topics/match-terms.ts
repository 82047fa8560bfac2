import { fold } from "../../core/fold.ts";

/** Finds which terms of a fixed list stand in a text. */
export type TermMatcher = (text: string) => ReadonlySet<string>;

interface Word {
  /** As it stands in the text. */
  readonly written: string;
  readonly folded: string;
}

interface WordPattern {
  readonly folded: string;
  readonly written: string;
  readonly isPrefix: boolean;
}

interface Term {
  readonly term: string;
  readonly isExact: boolean;
  readonly words: readonly WordPattern[];
}

/** Terms are found by the beginning of their first word, so that a long list costs hardly more than a short one. */
const KEY_LENGTH = 2;

/**
 * Prepares terms as `knowledge/feed-topics.yaml` writes them: words with blanks between, `*` for any ending of a word,
 * `=` in front where letters count as written. Matching is by whole words, without diacritics, case and punctuation;
 * a full stop between two sentences ends no term, since publishers write abbreviations with it.
 */
export function createTermMatcher(terms: readonly string[]): TermMatcher {
  const byKey = Map.groupBy(
    [...new Set(terms)].map(toTerm),
    ({ words }) => words[0]?.folded.slice(0, KEY_LENGTH) ?? "",
  );
  return (text) => {
    const words = wordsOf(text);
    const found = new Set<string>();
    for (const [at, { folded }] of words.entries()) {
      for (const term of byKey.get(folded.slice(0, KEY_LENGTH)) ?? [])
        if (standsAt(term, words, at)) found.add(term.term);
    }
    return found;
  };
}

/** The words of a text: runs of letters or digits; letters and digits that touch are one word (`NIS2`). */
function wordsOf(text: string): Word[] {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((written) => ({ written, folded: fold(written) }));
}

function toTerm(term: string): Term {
  const isExact = term.startsWith("=");
  const words = (term.match(/[\p{L}\p{M}\p{N}]+\*?/gu) ?? []).map((word) => {
    const written = word.replace("*", "");
    return { written, folded: fold(written), isPrefix: word.endsWith("*") };
  });
  return { term, isExact, words };
}

function standsAt({ words, isExact }: Term, text: readonly Word[], at: number): boolean {
  return words.every((pattern, index) => {
    const word = text[at + index];
    if (word === undefined) return false;
    const [has, wanted] = isExact ? [word.written, pattern.written] : [word.folded, pattern.folded];
    return pattern.isPrefix ? has.startsWith(wanted) : has === wanted;
  });
}
