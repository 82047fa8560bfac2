import type { DatabaseSync } from "node:sqlite";
import type { Country } from "../../../../core/country.ts";
import { type EqualNames, equalNames, withoutForms } from "../../legal-form-endings.ts";
import { FEW_FIRMS, MOST_HITS, readQuery, type SearchedFor } from "../../query.ts";
import type { Match, SearchHit } from "../../register.ts";
import { readingPrefixes } from "../keys/frequent.ts";
import { prepareKeyBlocks } from "../keys/key-blocks.ts";
import { readingLists } from "../keys/lists.ts";
import { FORMER_SCHEMA, KIND, LIST_ABOVE, schemaOf } from "../layout/schema.ts";
import { idsOf } from "../layout/slots.ts";
import { DamagedKeys } from "../records/failure.ts";
import type { FormerName, Outcome } from "../records/firm-record.ts";
import { readingFirms } from "./firms.ts";
import { typosOf } from "./typos.ts";
import { withAllWords } from "./word-search.ts";
import { BoundReached, type Budget, listOfFew, together, type WordSet, wordSets } from "./word-sets.ts";

/** One stretch of an index that a search read, for tests of the bound: never more than K entries, or chunks of lists. */
export interface Scan {
  readonly tier: "ico" | "name" | "ico_prefix" | "name_prefix" | "word_prefix" | "chunks";
  readonly entries: number;
}

/** What a search of a file found. */
export interface Found {
  readonly hits: readonly SearchHit[];
  /** True where its bound was reached: more firms may fit. */
  readonly isCut: boolean;
}

/** Firms whose key starts with a text. */
interface FirstIds {
  readonly ids: readonly number[];
  /**
   * Those whose key is this very text, and those with a legal form behind it; absent where the prefix is frequent, so that
   * not every key was read.
   */
  readonly equal?: readonly number[];
  /** How many keys start so, where they are frequent. */
  readonly count?: number;
}

const NONE: FirstIds = { ids: [] };

/** Up to so many names that begin alike are read one after the other; among more, each legal form is looked for. */
const FEW_NAMES = 256;

/** No search gives more firms. */
export const MOST_FIRMS = 1_000;

/** More words are only compared in the firms that have these. */
const MOST_WORDS = 8;

/** So many rows are read that may not fit, and so many keys of a word of two characters. */
const MOST_ROWS = 2_000;

/** No more similar names are shown. */
const MOST_SIMILAR = 5;
const SHORTEST_TYPO = 5;

/** A firm that fits, and why. */
interface Place {
  readonly match: Match;
  readonly former?: FormerName;
}

/**
 * Prepares the search of one open file, see docs/specification.md, `company_search.match`. In each tier firms stand in
 * register order, Czech ones first. What a query costs does not depend on the size of the register: of a prefix with more
 * than K (`denseAbove`) entries the first are prepared, a word that many firms have is read from its list, and no more
 * chunks of lists are read than `MOST_CHUNKS`. A file of the former layout has no lists: of several words only those that
 * stand so in a name are found there.
 */
