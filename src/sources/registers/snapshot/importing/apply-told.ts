import type { Country } from "../../../../core/country.ts";
import type { Dictionaries } from "../layout/dictionaries.ts";
import { partOf } from "../layout/nace-text.ts";
import { FACT_BIT, type Teller } from "../layout/origins.ts";
import type { Row } from "../layout/row.ts";
import type { FormatTraits } from "../told/formats.ts";
import { isNaturalPerson } from "../told/natural-person.ts";
import type { OddKind, Told } from "../told/told.ts";
import type { FirmWriter } from "./firm-writer.ts";
import { mergeTold, type Voice } from "./merge.ts";

/** What became of one told firm. `odd` when it was set aside or mixed with another record of the same number. */
export interface Applied {
  readonly stored: boolean;
  readonly added: boolean;
  readonly odd?: OddKind;
}

const ADDED: Applied = { stored: true, added: true };
const STORED: Applied = { stored: true, added: false };
const REPEATED: Applied = { stored: false, added: false, odd: "repeated_number" };
const OLDER: Applied = { stored: false, added: false, odd: "older_than_known" };

/** Adds what one line of a file tells to what is known of the firm. */
export function applyTold(
  writer: FirmWriter,
  dictionaries: Dictionaries,
  traits: FormatTraits,
  voice: Voice,
  told: Told,
): Applied {
  const verdict = told.outcome === null ? null : dictionaries.outcomeId(told.outcome);
  if (!writer.has(told.ico)) {
    writer.add(told, voice, verdict);
    return ADDED;
  }
  // A whole register that is its country's base starts from nothing: a known number is a second row of it.
  if (traits.isBase && traits.isWhole) return REPEATED;
  const row = writer.find(told.ico);
  if (row === undefined) throw new Error("a firm of the index has no row");
  const { tellers } = dictionaries.origin(row.origin);
  const own = tellers.find((teller) => teller.rank === traits.rank);
  const isToldNow = own !== undefined && row.origin >= dictionaries.firstOrigin;
  let mixed = told;
  let odd: OddKind | undefined;
  if (isToldNow && traits.isWhole) return REPEATED;
  if (own !== undefined && !traits.isWhole && own.day > voice.day) return OLDER;
  if (own !== undefined && traits.isBase && isOtherEntity(row, told)) {
    if (!replacesEntity(row, told)) return REPEATED;
    odd = "repeated_number";
  } else if (isToldNow && !traits.isBase) {
    odd = "repeated_number";
    if (!(hasCeased(row, own) && told.ceased === null)) mixed = filled(row, own, told, voice.letter);
  }
  const merged = mergeTold(row, tellers, voice, mixed, verdict);
  writer.put(told.ico, row.id, row, hideCeasedPerson(row, merged, traits.country));
  return odd === undefined ? STORED : { ...STORED, odd };
}

/**
 * Of a sole trader who has ceased nothing but number and days is kept, also when the source that tells the name does
 * not know of the form or of the end: another does. Changes `row`; returns who tells what is left.
 */
function hideCeasedPerson(row: Row, tellers: Teller[], country: Country): Teller[] {
  if (row.ceased === null || !isNaturalPerson(country, row.legalForm)) return tellers;
  row.name = null;
  row.address = null;
  return tellers.map((teller) => ({ ...teller, mask: teller.mask & ~(FACT_BIT.name | FACT_BIT.address) }));
}

/** True when the register holds two records under one number (an old one and its successor). */
function isOtherEntity(row: Row, told: Told): boolean {
  return row.entity !== null && told.entity !== null && row.entity !== told.entity;
}

/** Of two records with one number the active one counts, of two alike the one founded later. */
function replacesEntity(row: Row, told: Told): boolean {
  const isKnownActive = row.ceased === null;
  const isToldActive = told.ceased === null;
  return isKnownActive === isToldActive ? (told.founded ?? 0) > (row.founded ?? 0) : isToldActive;
}

function hasCeased(row: Row, own: Teller): boolean {
  return (own.mask & FACT_BIT.status) !== 0 && row.ceased !== null;
}

/** A second unit of a firm in the same file adds what the first one did not say. */
function filled(row: Row, own: Teller, told: Told, letter: string): Told {
  const has = (bit: number) => (own.mask & bit) !== 0;
  const codes = partOf(row.nace, letter)?.slice(1).split("/")[0]?.split(" ");
  return {
    ...told,
    name: has(FACT_BIT.name) ? row.name : told.name,
    address: has(FACT_BIT.address) ? row.address : told.address,
    legalForm: has(FACT_BIT.legalForm) ? row.legalForm : told.legalForm,
    founded: has(FACT_BIT.status) ? row.founded : told.founded,
    ceased: has(FACT_BIT.status) ? row.ceased : told.ceased,
    nace2: codes ?? told.nace2,
    size: has(FACT_BIT.size) ? row.size : told.size,
  };
}
