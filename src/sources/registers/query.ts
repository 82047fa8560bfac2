import { fold } from "../../core/fold.ts";
import { type Ico, parseIco } from "../../core/ico.ts";

/** No search shows more (docs/specification.md, `company_search.rule-1`). */
export const MOST_HITS = 10;

/** The shortest beginning of a number that is searched for. */
export const SHORTEST_ICO_PREFIX = 3;

/** What a search is compared by, in the mirror and of live registers alike. */
export interface SearchedFor {
  /** The folded name; empty when only punctuation was typed. */
  readonly name: string;
  /** The number, when it is a whole one. */
  readonly ico: Ico | undefined;
  /** The beginning of a number as people type it, up to 8 digits with blanks anywhere. */
  readonly digits: string | undefined;
}

/** Reads a query; case, diacritics and punctuation do not matter. */
export function readQuery(query: string): SearchedFor {
  const digits = query.replace(/\s+/g, "");
  const isBeginning = digits.length >= SHORTEST_ICO_PREFIX && /^\d{1,8}$/.test(digits);
  return { name: fold(query), ico: parseIco(query), digits: isBeginning ? digits : undefined };
}
