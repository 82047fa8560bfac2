import type { DatabaseSync } from "node:sqlite";
import type { Country } from "../../../../core/country.ts";
import type { EqualNames } from "../../legal-form-endings.ts";
import { MOST_HITS, readQuery } from "../../query.ts";
import type { SearchHit } from "../../register.ts";
import { readingPrefixes } from "../keys/frequent.ts";
import { prepareKeyBlocks } from "../keys/key-blocks.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import type { RowArray } from "../layout/columns.ts";
import { mainNace } from "../layout/nace-text.ts";
import { endText, icoText } from "../layout/number-texts.ts";
import { readRow } from "../layout/row.ts";
import { KIND, SELECT_ROW } from "../layout/schema.ts";
import { countryOf, idsOf } from "../layout/slots.ts";
import { DamagedRow } from "../records/failure.ts";
import { type Outcome, UNREADABLE_END } from "../records/firm-record.ts";
import { KnownRows } from "./known-rows.ts";

/** One stretch of an index that a search read, for tests of the bound: never more than K entries. */
export interface Scan {
  readonly tier: "ico" | "name" | "ico_prefix" | "name_prefix" | "word_prefix";
  readonly entries: number;
}

/** Firms whose key starts with a text. */
interface FirstIds {
  readonly ids: readonly number[];
  /**
   * Those whose key is this very text, and those with a legal form behind it; absent where the prefix is frequent, so that
   * not every key was read.
   */
  readonly equal?: readonly number[];
}

const NONE: FirstIds = { ids: [] };

/** Up to so many names that begin alike are read one after the other; among more, each legal form is looked for. */
const FEW_NAMES = 256;

type Find = (query: string, country: Country | undefined, limit: number) => SearchHit[];

/**
 * Prepares the search of one open file. Tiers: name (with or without its legal form) or number equal, name or number starting so, a later word of the
 * name starting so; in each, register order (Czech firms before Slovak ones). What a query costs does not depend on
 * the size of the register: a prefix with more than K (`denseAbove`) entries has its answer prepared.
 */
export function prepareSearch(
  db: DatabaseSync,
  denseAbove: number,
  outcomes: readonly (Outcome | undefined)[],
  onScan?: (scan: Scan) => void,
): Find {
  const frequent = readingPrefixes(db);
  const keys = prepareKeyBlocks(db);
  const rows = new ArrayStatement<RowArray>(db, `${SELECT_ROW} WHERE id = ?`);
  const known = new KnownRows<SearchHit>();
  return (query, country, limit) => {
    const [from, to] = idsOf(country);
    const most = Math.min(limit, MOST_HITS);
    const { name: folded, equal: other, ico, digits } = readQuery(query);
    const shown = new Set<number>();

    const take = (ids: readonly number[]) => {
      for (const id of ids) if (shown.size < most) shown.add(id);
    };

    const byNumber = digits === undefined ? NONE : firstIds(KIND.ico, digits, country, "ico_prefix");
    // Where the query ends with a legal form, the names with another spelling of it do not start with the query.
    const endings = other.name === folded ? other.endings : undefined;
    const byName = folded === "" ? NONE : firstIds(KIND.name, folded, country, "name_prefix", endings);
    const equal: number[] = [];
    if (ico !== undefined) {
      const isWhole = digits === ico ? byNumber.equal : undefined;
      equal.push(...(isWhole ?? keys.equal(KIND.ico, ico, from, to, MOST_HITS)));
    }
    if (folded !== "") equal.push(...(byName.equal ?? keys.equal(KIND.name, folded, from, to, MOST_HITS)));
    if (folded !== "" && (byName.equal === undefined || endings === undefined)) {
      equal.push(...withEndings(other, from, to));
    }
    onScan?.({ tier: ico === undefined ? "name" : "ico", entries: equal.length });
    take(sorted(equal));

    if (shown.size < most) take(sorted([...byNumber.ids, ...byName.ids]));
    if (shown.size < most && folded !== "") {
      take(sorted([...firstIds(KIND.word, folded, country, "word_prefix").ids]));
    }
    return [...shown].map(hit);
  };

  /** The first firms whose name is the one that was typed but for the legal form at its end; some of them twice. */
  function withEndings({ name, endings }: EqualNames, from: number, to: number): readonly number[] {
    const few = keys.ending(KIND.name, `${name} `, endings, from, to, FEW_NAMES);
    if (few !== undefined) return few;
    return [...endings].flatMap((ending) => keys.equal(KIND.name, `${name} ${ending}`, from, to, MOST_HITS));
  }

  /** The first firms with a key that starts so; at least as many as are shown, where there are. */
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
      if (country === "CZ") return { ids: prepared.czech };
      if (country === "SK") return { ids: prepared.slovak };
      return { ids: [...prepared.czech, ...prepared.slovak] };
    }
    // A prefix of a single key is never among the prepared ones, however low K is.
    const { ids, equal, ended } = keys.starting(kind, prefix, Math.max(1, denseAbove), endings);
    onScan?.({ tier, entries: ids.length });
    const [from, to] = idsOf(country);
    const asked = (found: number[]) => (country === undefined ? found : found.filter((id) => id >= from && id < to));
    return { ids: asked(ids), equal: [...asked(ids.slice(0, equal)).slice(0, MOST_HITS), ...asked(ended)] };
  }

  function hit(id: number): SearchHit {
    const values = rows.get(id);
    if (values === undefined || values[0] !== id) throw new DamagedRow(id);
    const before = known.get(values);
    if (before !== undefined) return before;
    const { row, isIntact, isShownIntact } = readRow(values);
    if (!isShownIntact) throw new DamagedRow(id);
    const { ico, name, address, nace, ceased } = row;
    const ceasedOn = endText(ceased);
    const category = isIntact ? outcomes[row.class]?.category : undefined;
    const hit: SearchHit = Object.freeze({
      country: countryOf(id),
      ico: icoText(ico),
      name,
      address,
      nace: mainNace(nace),
      active: ceased === null || ceased === UNREADABLE_END,
      ...(ceasedOn === undefined ? {} : { ceasedOn }),
      ...(category === undefined ? {} : { category }),
    });
    known.keep(values, hit);
    return hit;
  }
}

function sorted(ids: number[]): number[] {
  return ids.length < 2 ? ids : ids.sort((a, b) => a - b);
}
