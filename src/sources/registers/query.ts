import type { Country } from "../../core/country.ts";
import { fold, foldsToStart } from "../../core/fold.ts";
import { type Ico, parseIco } from "../../core/ico.ts";
import { readStatedIco } from "../../core/stated-ico.ts";
import { type EqualNames, equalNames } from "./legal-form-endings.ts";

/** No search shows more (docs/specification.md, `company_search.rule-1`). */
export const MOST_HITS = 10;

/** The shortest beginning of a number that is searched for. */
export const SHORTEST_ICO_PREFIX = 3;

/** What a search is compared by, in the mirror and of live registers alike. */
export interface SearchedFor {
  /** The folded name; empty when only punctuation was typed. */
  readonly name: string;
  /** The names that count as equal to it although they differ in the legal form at their end. */
  readonly equal: EqualNames;
  /** The number, when it is a whole one. */
  readonly ico: Ico | undefined;
  /** The beginning of a number as people type it, up to 8 digits with blanks anywhere, or the whole number. */
  readonly digits: string | undefined;
  /** The country whose sign stands before a whole number (`SK31322832`). */
  readonly country: Country | undefined;
}

/** One search reads its query in several places. */
let last: { readonly query: string; readonly asked: SearchedFor } | undefined;

/** Reads a query; case, diacritics and punctuation do not matter. */
export function readQuery(query: string): SearchedFor {
  if (last?.query !== query) last = { query, asked: read(query) };
  return last.asked;
}

function read(query: string): SearchedFor {
  const name = fold(query);
  const { digits = "", country } = readStatedIco(query) ?? {};
  const ico = parseIco(digits);
  return {
    name,
    equal: equalNames(name),
    ico,
    digits: digits.length >= SHORTEST_ICO_PREFIX ? digits : undefined,
    country: ico === undefined ? undefined : country,
  };
}

/** True when a firm is the one that a query names: its number, or its name with or without the legal form. */
export function isExact({ ico, name }: { ico: Ico; name: string | null }, query: SearchedFor): boolean {
  if (ico === query.ico) return true;
  // Most names that are found only begin so.
  return name !== null && foldsToStart(name, query.equal.name) && isEqualName(fold(name), query);
}

/** True when a folded name is the one that a query names, but for the legal form at its end. */
export function isEqualName(folded: string, { name, equal }: SearchedFor): boolean {
  if (name === "") return false;
  const isLonger = folded.startsWith(`${equal.name} `);
  return folded === name || (isLonger && equal.endings.has(folded.slice(equal.name.length + 1)));
}
