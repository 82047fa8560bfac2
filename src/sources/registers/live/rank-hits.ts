import type { Country } from "../../../core/country.ts";
import { fold } from "../../../core/fold.ts";
import type { Ico } from "../../../core/ico.ts";
import { hasWords, wordsOfName, wordsOfTown } from "../name-words.ts";
import { isEqualName, MOST_HITS, type SearchedFor } from "../query.ts";
import { MATCHES, type Match, type SearchHit } from "../register.ts";
import { dayText } from "../snapshot/layout/number-texts.ts";
import type { FormerName } from "../snapshot/records/firm-record.ts";
import type { LiveHit, LiveHits } from "./live-register.ts";

interface Ranked {
  readonly country: Country;
  readonly ico: Ico;
  readonly name: string | null;
  readonly address?: string | null | undefined;
  readonly former?: readonly FormerName[] | undefined;
  /** Why the mirror found it. */
  readonly match?: Match | undefined;
}

/** Why a firm fits, as a hit shows it. */
type Fit = Pick<SearchHit, "match" | "formerName" | "formerUntil">;

/**
 * The firms that fit a query, in the order of the mirror's own search (docs/specification.md, `company_search.match`); in
 * each tier Czech firms before Slovak ones, then by number, because live registers have no order that can be relied on.
 * @param ordered countries whose firms come in the order of their register: it stands.
 */
export function rankHits<Hit extends Ranked>(
  hits: readonly Hit[],
  query: SearchedFor,
  most = MOST_HITS,
  ordered: readonly Country[] = [],
): (Omit<Hit, "former"> & Fit)[] {
  const byNumber = (a: Ranked, b: Ranked) => (ordered.includes(a.country) ? 0 : compare(a.ico, b.ico));
  return hits
    .flatMap(({ former, ...hit }) => {
      const fit = fitOf({ ...hit, former }, query) ?? (hit.match === undefined ? undefined : { match: hit.match });
      return fit === undefined ? [] : [{ ...hit, ...fit }];
    })
    .sort((a, b) => tierOf(a) - tierOf(b) || compare(a.country, b.country) || byNumber(a, b))
    .slice(0, most);
}

/** Most firms of one search that are remembered. */
const MOST_KEPT = 200;

/**
 * What a register showed, as it is remembered: the firms that fit what it was asked, `null` when there are none. Of more
 * than are remembered a longer name may lack some, so they are not whole.
 */
export function fittingHits(hits: readonly LiveHit[], isWhole: boolean, asked: SearchedFor): LiveHits {
  // Remembered with the former names that another query may fit, the best first.
  const known = new Map(hits.map((hit) => [hit.ico, hit]));
  const fit = rankHits(hits, asked, hits.length).flatMap(({ ico }) => known.get(ico) ?? []);
  if (fit.length === 0 && isWhole) return null;
  return { hits: fit.slice(0, MOST_KEPT), isWhole: isWhole && fit.length <= MOST_KEPT };
}

const tierOf = ({ match }: Fit) => MATCHES.indexOf(match);

/** Why a firm fits; `undefined` when it does not. */
function fitOf({ ico, name, address, former = [] }: Ranked, query: SearchedFor): Fit | undefined {
  const own = fold(name ?? "");
  if (ico === query.ico || isEqualName(own, query)) return { match: "exact" };
  if (query.digits !== undefined && ico.startsWith(query.digits)) return { match: "starts" };
  if (query.name === "") return undefined;
  if ([query.name, query.bare].some((start) => start !== "" && own.startsWith(start))) return { match: "starts" };
  const { words } = query;
  const town = () => wordsOfTown(address ?? "");
  // Initials are found as one word and as they were typed.
  const isTyped = words.length === 1 && own.includes(` ${query.name}`);
  if (isTyped || (words.length > 0 && hasWords(wordsOfName(own), town, words))) return { match: "words" };
  const before =
    words.length === 0 ? undefined : former.find((each) => hasWords(wordsOfName(fold(each.name)), town, words));
  if (before === undefined) return undefined;
  const until = before.until === 0 ? undefined : dayText(before.until);
  return { match: "former", formerName: before.name, ...(until === undefined ? {} : { formerUntil: until }) };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The part of a query that a live register is asked for. Registers compare punctuation, we do not (`ČEZ a.s.` is
 * `ČEZ, a. s.` there), so a legal form at the end is left out, and what comes from the first punctuation on
 * (`škoda (auto)` -> `škoda`) unless too little remains; and no more than 200 characters are asked for.
 */
export function askedName(query: string): string {
  // Half a character, which JSON can carry, cannot stand in an address.
  const typed = [...query.toWellFormed().trim()].slice(0, LONGEST_NAME).join("");
  const words = typed.split(/\s+/);
  const first = words.findIndex((word) => fold(word) !== "");
  while (words.length - 1 > first && isLegalForm(words.at(-1) ?? "")) words.pop();
  const name = words.join(" ");
  const [head = ""] = name.split(/[^\p{L}\p{M}\p{N}\s]/u);
  return fold(head).length >= SHORTEST_NAME ? head.trim() : name.replace(/[^\p{L}\p{M}\p{N}]+$/u, "");
}

const SHORTEST_NAME = 3;
const LONGEST_NAME = 200;

/** True for a piece of an abbreviated legal form (`a.s.`, `spol.`, `s`, `r.o.`, `v.o.s.`, `š.p.`), and for punctuation. */
function isLegalForm(word: string): boolean {
  return /^((spol|[aeknoprsuvz])( |$))*$/.test(fold(word));
}

/** The longest word of a name, of two words or more: some registers only find words that stand together. */
export function longestWord(name: string): string | undefined {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
  const [longest] = words.toSorted((a, b) => fold(b).length - fold(a).length);
  return words.length < 2 || longest === undefined || fold(longest).length < SHORTEST_NAME ? undefined : longest;
}
