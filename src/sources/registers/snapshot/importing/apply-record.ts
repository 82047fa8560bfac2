import type { Country } from "../../../../core/country.ts";
import type { Row } from "../layout/columns.ts";
import type { Dictionaries } from "../layout/dictionaries.ts";
import { rev2CodesOf } from "../layout/nace-text.ts";
import { FACT_BIT, type FactSource } from "../layout/origins.ts";
import type { FileRegister } from "../records/file-register.ts";
import { type FirmRecord, type OddKind, UNREADABLE_END } from "../records/firm-record.ts";
import { isNaturalPerson } from "../records/natural-person.ts";
import type { FirmWriter } from "./firm-writer.ts";
import { mergeRecord, type RecordSource, retract } from "./merge.ts";

/** What became of one record firm. `odd` when it was set aside or mixed with another record of the same number. */
export interface Applied {
  readonly stored: boolean;
  readonly added: boolean;
  readonly odd?: OddKind;
}

const ADDED: Applied = { stored: true, added: true };
const STORED: Applied = { stored: true, added: false };
const REPEATED: Applied = { stored: false, added: false, odd: "repeated_number" };
const OLDER: Applied = { stored: false, added: false, odd: "older_than_known" };

/** Where a record comes from, and where it goes. */
export interface RecordContext {
  readonly writer: FirmWriter;
  readonly dictionaries: Dictionaries;
  readonly register: FileRegister;
  readonly source: RecordSource;
  /** As in `FileToStore`. */
  readonly startedEmpty: boolean;
}

/** Adds what one record of a file says to what is known of the firm. */
export function applyRecord(
  { writer, dictionaries, register, source, startedEmpty }: RecordContext,
  record: FirmRecord,
): Applied {
  const verdict = record.outcome === null ? null : dictionaries.outcomeId(record.outcome);
  const town = dictionaries.townId(record.town);
  if (!writer.has(record.ico)) {
    writer.add(record, source, verdict, town);
    return ADDED;
  }
  const { isWhole } = register.file;
  // A whole register in an empty country: a known number is a second row of it, and nothing need be read to know it.
  if (isWhole && startedEmpty) return REPEATED;
  const row = writer.find(record.ico);
  if (row === undefined) throw new Error("a firm of the index has no row");
  const { sources } = dictionaries.origin(row.origin);
  const own = sources.find((each) => each.slot === source.slot);
  const isOfThisFile = own !== undefined && row.origin >= dictionaries.firstOrigin;
  let mixed = record;
  let odd: OddKind | undefined;
  if (isOfThisFile && isWhole) return REPEATED;
  if (own !== undefined && !isWhole && own.day > source.day) return OLDER;
  if (own !== undefined && register.isNational && isOtherEntity(row, record)) {
    if (!replacesEntity(row, record)) return REPEATED;
    odd = "repeated_number";
  } else if (isOfThisFile && !register.isNational) {
    odd = "repeated_number";
    if (!(statesEnd(row, own) && lifeOf(record) > lifeOf(row))) mixed = filled(row, own, record);
  }
  const ownTown = mixed.address === record.address ? town : row.town;
  const known = withoutOthers(row, sources, source, record, isOfThisFile);
  const merged = mergeRecord(row, known, source, mixed, verdict, ownTown);
  writer.put(record.ico, row.id, row, hidePerson(row, merged, register.country));
  return odd === undefined ? STORED : { ...STORED, odd };
}

/**
 * Facts that a record leaves out stay where an earlier file stated them of the same entity. Facts of another entity, or
 * of another record of this file, are taken out of `row`.
 */
function withoutOthers(
  row: Row,
  sources: readonly FactSource[],
  { slot, day }: RecordSource,
  record: FirmRecord,
  isOfThisFile: boolean,
): readonly FactSource[] {
  if (isOtherEntity(row, record)) return retract(row, sources, slot);
  return isOfThisFile ? retract(row, sources, slot, day) : sources;
}

/**
 * Of a sole trader no former name and no tax number is kept, and of one who has ceased nothing but number and days, also when the source that tells the name does
 * not know of the form or of the end: another does. Changes `row`; returns who tells what is left.
 */
function hidePerson(row: Row, sources: FactSource[], country: Country): FactSource[] {
  if (!isNaturalPerson(country, row.legalForm)) return sources;
  row.former = null;
  row.taxNumber = null;
  if (row.ceased === null) return sources;
  row.name = null;
  row.address = null;
  row.town = null;
  return sources.map((source) => ({ ...source, mask: source.mask & ~(FACT_BIT.name | FACT_BIT.address) }));
}

/** True when the register holds two records under one number (an old one and its successor). */
function isOtherEntity(row: Row, record: FirmRecord): boolean {
  return row.entity !== null && record.entity !== null && row.entity !== record.entity;
}

/** Of two records with one number the active one counts, of two alike the one founded later. */
function replacesEntity(row: Row, record: FirmRecord): boolean {
  const difference = lifeOf(record) - lifeOf(row);
  return difference === 0 ? (record.founded ?? 0) > (row.founded ?? 0) : difference > 0;
}

/** How much a record speaks against an end of the firm: an active one, then one whose end cannot be read. */
function lifeOf({ ceased }: Pick<FirmRecord, "ceased">): number {
  if (ceased === null) return 2;
  return ceased === UNREADABLE_END ? 1 : 0;
}

function statesEnd(row: Row, own: FactSource): boolean {
  return (own.mask & FACT_BIT.status) !== 0 && row.ceased !== null;
}

/** A second unit of a firm in the same file adds what the first one did not say. */
function filled(row: Row, own: FactSource, record: FirmRecord): FirmRecord {
  const has = (bit: number) => (own.mask & bit) !== 0;
  const codes = rev2CodesOf(row.nace, own.slot);
  return {
    ...record,
    name: has(FACT_BIT.name) ? row.name : record.name,
    address: has(FACT_BIT.address) ? row.address : record.address,
    legalForm: has(FACT_BIT.legalForm) ? row.legalForm : record.legalForm,
    founded: has(FACT_BIT.status) ? row.founded : record.founded,
    ceased: has(FACT_BIT.status) ? row.ceased : record.ceased,
    nace2: codes ?? record.nace2,
    size: has(FACT_BIT.size) ? row.size : record.size,
  };
}
