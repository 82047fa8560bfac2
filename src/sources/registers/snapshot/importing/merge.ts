import { encodeAccounts } from "../layout/accounts.ts";
import type { Row } from "../layout/columns.ts";
import { encodeFormer } from "../layout/former-names.ts";
import { encodeNace, insertCodes, withoutSource } from "../layout/nace-text.ts";
import { FACT_BIT, type FactSource, HEADCOUNT_BIT, maskOf, SIZE_CODE_BIT } from "../layout/origins.ts";
import { SAMPLE_SLOT } from "../records/file-register.ts";
import type { FirmRecord } from "../records/firm-record.ts";

/** Facts of which a row holds one value only: the source of the highest rank fills it. */
const SINGLE =
  FACT_BIT.name | FACT_BIT.address | FACT_BIT.status | FACT_BIT.legalForm | FACT_BIT.category | FACT_BIT.financials;

/** What the sample loses, besides, to any other source that states the same. */
const SAMPLE_YIELDS = FACT_BIT.nace | FACT_BIT.size;

/** What a source said and no longer says stands, with the day on which it said it: silence takes nothing away. */
const STANDS =
  FACT_BIT.name |
  FACT_BIT.address |
  FACT_BIT.legalForm |
  FACT_BIT.nace |
  FACT_BIT.size |
  FACT_BIT.financials |
  SIZE_CODE_BIT |
  HEADCOUNT_BIT;

/** The facts of a row, without where it is stored. */
export type Facts = Omit<Row, "id" | "ico" | "origin" | "class">;

/** The source of the records of one file: a register with the day of this publication. */
export type RecordSource = Omit<FactSource, "mask">;

/**
 * Adds what a record says of a firm to what other sources say, in place of what its source said of the same facts
 * before. The result does not depend on the order in which sources are imported. Changes `facts`; returns which source
 * states what now.
 * @param town id of the town that the record states
 * @param known none of its own source where the record is of another entity under the same number
 */
export function mergeRecord(
  facts: Facts,
  known: readonly FactSource[],
  source: RecordSource,
  record: FirmRecord,
  verdict: number | null,
  town: number | null,
): FactSource[] {
  const stands = standing(known, source, maskOf(record));
  const others = retract(facts, withoutStanding(known, stands), source.slot).map(
    (other): ChangingSource => ({ ...other }),
  );
  const isSizeStanding = stands.some(({ mask }) => (mask & FACT_BIT.size) !== 0);
  let mask = maskOf(record) & ~(isSizeStanding ? SIZE_CODE_BIT : 0);
  for (const other of others) if (other.rank > source.rank) mask &= ~(other.mask & SINGLE);
  for (const other of others) {
    if (other.rank > source.rank) continue;
    other.mask &= ~(mask & SINGLE);
    if (other.slot !== SAMPLE_SLOT) continue;
    const lost = other.mask & mask & SAMPLE_YIELDS;
    forget(facts, SAMPLE_SLOT, lost === 0 ? 0 : lost | (other.mask & sizeColumns(lost)));
    other.mask &= ~(lost | sizeColumns(lost));
  }
  mask = claimSizeCode(facts, others, source, record, mask);
  mask = claimHeadcount(others, source, mask);
  if ((mask & FACT_BIT.name) !== 0) {
    facts.name = record.name;
    facts.former = encodeFormer(record.former);
  }
  if ((mask & FACT_BIT.address) !== 0) {
    facts.address = record.address;
    facts.town = town;
  }
  if ((mask & FACT_BIT.legalForm) !== 0) facts.legalForm = record.legalForm;
  if ((mask & FACT_BIT.status) !== 0) {
    facts.founded = record.founded;
    facts.ceased = record.ceased;
  }
  if ((mask & FACT_BIT.category) !== 0) {
    facts.verdict = verdict;
    facts.verdictDay = record.outcomeDay ?? source.day;
  }
  if ((mask & FACT_BIT.financials) !== 0) facts.accounts = encodeAccounts(record.turnoverEur, record.balanceSheetEur);
  if ((mask & SIZE_CODE_BIT) !== 0) facts.size = record.size;
  if ((mask & HEADCOUNT_BIT) !== 0) {
    facts.employeesMin = record.employeesMin;
    facts.employeesMax = record.employeesMax;
  }
  const codes = encodeNace(source.slot, record.nace2, record.nace21);
  const higher = others.filter((other) => other.rank > source.rank && (other.mask & FACT_BIT.nace) !== 0).length;
  if (codes !== null) facts.nace = insertCodes(facts.nace, codes, higher);
  if (record.entity !== null) facts.entity = record.entity;
  if (record.taxNumber != null) facts.taxNumber = record.taxNumber;
  const { source: id, slot, rank, day } = source;
  const at = others.findIndex((other) => other.rank < rank);
  const ofToday = stands.filter((each) => each.day === day).reduce((sum, each) => sum | each.mask, mask);
  const earlier = stands.filter((each) => each.day !== day);
  const own = [{ source: id, slot, rank, day, mask: ofToday }, ...earlier];
  others.splice(at === -1 ? others.length : at, 0, ...own);
  return others;
}

