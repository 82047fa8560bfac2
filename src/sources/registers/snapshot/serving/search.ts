import type { DatabaseSync } from "node:sqlite";
import type { Country } from "../../../../core/country.ts";
import { MOST_HITS, readQuery } from "../../query.ts";
import type { SearchHit } from "../../register.ts";
import { readingPrefixes } from "../keys/frequent.ts";
import { prepareKeyBlocks } from "../keys/key-blocks.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import { mainNace } from "../layout/nace-text.ts";
import { endText, icoText } from "../layout/number-texts.ts";
import { isShownIntact } from "../layout/row-checksum.ts";
import { KIND } from "../layout/schema.ts";
import { countryOf, idsOf } from "../layout/slots.ts";
import { DamagedRow } from "../records/failure.ts";
import { UNREADABLE_END } from "../records/firm-record.ts";

/** One stretch of an index that a search read, for tests of the bound: never more than K entries. */
export interface Scan {
  readonly tier: "ico" | "name" | "ico_prefix" | "name_prefix" | "word_prefix";
  readonly entries: number;
}

type Find = (query: string, country: Country | undefined, limit: number) => SearchHit[];

/**
 * Prepares the search of one open file. Tiers: name or number equal, name or number starting so, a later word of the
 * name starting so; in each, register order (Czech firms before Slovak ones). What a query costs does not depend on
 * the size of the register: a prefix with more than K (`denseAbove`) entries has its answer prepared.
 */
export function prepareSearch(db: DatabaseSync, denseAbove: number, onScan?: (scan: Scan) => void): Find {
  const frequent = readingPrefixes(db);
  const keys = prepareKeyBlocks(db);
  const card = new ArrayStatement<[number, string | null, string | null, string | null, number | null, number]>(
    db,
    "SELECT ico, name, addr, nace, dto, checksum FROM company WHERE id = ?",
  );
  return (query, country, limit) => {
    const [from, to] = idsOf(country);
    const most = Math.min(limit, MOST_HITS);
    const { name: folded, ico, digits } = readQuery(query);
    const shown = new Set<number>();

    const take = (ids: readonly number[]) => {
      for (const id of ids) if (shown.size < most) shown.add(id);
    };

    const equal: number[] = [];
    if (ico !== undefined) equal.push(...keys.equal(KIND.ico, ico, from, to, MOST_HITS));
    if (folded !== "") equal.push(...keys.equal(KIND.name, folded, from, to, MOST_HITS));
    onScan?.({ tier: ico === undefined ? "name" : "ico", entries: equal.length });
    take(sorted(equal));

    if (shown.size < most) {
      const starting: number[] = [];
      if (digits !== undefined) starting.push(...firstIds(KIND.ico, digits, country, "ico_prefix"));
      if (folded !== "") starting.push(...firstIds(KIND.name, folded, country, "name_prefix"));
      take(sorted(starting));
    }
    if (shown.size < most && folded !== "") {
      take(firstIds(KIND.word, folded, country, "word_prefix"));
    }
    return [...shown].map(hit);
  };

  /** The first firms, in register order, with a key that starts so; at least as many as are shown, where there are. */
  function firstIds(
    kind: number,
    prefix: string,
    country: Country | undefined,
    tier: "ico_prefix" | "name_prefix" | "word_prefix",
  ): readonly number[] {
    const prepared = frequent(kind, prefix);
    if (prepared !== undefined) {
      onScan?.({ tier, entries: 1 });
      if (country === "CZ") return prepared.czech;
      if (country === "SK") return prepared.slovak;
      return [...prepared.czech, ...prepared.slovak];
    }
    // A prefix of a single key is never among the prepared ones, however low K is.
    const found = keys.starting(kind, prefix, Math.max(1, denseAbove));
    onScan?.({ tier, entries: found.length });
    const [from, to] = idsOf(country);
    return sorted(found.filter((id) => id >= from && id < to));
  }

  function hit(id: number): SearchHit {
    const row = card.get(id);
    if (row === undefined) throw new DamagedRow(id);
    const [ico, name, address, nace, ceased, checksum] = row;
    if (!isShownIntact(checksum, id, ico, name, address, nace, ceased)) throw new DamagedRow(id);
    const ceasedOn = endText(ceased);
    return {
      country: countryOf(id),
      ico: icoText(ico),
      name,
      address,
      nace: mainNace(nace),
      active: ceased === null || ceased === UNREADABLE_END,
      ...(ceasedOn === undefined ? {} : { ceasedOn }),
    };
  }
}

function sorted(ids: number[]): number[] {
  return ids.length < 2 ? ids : ids.sort((a, b) => a - b);
}
