import { fold } from "../../core/fold.ts";
import { LOCALES, type Locale } from "../../core/locale.ts";

/** A phrase that leads to an entry. */
export interface Phrase {
  /** Number of the entry in the caller's list. */
  readonly entry: number;
  readonly locale: Locale;
  readonly text: string;
  /** How much this kind of phrase counts, 0 to 1. */
  readonly weight: number;
}

/** An entry that a query found. */
export interface Match {
  readonly entry: number;
  /** Higher is better; 1 is the whole phrase in the language of the reader. */
  readonly score: number;
}

/** Words of a language that say nothing of an activity. */
const EMPTY_WORDS = new Set(
  "a aj i k ku na o od pre pri pro s so u v ve vo z ze za and for in of on or the to with nezaradene inde".split(" "),
);

/** Words that fit every firm: they help to choose, and nothing is missed without them. */
const GENERAL_WORDS = new Set(
  "firma firmy firiem spolocnost spolecnost podnik podnikanie podnikani sluzba sluzby cinnost cinnosti robime delame company firm business services service activities".split(
    " ",
  ),
);

/** Slovak and Czech endings change behind the first five letters; so much of a word is its stem here. */
const STEM = 5;
/** So many letters may differ behind the common beginning of two forms of a word. */
const LONGEST_ENDING = 3;
/** A form may be so much longer than a short word: `site` for `sit`. */
const SHORTEST_WORD = 3;

const OTHER_LANGUAGE = 0.93;

interface IndexedPhrase extends Phrase {
  readonly wordCount: number;
  readonly folded: string;
}

/** Words with the phrases that hold them, found by their beginning. Built once, then only read. */
export class PhraseIndex {
  readonly #phrases: IndexedPhrase[] = [];
  readonly #words: string[] = [];
  readonly #numberOf = new Map<string, number>();
  /** For each word the phrases that hold it. */
  readonly #holders: number[][] = [];
  /** Beginnings of one to five letters, each with its words. */
  readonly #byBeginning = new Map<string, number[]>();
  readonly #exact = new Map<string, number[]>();

  constructor(phrases: Iterable<Phrase>) {
    for (const phrase of phrases) this.#add(phrase);
  }

  #add(phrase: Phrase): void {
    const folded = fold(phrase.text);
    const words = wordsOf(folded);
    const number = this.#phrases.push({ ...phrase, folded, wordCount: words.length }) - 1;
    append(this.#exact, folded, number);
    // People write `eshop` for `e-shop`.
    const joined = phrase.text.includes("-") ? wordsOf(fold(phrase.text.replaceAll("-", ""))) : [];
    for (const word of new Set([...words, ...joined])) this.#holders[this.#numberOfWord(word)]?.push(number);
  }

  #numberOfWord(word: string): number {
    const known = this.#numberOf.get(word);
    if (known !== undefined) return known;
    const number = this.#words.push(word) - 1;
    this.#numberOf.set(word, number);
    this.#holders.push([]);
    for (let length = 1; length <= Math.min(STEM, word.length); length++) {
      append(this.#byBeginning, word.slice(0, length), number);
    }
    return number;
  }

  /**
   * The entries that a query means, best first. Case and diacritics do not matter; words match by their beginning and
   * by their stem; all languages are searched, that of the reader counts more. Entries that miss a word that matters
   * are found only where none has all of them.
   */
  find(query: string, locale: Locale): Match[] {
    const folded = fold(query);
    const words = [...new Set(wordsOf(folded))];
    if (words.length === 0) return [];
    // Whoever typed a whole phrase meant no other word that is like it: `preklady` are no `prekladanie nákladu`.
    const isPhrase = this.#exact.has(folded);
    let matched = this.#scores(folded, words, locale, (word) => this.#formsOf(word, isPhrase));
    // Nobody wrote such words: a letter may be wrong.
    if (matched.length === 0) matched = this.#scores(folded, words, locale, (word) => this.#misspelt(word));
    return matched;
  }

