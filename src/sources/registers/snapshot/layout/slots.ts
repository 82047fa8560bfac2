import type { Country } from "../../../../core/country.ts";
import { MOST_SLOTS, SAMPLE_SLOT } from "../records/file-register.ts";

/** Ids are dealt in ranges of this size, one per country and slot, so that one register can grow without the others. */
export const RANGE = 1 << 23;

/** The first Slovak id. All Czech ids are smaller: without a country filter Czech firms come first, as elsewhere. */
export const FIRST_SK = (MOST_SLOTS + 1) * RANGE;

/** The country a row belongs to, by its id. */
export function countryOf(id: number): Country {
  return id < FIRST_SK ? "CZ" : "SK";
}

/** The ids of one country (or of both): from, and up to but not with. */
export function idsOf(country: Country | undefined): readonly [number, number] {
  if (country === "CZ") return [0, FIRST_SK];
  if (country === "SK") return [FIRST_SK, 2 * FIRST_SK];
  return [0, 2 * FIRST_SK];
}

/**
 * The range in which a firm's id is dealt, by the slot of the best source that knows it: firms of the first register
 * of a country come first in search results, those of later ones after them, those of the sample last.
 */
export function rangeOf(country: Country, slot: number): number {
  const place = slot === SAMPLE_SLOT ? MOST_SLOTS : slot - 1;
  return (country === "CZ" ? 0 : MOST_SLOTS + 1) + place;
}

/** The letter before a source's codes in the stored list of activities: `a` is the sample. */
export function letterOf(slot: number): string {
  return String.fromCharCode(0x61 + slot);
}
