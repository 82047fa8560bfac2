import type { Company, Headcount } from "../../../../core/company.ts";
import type { Country } from "../../../../core/country.ts";
import type { Day } from "../../../../core/day.ts";
import type { Classify } from "../../register.ts";
import { RegisterFileError } from "../records/failure.ts";
import type { FileRegister } from "../records/file-register.ts";
import type { OddKind } from "../records/firm-record.ts";

/** One file to import. `country` must be the one whose register the format is. */
export interface ImportFile {
  readonly country: Country;
  /** Id of a register whose files are imported, see `BuildOptions.registers`. */
  readonly format: string;
  /** Plain or gzip, whatever its name. */
  readonly file: string;
  /** The second file of the same publication, where the format has one (`res_pf_nace.csv` of RES). */
  readonly activities?: string;
  /** Day of publication; default: what the file says, else the day it was last changed. */
  readonly asOf?: Day;
}

/** The shipped sample of real firms, which takes the place of the register of a country until its register is imported. */
export interface Seed {
  /** Id of `knowledge/sources.yaml`. */
  readonly source: string;
  /** Each firm carries its own provenance. */
  readonly companies: readonly Company[];
  /** Per country, the day the sample is of. */
  readonly asOf: Readonly<Record<Country, Day>>;
}

/** How far an import is. `done` of `total` are bytes while reading and steps of their own in the other phases. */
export interface ImportProgress {
  readonly phase: "copy" | "activities" | "rows" | "classes" | "keys" | "check";
  readonly file?: string;
  readonly done: number;
  readonly total: number;
  /** Rows of the current file stored so far. */
  readonly rows: number;
}

/** What every build of a register file needs. */
export interface BuildOptions {
  /** The data directory; register files are in its folder `registers`. */
  readonly dir: string;
  /** Every register whose files can be imported. */
  readonly registers: readonly FileRegister[];
  readonly classify: Classify;
  /** The headcount that a register's code of size stands for; without it such firms count as of no known size. */
  readonly headcountOfCode?: (country: Country, code: string) => Headcount | null;
  /** Names the rules behind `classify`: rows classified by others are classified anew. */
  readonly rulesVersion: string;
  readonly now: () => Date;
  readonly seed?: Seed;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Stops the build at the next row; what is done is kept and the next import goes on from it. */
  readonly signal?: AbortSignal;
  /** The most bytes the new file may take; default: what the disk holds. */
  readonly maxBytes?: number;
  /** From how many entries on a prefix has its answer prepared (K); default 500. */
  readonly denseAbove?: number;
  /** The largest share of bad rows a file may have; default 0.01. A few bad rows are always allowed. */
  readonly maxBadShare?: number;
  /** The largest share of its firms that a whole publication may have lost; default 0.1. */
  readonly maxLostShare?: number;
}

/** What became of one imported file. */
export interface ImportReport extends ImportFile {
  readonly asOf: Day;
  /** Lines read, and firms that the file names. */
  readonly lines: number;
  readonly firms: number;
  /** Firms that no source named before, and firms that a whole publication no longer names. */
  readonly added: number;
  readonly gone: number;
  /** Lines that could not be read, with the first of them. */
  readonly skipped: number;
  readonly firstSkipped: readonly SkippedLine[];
  /** What was read but is strange. */
  readonly odd: Readonly<Partial<Record<OddKind, number>>>;
  /** The line from which an interrupted import went on. */
  readonly resumedAtLine?: number;
  /** Firms of the country in the published file, from all sources. */
  readonly companies: number;
  /** Version of the published file. */
  readonly version: string;
}

export interface SkippedLine {
  readonly line: number;
  readonly reason: string;
}

/** The register of a file. @throws RegisterFileError for a format that nobody reads. */
export function registerOf({ registers }: Pick<BuildOptions, "registers">, { format, file }: ImportFile): FileRegister {
  const register = registers.find(({ id }) => id === format);
  if (register === undefined) throw new RegisterFileError(file, undefined, `there is no format ${format}.`);
  return register;
}