  #scores(
    query: string,
    words: readonly string[],
    locale: Locale,
    formsOf: (word: string) => ReadonlyMap<number, number>,
  ): Match[] {
    const found = new Map<number, { sum: number; needed: number; words: number }>();
    const needed = words.filter((word) => !GENERAL_WORDS.has(word)).length;
    for (const word of words) {
      const isNeeded = !GENERAL_WORDS.has(word);
      const best = new Map<number, number>();
      for (const [form, likeness] of formsOf(word)) {
        for (const phrase of this.#holders[form] ?? []) best.set(phrase, Math.max(best.get(phrase) ?? 0, likeness));
      }
      for (const [phrase, likeness] of best) {
        const before = found.get(phrase) ?? { sum: 0, needed: 0, words: 0 };
        found.set(phrase, {
          sum: before.sum + (isNeeded ? likeness : likeness / 4),
          needed: before.needed + (isNeeded ? 1 : 0),
          words: before.words + 1,
        });
      }
    }
    const most = Math.max(0, ...[...found.values()].map((one) => one.needed));
    if (most === 0 && needed > 0) return [];
    const exact = new Set(this.#exact.get(query));
    const byEntry = new Map<number, number>();
    for (const [number, hit] of found) {
      const phrase = this.#phrases[number];
      if (phrase === undefined || hit.needed < most) continue;
      const ofQuery = hit.sum / (needed + (words.length - needed) / 4);
      const ofPhrase = hit.words / Math.max(phrase.wordCount, hit.words);
      const language = phrase.locale === locale ? 1 : OTHER_LANGUAGE;
      const likeness = exact.has(number) ? 1 : ofQuery * (0.55 + 0.35 * ofPhrase);
      const score = likeness * language * phrase.weight;
      if (score > (byEntry.get(phrase.entry) ?? 0)) byEntry.set(phrase.entry, score);
    }
    return [...byEntry]
      .map(([entry, score]) => ({ entry, score }))
      .toSorted((a, b) => b.score - a.score || a.entry - b.entry);
  }

  /**
   * The words of the index that are a form of the word, each with how alike they are (0 to 1).
   * @param isLiteral only the word, longer ones that begin with it and shorter ones that it begins with
   */
  #formsOf(word: string, isLiteral = false): Map<number, number> {
    const forms = new Map<number, number>();
    for (const number of this.#byBeginning.get(word.slice(0, STEM)) ?? []) {
      const known = this.#words[number] ?? "";
      const likeness = isLiteral && !known.startsWith(word) ? 0 : likenessOf(word, known);
      if (likeness > 0) forms.set(number, likeness);
    }
    for (let length = word.length - 1; length >= Math.max(SHORTEST_WORD, word.length - LONGEST_ENDING); length--) {
      const number = this.#numberOf.get(word.slice(0, length));
      if (number !== undefined) forms.set(number, Math.max(forms.get(number) ?? 0, length / word.length));
    }
    return forms;
  }

  /** Words with the same first four letters, and those that differ in one letter; short words are too like each other. */
  #misspelt(word: string): Map<number, number> {
    const forms = this.#formsOf(word);
    if (forms.size > 0 || word.length < STEM) return forms;
    for (const number of this.#byBeginning.get(word.slice(0, STEM - 1)) ?? []) {
      if (Math.abs((this.#words[number] ?? "").length - word.length) <= LONGEST_ENDING) forms.set(number, 0.4);
    }
    for (const number of this.#byBeginning.get(word.slice(0, 2)) ?? []) {
      const other = this.#words[number] ?? "";
      const compared = other.slice(0, word.length + 1);
      if (differInOneLetter(word, compared) || differInOneLetter(word, compared.slice(0, word.length))) {
        forms.set(number, 0.6);
      }
    }
    return forms;
  }
}

/** The words of a folded text that mean something; all of them where none does. */
function wordsOf(folded: string): string[] {
  const words = folded.split(" ").filter((word) => word !== "");
  const meaningful = words.filter((word) => !EMPTY_WORDS.has(word));
  return meaningful.length === 0 ? words : meaningful;
}

/** 1 for the same word, less for a word that goes on, less again for another form of it, 0 for another word. */
function likenessOf(typed: string, word: string): number {
  if (typed === word) return 1;
  if (word.startsWith(typed)) return typed.length < SHORTEST_WORD ? 0.5 : 0.7 + 0.25 * (typed.length / word.length);
  let common = 0;
  while (common < typed.length && typed[common] === word[common]) common++;
  const isForm = common >= STEM && typed.length - common <= LONGEST_ENDING && word.length - common <= LONGEST_ENDING;
  return isForm ? 0.5 + 0.4 * (common / Math.max(typed.length, word.length)) : 0;
}

/** True for two words of which one becomes the other by changing, adding, leaving out or swapping one letter. */
function differInOneLetter(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start++;
  const rest = one.slice(start);
  const otherRest = other.slice(start);
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
}

function append<Key>(lists: Map<Key, number[]>, key: Key, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** The phrases of a text in three languages. */
export function phrasesOf(entry: number, text: Readonly<Record<Locale, string>>, weight: number): Phrase[] {
  return LOCALES.map((locale) => ({ entry, locale, text: text[locale], weight }));
}