/** What a source said before of facts that its record of today does not state. */
function standing(known: readonly FactSource[], { slot }: RecordSource, stated: number): FactSource[] {
  if (slot === SAMPLE_SLOT) return [];
  const isSizeStated = (stated & FACT_BIT.size) !== 0;
  const silent = STANDS & ~(isSizeStated ? stated | SIZE_CODE_BIT | HEADCOUNT_BIT : stated & ~SIZE_CODE_BIT);
  return known.flatMap((source) => {
    const left = source.slot === slot ? source.mask & silent : 0;
    // A size code of zeros is no fact of its own.
    const mask = (left & FACT_BIT.size) === 0 ? left & ~(SIZE_CODE_BIT | HEADCOUNT_BIT) : left;
    return mask === 0 ? [] : [{ ...source, mask }];
  });
}

/** The sources as they are taken back: what stands of them is left alone. */
function withoutStanding(known: readonly FactSource[], stands: readonly FactSource[]): FactSource[] {
  return known.map((source) => {
    const left = stands.find(({ slot, day }) => slot === source.slot && day === source.day);
    return left === undefined ? source : { ...source, mask: source.mask & ~left.mask };
  });
}

/**
 * Takes back what a source said. Changes `facts`; returns the other sources, highest rank first. When there is none,
 * nobody knows the firm any more.
 * @param day takes back what it said on that day only
 */
export function retract(facts: Facts, sources: readonly FactSource[], slot: number, day?: number): FactSource[] {
  const others: FactSource[] = [];
  for (const source of sources) {
    if (source.slot === slot && (day === undefined || source.day === day)) forget(facts, slot, source.mask);
    else others.push(source);
  }
  return others;
}

/** A source while records are merged: it may lose facts. */
type ChangingSource = { -readonly [Key in keyof FactSource]: FactSource[Key] };

/** One size code stands: a stated one before one of zeros, then that of the higher rank. Returns the mask that is left. */
function claimSizeCode(
  facts: Facts,
  others: ChangingSource[],
  source: RecordSource,
  record: FirmRecord,
  mask: number,
): number {
  const holder = others.find((other) => (other.mask & SIZE_CODE_BIT) !== 0);
  if (holder === undefined || (mask & SIZE_CODE_BIT) === 0) return mask;
  const isStated = record.size !== 0;
  const wins = isStated === (facts.size !== 0) ? source.rank > holder.rank : isStated;
  if (!wins) return without(mask, SIZE_CODE_BIT);
  holder.mask = without(holder.mask, SIZE_CODE_BIT);
  return mask;
}

/** One headcount stands: that of the higher rank. Returns the mask that is left. */
function claimHeadcount(others: ChangingSource[], source: RecordSource, mask: number): number {
  const holder = others.find((other) => (other.mask & HEADCOUNT_BIT) !== 0);
  if (holder === undefined || (mask & HEADCOUNT_BIT) === 0) return mask;
  if (source.rank < holder.rank) return without(mask, HEADCOUNT_BIT);
  holder.mask = without(holder.mask, HEADCOUNT_BIT);
  return mask;
}

/** A mask without one of the two columns of size, and without the fact where the other one is not there either. */
function without(mask: number, column: number): number {
  const left = mask & ~column;
  return (left & sizeColumns(FACT_BIT.size)) === 0 ? left & ~FACT_BIT.size : left;
}

/** The columns that belong to the facts of a mask. */
function sizeColumns(mask: number): number {
  return (mask & FACT_BIT.size) === 0 ? 0 : SIZE_CODE_BIT | HEADCOUNT_BIT;
}

function forget(facts: Facts, slot: number, mask: number): void {
  if ((mask & FACT_BIT.name) !== 0) {
    facts.name = null;
    facts.former = null;
  }
  if ((mask & FACT_BIT.address) !== 0) {
    facts.address = null;
    facts.town = null;
  }
  if ((mask & FACT_BIT.legalForm) !== 0) facts.legalForm = null;
  if ((mask & FACT_BIT.status) !== 0) {
    facts.founded = null;
    facts.ceased = null;
  }
  if ((mask & FACT_BIT.nace) !== 0) facts.nace = withoutSource(facts.nace, slot);
  if ((mask & SIZE_CODE_BIT) !== 0) facts.size = null;
  if ((mask & HEADCOUNT_BIT) !== 0) {
    facts.employeesMin = null;
    facts.employeesMax = null;
  }
  if ((mask & FACT_BIT.category) !== 0) {
    facts.verdict = null;
    facts.verdictDay = null;
  }
  if ((mask & FACT_BIT.financials) !== 0) facts.accounts = null;
}
