import { basename } from "node:path";
import type { Country } from "../../../../core/country.ts";

/** The file formats that `registers import` reads (docs/registers.md#the-registers). */
export const REGISTER_FORMATS = ["res", "rpo", "ruz", "nis2-register"] as const;

export type RegisterFormat = (typeof REGISTER_FORMATS)[number];

/** What the importer must know of a format besides how to read a line of it. */
export interface FormatTraits {
  readonly country: Country;
  /** Id of `knowledge/sources.yaml`, as it stands in provenance. */
  readonly source: string;
  /**
   * Who is believed when two sources tell the same fact of one firm: the higher rank. The rank also names the
   * source inside a row, so no two sources of one country share one. 0 is the shipped sample.
   */
  readonly rank: number;
  /** The letter before this source's codes in the stored list of activities. */
  readonly letter: string;
  /** The country's own register: it gives the order of search results, and its arrival ends the sample (`endsSample`). */
  readonly isBase: boolean;
  /** One file is the whole publication: what it no longer names is gone. Otherwise a file adds and replaces. */
  readonly isWhole: boolean;
}

export const FORMATS: Readonly<Record<RegisterFormat, FormatTraits>> = {
  res: { country: "CZ", source: "res", rank: 3, letter: "e", isBase: true, isWhole: true },
  rpo: { country: "SK", source: "rpo", rank: 3, letter: "p", isBase: true, isWhole: false },
  ruz: { country: "SK", source: "ruz", rank: 2, letter: "u", isBase: false, isWhole: false },
  "nis2-register": {
    country: "SK",
    source: "nis2-register",
    rank: 1,
    letter: "n",
    isBase: false,
    isWhole: true,
  },
};

/** The name under which RPO publishes what changed on one day (`actual_2026-11-20.json.gz`), also in several parts. */
const DAILY_BATCH = /^actual_\d{4}-\d{2}-\d{2}(?!\d)/;

/**
 * True when a file begins a country's own register, so that the sample ends. A daily batch adds to the register; alone
 * it is a few thousand firms, and all others would seem not to exist.
 */
export function endsSample({ format, file }: { readonly format: RegisterFormat; readonly file: string }): boolean {
  return FORMATS[format].isBase && !(format === "rpo" && DAILY_BATCH.test(basename(file)));
}

/** Rank and letter of the shipped sample: everything else is believed before it. */
export const SAMPLE_RANK = 0;
export const SAMPLE_LETTER = "s";
