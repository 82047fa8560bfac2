import type { Country } from "../../../core/country.ts";
import { fold } from "../../../core/fold.ts";
import type { Ico } from "../../../core/ico.ts";
import { isEqualName, MOST_HITS, type SearchedFor } from "../query.ts";
import type { LiveHit, LiveHits } from "./live-register.ts";

interface Ranked {
  readonly country: Country;
  readonly ico: Ico;
  readonly name: string | null;
}

/**
 * The firms that fit a query, in the order of the mirror's own search (docs/specification.md, `company_search.rule-2`):
 * number or name equal (the name with or without its legal form), then starting so, then a later word of the name starting so; in each Czech firms before Slovak
 * ones, then by number, because live registers have no order that can be relied on.
 * @param ordered countries whose firms come in the order of their register: it stands.
 */
export function rankHits<Hit extends Ranked>(
  hits: readonly Hit[],
  query: SearchedFor,
  most = MOST_HITS,
  ordered: readonly Country[] = [],
): Hit[] {
  const byNumber = (a: Hit, b: Hit) => (ordered.includes(a.country) ? 0 : compare(a.ico, b.ico));
  return hits
    .flatMap((hit) => {
      const tier = tierOf(hit, query);
      return tier === undefined ? [] : [{ hit, tier }];
    })
    .sort((a, b) => a.tier - b.tier || compare(a.hit.country, b.hit.country) || byNumber(a.hit, b.hit))
    .slice(0, most)
    .map(({ hit }) => hit);
}

/** Most firms of one search that are remembered. */
const MOST_KEPT = 200;

/**
 * What a register showed, as it is remembered: the firms that fit what it was asked, `null` when there are none. Of more
 * than are remembered a longer name may lack some, so they are not whole.
 */
export function fittingHits(hits: readonly LiveHit[], isWhole: boolean, asked: SearchedFor): LiveHits {
  const fit = rankHits(hits, asked, hits.length);
  if (fit.length === 0 && isWhole) return null;
  return { hits: fit.slice(0, MOST_KEPT), isWhole: isWhole && fit.length <= MOST_KEPT };
}

/** The place of a firm in the order; `undefined` when it does not fit. */
function tierOf({ ico, name }: Ranked, query: SearchedFor): 0 | 1 | 2 | undefined {
  const own = name === null ? "" : fold(name);
  if (ico === query.ico || isEqualName(own, query)) return 0;
  if (query.digits !== undefined && ico.startsWith(query.digits)) return 1;
  if (query.name === "") return undefined;
  if (own.startsWith(query.name)) return 1;
  return own.includes(` ${query.name}`) ? 2 : undefined;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The part of a query that a live register is asked for. Registers compare punctuation, we do not (`ČEZ a.s.` is
 * `ČEZ, a. s.` there), so a legal form at the end is left out, and what comes from the first punctuation on
 * (`škoda (auto)` -> `škoda`) unless too little remains; and no more than 200 characters are asked for. All that fits
 * the query fits this, so nothing is lost by it.
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