export function prepareSearch(
  db: DatabaseSync,
  denseAbove: number,
  outcomes: readonly (Outcome | undefined)[],
  towns: readonly (string | undefined)[],
  onScan?: (scan: Scan) => void,
): (query: string, country: Country | undefined, limit: number) => Found {
  const isFormer = schemaOf(db) === FORMER_SCHEMA;
  const frequent = readingPrefixes(db);
  const keys = prepareKeyBlocks(db);
  const lists = isFormer ? () => undefined : readingLists(db);
  const setOf = wordSets(keys, lists);
  const firmAt = readingFirms(db, outcomes, towns);

  return (query, country, limit) => {
    const most = Math.min(limit, MOST_FIRMS);
    const asked = isFormer ? asFoldedBefore(readQuery(query)) : readQuery(query);
    const [from, to] = idsOf(country);
    const shown = new Map<number, Place>();
    const budget: Budget = { chunks: 0 };
    let isCut = false;
    const take = (ids: readonly number[], match: Match) => {
      for (const id of ids) if (shown.size < most && !shown.has(id)) shown.set(id, { match });
    };

    if (asked.taxNumber !== undefined && !isFormer) {
      const ids = keys.equal(KIND.tax, String(asked.taxNumber), from, to, most);
      take(ids, ids.length === 1 ? "exact" : "starts");
    } else if (asked.kind === "short") takeWholeWord(asked.name);
    else takeTiers();
    onScan?.({ tier: "chunks", entries: budget.chunks });
    return { hits: [...shown].map(([id, { match, former }]) => firmAt(id).hit(match, former)), isCut };

    function takeTiers(): void {
      const { name, bare, equal: other, ico, digits, words } = asked;
      const byNumber = digits === undefined ? NONE : firstIds(KIND.ico, digits, country, "ico_prefix");
      // Where the query has a legal form, the names with another spelling of it do not start with the query.
      const endings = other.name === name ? other.endings : undefined;
      const byName = name === "" ? NONE : firstIds(KIND.name, name, country, "name_prefix", endings);
      const equal: number[] = [];
      if (ico !== undefined) {
        const isWhole = digits === ico ? byNumber.equal : undefined;
        equal.push(...(isWhole ?? keys.equal(KIND.ico, ico, from, to, MOST_HITS)));
      }
      if (name !== "") equal.push(...(byName.equal ?? keys.equal(KIND.name, name, from, to, most)));
      if (name !== "" && (byName.equal === undefined || endings === undefined)) {
        equal.push(...withEndings(other, from, to, most));
      }
      onScan?.({ tier: ico === undefined ? "name" : "ico", entries: equal.length });
      take(sorted(equal), "exact");

      if (shown.size < most) {
        const byBare =
          bare === name || bare === "" ? [] : startingIds(bare, firstIds(KIND.name, bare, country, "name_prefix"));
        take(sorted([...byNumber.ids, ...startingIds(name, byName), ...byBare]), "starts");
        if (byNumber.count !== undefined && most > MOST_HITS) isCut = true;
      }
      if (shown.size < most && words.length > 0) bounded(() => takeWords(words));
      if (shown.size < most && words.length > 0 && !isFormer) bounded(() => takeFormer(words));
      if (shown.size < Math.min(most, FEW_FIRMS) && asked.kind === "name" && !isFormer)
        bounded(() => takeSimilar(words));
    }

    /** The firms whose name starts so; more than the prepared ones where more are asked for. */
    function startingIds(prefix: string, first: FirstIds): readonly number[] {
      if (first.count === undefined || most <= MOST_HITS) return first.ids;
      if (first.count <= LIST_ABOVE) return within(keys.starting(KIND.name, prefix, LIST_ABOVE).ids);
      const list = lists(KIND.name, prefix.split(" ", 1)[0] ?? "");
      const ids: number[] = [];
      let rows = 0;
      if (list === undefined) isCut = true;
      else {
        const isWord = !prefix.includes(" ");
        withAllWords([together([list], [], budget)], from, to, (id) => {
          if (isWord || firmAt(id).foldedName.startsWith(prefix)) ids.push(id);
          if (!isWord && ++rows > MOST_ROWS) isCut = true;
          return ids.length < most && rows <= MOST_ROWS;
        });
      }
      return ids.length === 0 ? first.ids : ids;
    }

    function takeWords(words: readonly string[]): void {
      const [word = ""] = words;
      if (isFormer || (words.length === 1 && most <= MOST_HITS)) {
        // Initials are found as one word and as they were typed.
        const texts = isFormer ? [asked.name, asked.bare] : [word, asked.name];
        const found = [...new Set(texts)].flatMap((text) => firstIds(KIND.word, text, country, "word_prefix").ids);
        if (!isFormer && word !== asked.name) found.push(...firstIds(KIND.name, word, country, "word_prefix").ids);
        take(sorted(found), "words");
        return;
      }
      fitting(setsOf(words, [KIND.name, KIND.word]), words.length > MOST_WORDS, (id) =>
        firmAt(id).has(words) ? { match: "words" } : undefined,
      );
    }

    function takeFormer(words: readonly string[]): void {
      // Two former names may have the words together, which is neither a fit nor damage.
      fitting(setsOf(words, [KIND.former]), true, (id) => {
        const firm = firmAt(id);
        const former = firm.former.find(({ name }) => firm.has(words, name));
        return former === undefined ? undefined : { match: "former", former };
      });
    }

    function takeSimilar(words: readonly string[]): void {
      const similar = new Set<number>();
      words.forEach((word, at) => {
        if (word.length < SHORTEST_TYPO || /\d/.test(word)) return;
        for (const other of typosOf(word, nextWord)) {
          const sets = words.slice(0, MOST_WORDS).map((each, index) => {
            return index === at
              ? wholeWord(other)
              : setOf(each, [KIND.name, KIND.word], index === words.length - 1, budget);
          });
          const rest = words.filter((_, index) => index !== at);
          let found = 0;
          let rows = 0;
          withAllWords(sets, from, to, (id) => {
            const firm = firmAt(id);
            if (!shown.has(id) && firm.hasWhole(other) && firm.has([other, ...rest])) {
              similar.add(id);
              found++;
            }
            return found < MOST_SIMILAR && ++rows < MOST_ROWS / MOST_WORDS;
          });
        }
      });
      take(sorted([...similar]).slice(0, MOST_SIMILAR), "similar");
    }

    /** The firms with a word as a whole; where many have it, all with a word that begins so. */
    function wholeWord(word: string): WordSet {
      const ids = [KIND.name, KIND.word].flatMap((kind) => keys.word(kind, word, LIST_ABOVE));
      if (ids.length >= LIST_ABOVE) return setOf(word, [KIND.name, KIND.word], false, budget);
      return together([listOfFew(ids)], [], budget);
    }

    function takeWholeWord(word: string): void {
      const [first, later] = [KIND.name, KIND.word].map((kind) => keys.word(kind, word, MOST_ROWS));
      take(
        sorted([...keys.equal(KIND.name, word, from, to, most), ...withEndings(equalNames(word), from, to, most)]),
        "exact",
      );
      take(sorted(within(first ?? [])), "starts");
      take(sorted(within(later ?? [])), "words");
      isCut = [first, later].some((ids) => ids?.length === MOST_ROWS);
    }

    function setsOf(words: readonly string[], kinds: readonly number[]): WordSet[] {
      const sets: WordSet[] = [];
      for (const [at, word] of words.slice(0, MOST_WORDS).entries()) {
        const set = setOf(word, kinds, at === words.length - 1, budget);
        if (set.count === 0) return [];
        sets.push(set);
      }
      return sets;
    }

    /** Takes the firms that have all words; one that is in the index and does not fit is damage, unless the sets are wider. */
    function fitting(sets: readonly WordSet[], isWider: boolean, placeOf: (id: number) => Place | undefined): void {
      let rows = 0;
      withAllWords(sets, from, to, (id) => {
        if (shown.has(id)) return true;
        const place = placeOf(id);
        if (place !== undefined) shown.set(id, place);
        else if (!isWider) throw new DamagedKeys();
        else if (++rows > MOST_ROWS) throw new BoundReached();
        return shown.size < most;
      });
    }

    function within(ids: readonly number[]): number[] {
      return ids.filter((id) => id >= from && id < to);
    }

    function bounded(work: () => void): void {
      try {
        work();
      } catch (cause) {
        if (!(cause instanceof BoundReached)) throw cause;
        isCut = true;
      }
    }
  };

  /** The first firms whose name is the one that was typed but for its legal form; some of them twice. */
  function withEndings({ name, endings }: EqualNames, from: number, to: number, most: number): readonly number[] {
    const few = keys.ending(KIND.name, `${name} `, endings, from, to, FEW_NAMES);
    if (few !== undefined) return few;
    return [...endings].flatMap((ending) => keys.equal(KIND.name, `${name} ${ending}`, from, to, most));
  }

  /** The first firms with a key that starts so; at least as many as a tool shows, where there are. */
  function firstIds(
    kind: number,
    prefix: string,
    country: Country | undefined,
    tier: "ico_prefix" | "name_prefix" | "word_prefix",
    endings?: ReadonlySet<string>,
  ): FirstIds {
    const prepared = frequent(kind, prefix);
    if (prepared !== undefined) {
      onScan?.({ tier, entries: 1 });
      const { count, czech, slovak } = prepared;
      return { count, ids: country === "CZ" ? czech : country === "SK" ? slovak : [...czech, ...slovak] };
    }
    // A prefix of a single key is never among the prepared ones, however low K is.
    const { ids, equal, ended } = keys.starting(kind, prefix, Math.max(1, denseAbove), endings);
    onScan?.({ tier, entries: ids.length });
    const [from, to] = idsOf(country);
    const asked = (found: number[]) => (country === undefined ? found : found.filter((id) => id >= from && id < to));
    return { ids: asked(ids), equal: [...asked(ids.slice(0, equal)), ...asked(ended)] };
  }

  /** The first word of a name, or later in one, that is not before a text. */
  function nextWord(text: string): string | undefined {
    const [first, later] = [keys.next(KIND.name, text), keys.next(KIND.word, text)];
    return first === undefined || (later !== undefined && later < first) ? later : first;
  }
}

/** A query as the keys of the former layout are folded: marks out, everything else as it was typed. */
function asFoldedBefore(asked: SearchedFor): SearchedFor {
  if (asked.name === "") return asked;
  const name = asked.text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return { ...asked, name, bare: withoutForms(name).name, equal: equalNames(name) };
}

function sorted(ids: number[]): number[] {
  return ids.length < 2 ? ids : ids.sort((a, b) => a - b);
}
