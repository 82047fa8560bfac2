import type { DatabaseSync } from "node:sqlite";
import type { Country } from "../../../../core/country.ts";
import { MOST_HITS, readQuery } from "../../query.ts";
import type { SearchHit } from "../../register.ts";
import { icoRange } from "../keys/dense-icos.ts";
import { decodeIds } from "../keys/dense-prefixes.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import { mainNace } from "../layout/nace-text.ts";
import { endText, icoText } from "../layout/number-texts.ts";
import { isShownIntact } from "../layout/row-checksum.ts";
import { DENSE_IDS, KIND } from "../layout/schema.ts";
import { countryOf, idsOf } from "../layout/slots.ts";
import { DamagedRow } from "../records/failure.ts";
import { UNREADABLE_END } from "../records/firm-record.ts";

/** One stretch of an index that a search read, for tests of the bound: never more than K entries. */
export interface Scan {
  readonly tier: "ico" | "name" | "ico_prefix" | "name_prefix" | "word_prefix";
  readonly entries: number;
}

/** The last code point: no folded text contains it, so `[q, q + this)` is all that starts with q. */
const HIGHEST = String.fromCodePoint(0x10ffff);

/** Without the name of the index SQLite may walk all rows in their order instead. */
const BY_ICO = "company INDEXED BY company_ico";

/** How many entries a frequent prefix has, and the first ids of each country. */
type Dense = [number, Uint8Array<ArrayBuffer> | null, Uint8Array<ArrayBuffer> | null];

type Find = (query: string, country: Country | undefined, limit: number) => SearchHit[];

/**
 * Prepares the search of one open file. Tiers: name or number equal, name or number starting so, a later word of the
 * name starting so; in each, register order (Czech firms before Slovak ones). What a query costs does not depend on
 * the size of the register: a prefix with more than K entries has its answer prepared.
 */
export function prepareSearch(db: DatabaseSync, onScan?: (scan: Scan) => void): Find {
  const dense = new ArrayStatement<Dense>(db, "SELECT n, ids_cz, ids_sk FROM dense WHERE kind = ? AND p = ?");
  const icoEqual = new ArrayStatement<[number]>(db, `SELECT id FROM ${BY_ICO} WHERE ico = ? AND id >= ? AND id < ?`);
  const nameEqual = new ArrayStatement<[number]>(
    db,
    `SELECT id FROM name_key WHERE t = ? AND id >= ? AND id < ? ORDER BY id LIMIT ${MOST_HITS}`,
  );
  // A range has at most K entries: sorting them all and then taking the first costs what reading them costs.
  const inRange = (table: string, column: string, limit: number) =>
    new ArrayStatement<[number]>(
      db,
      `SELECT id FROM ${table} WHERE ${column} >= ? AND ${column} < ? AND id >= ? AND id < ? ORDER BY id LIMIT ${limit}`,
    );
  const icoPrefix = inRange(BY_ICO, "ico", MOST_HITS);
  const namePrefix = inRange("name_key", "t", MOST_HITS);
  const wordPrefix = inRange("token_key", "t", DENSE_IDS.word);
  const allWordPrefix = inRange("token_key", "t", -1);
  const card = new ArrayStatement<[number, string | null, string | null, string | null, number | null, number]>(
    db,
    "SELECT ico, name, addr, nace, dto, checksum FROM company WHERE id = ?",
  );
  const countIn = (table: string, column: string) =>
    new ArrayStatement<[number]>(db, `SELECT count(*) FROM ${table} WHERE ${column} >= ? AND ${column} < ?`);
  const counts =
    onScan === undefined
      ? undefined
      : {
          ico_prefix: countIn(BY_ICO, "ico"),
          name_prefix: countIn("name_key", "t"),
          word_prefix: countIn("token_key", "t"),
        };

  return (query, country, limit) => {
    const [from, to] = idsOf(country);
    const most = Math.min(limit, MOST_HITS);
    const { name: folded, ico, digits } = readQuery(query);
    const shown = new Set<number>();

    const take = (ids: readonly number[]) => {
      for (const id of ids) if (shown.size < most) shown.add(id);
    };

    const equal: number[] = [];
    if (ico !== undefined) equal.push(...icoEqual.all(Number(ico), from, to).map(first));
    if (folded !== "") equal.push(...nameEqual.all(folded, from, to).map(first));
    onScan?.({ tier: ico === undefined ? "name" : "ico", entries: equal.length });
    take(sorted(equal));

    if (shown.size < most) {
      const starting: number[] = [];
      if (digits !== undefined) {
        const [low, high] = icoRange(digits);
        starting.push(...firstIds(KIND.ico, digits, country, "ico_prefix", low, high, icoPrefix));
      }
      if (folded !== "") {
        starting.push(...firstIds(KIND.name, folded, country, "name_prefix", folded, folded + HIGHEST, namePrefix));
      }
      take(sorted(starting));
    }
    if (shown.size < most && folded !== "") {
      take(firstIds(KIND.word, folded, country, "word_prefix", folded, folded + HIGHEST, wordPrefix));
    }
    return [...shown].map(hit);
  };

  function firstIds(
    kind: number,
    prefix: string,
    country: Country | undefined,
    tier: "ico_prefix" | "name_prefix" | "word_prefix",
    low: string | number,
    high: string | number,
    range: ArrayStatement<[number]>,
  ): number[] {
    const prepared = dense.get(kind, prefix);
    if (prepared !== undefined) {
      onScan?.({ tier, entries: 1 });
      const [, czech, slovak] = prepared;
      if (country === "CZ") return decodeIds(czech);
      if (country === "SK") return decodeIds(slovak);
      return [...decodeIds(czech), ...decodeIds(slovak)];
    }
    if (counts !== undefined) onScan?.({ tier, entries: counts[tier].get(low, high)?.[0] ?? 0 });
    const [from, to] = idsOf(country);
    const found = range.all(low, high, from, to);
    // One name may stand here several times (`Novák Novák & Novák`): with too few distinct ones, read the whole range.
    const isCut = kind === KIND.word && found.length === DENSE_IDS.word;
    if (!isCut) return found.map(first);
    const ids = new Set(found.map(first));
    return ids.size === found.length ? [...ids] : allWordPrefix.all(low, high, from, to).map(first);
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

function first(row: readonly [number]): number {
  return row[0];
}

function sorted(ids: number[]): number[] {
  return ids.length < 2 ? ids : ids.sort((a, b) => a - b);
}
