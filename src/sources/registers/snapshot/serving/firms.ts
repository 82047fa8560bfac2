import type { DatabaseSync } from "node:sqlite";
import { fold } from "../../../../core/fold.ts";
import { hasWords, wordsOfName, wordsOfTown } from "../../name-words.ts";
import type { Match, SearchHit } from "../../register.ts";
import { ArrayStatement } from "../layout/array-statement.ts";
import type { RowArray } from "../layout/columns.ts";
import { decodeFormer } from "../layout/former-names.ts";
import { mainNace } from "../layout/nace-text.ts";
import { dayText, endText, icoText } from "../layout/number-texts.ts";
import { readRow } from "../layout/row.ts";
import { selectRow } from "../layout/schema.ts";
import { countryOf } from "../layout/slots.ts";
import { DamagedRow } from "../records/failure.ts";
import { type FormerName, type Outcome, UNREADABLE_END } from "../records/firm-record.ts";
import { KnownRows } from "./known-rows.ts";

/** A firm that a search reads: what it is compared by, and how it is shown. */
export interface Firm {
  readonly foldedName: string;
  readonly former: readonly FormerName[];
  /** True where the firm has words as `company_search.words` says: each in its name, or in one that it had, or its town. */
  has(words: readonly string[], name?: string): boolean;
  /** True where a word stands in its name as a whole. */
  hasWhole(word: string): boolean;
  hit(match: Match, former?: FormerName): SearchHit;
}

/** Prepares to read the firms of an open file by their ids; what was read and did not change is given again. */
export function readingFirms(
  db: DatabaseSync,
  outcomes: readonly (Outcome | undefined)[],
  towns: readonly (string | undefined)[],
): (id: number) => Firm {
  const rows = new ArrayStatement<RowArray>(db, `${selectRow(db)} WHERE id = ?`);
  const known = new KnownRows<Firm>();
  return (id) => {
    const values = rows.get(id);
    if (values === undefined || values[0] !== id) throw new DamagedRow(id);
    const before = known.get(values);
    if (before !== undefined) return before;
    const { row, isIntact, isShownIntact } = readRow(values);
    if (!isShownIntact) throw new DamagedRow(id);
    const { ico, name, address, nace, ceased } = row;
    const ceasedOn = endText(ceased);
    const category = isIntact ? outcomes[row.class]?.category : undefined;
    const shown = {
      country: countryOf(id),
      ico: icoText(ico),
      name,
      address,
      nace: mainNace(nace),
      active: ceased === null || ceased === UNREADABLE_END,
      ...(ceasedOn === undefined ? {} : { ceasedOn }),
      ...(category === undefined ? {} : { category }),
    };
    const firm = firmOf(shown, decodeFormer(row.former), row.town === null ? undefined : towns[row.town]);
    known.keep(values, firm);
    return firm;
  };
}

function firmOf(shown: Omit<SearchHit, "match">, former: readonly FormerName[], town: string | undefined): Firm {
  const hits = new Map<string, SearchHit>();
  let ownWords: readonly string[] | undefined;
  let townWords: readonly string[] | undefined;
  const foldedName = fold(shown.name ?? "");
  const words = () => {
    ownWords ??= wordsOfName(foldedName);
    return ownWords;
  };
  const inTown = () => {
    townWords ??= wordsOfTown(town ?? "");
    return townWords;
  };
  return {
    foldedName,
    former,
    has: (asked, name) => hasWords(name === undefined ? words() : wordsOfName(fold(name)), inTown, asked),
    hasWhole: (word) => words().includes(word),
    hit(match, name) {
      const key = `${match} ${name?.name ?? ""}`;
      const before = hits.get(key);
      if (before !== undefined) return before;
      const until = name === undefined || name.until === 0 ? undefined : dayText(name.until);
      const hit = Object.freeze({
        ...shown,
        match,
        ...(name === undefined ? {} : { formerName: name.name }),
        ...(until === undefined ? {} : { formerUntil: until }),
      });
      hits.set(key, hit);
      return hit;
    },
  };
}
