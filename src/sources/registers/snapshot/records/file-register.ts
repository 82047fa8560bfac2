import { basename } from "node:path";
import type { Country } from "../../../../core/country.ts";
import type { Day } from "../../../../core/day.ts";
import type { LineReader } from "./firm-record.ts";

/** A register whose published files are imported, as far as the snapshot has to know it. */
export interface FileRegister {
  /** Id of `knowledge/sources.yaml`, as it stands in provenance. Also the name of the file format. */
  readonly id: string;
  readonly country: Country;
  /** Which source is taken when two state the same fact of one firm: the higher rank. No two of one country share one. */
  readonly rank: number;
  /** The country's own register: its arrival ends the sample, and its silence leaves open whether a firm exists. */
  readonly isNational: boolean;
  readonly file: FileFormat;
}

/** How the files of a register are read and stored. */
export interface FileFormat {
  /**
   * Marks the facts of the register inside a snapshot, 1 to `MOST_SLOTS`. A slot is never changed and never given to
   * another register, not even when its own is gone: files that name it may still be in use.
   */
  readonly slot: number;
  /** One file is the whole publication: what it no longer names is gone. Otherwise a file adds and replaces. */
  readonly isWhole: boolean;
  /** There is a second file with the further activities of the firms (`--activities`). */
  readonly hasActivities?: boolean;
  /** True for a file, by its name, that only changes a register which is imported already. Default: none does. */
  readonly isUpdate?: (name: string) => boolean;
  open(input: FileInput): LineReader | Promise<LineReader>;
}

/** One file to read. */
export interface FileInput {
  readonly file: string;
  readonly country: Country;
  /** The second file, where the format has one and it was given. */
  readonly activities: string | undefined;
  /** The day of publication as the operator states it, else the day the file was last changed. */
  readonly asOf: Day;
  /** What an interrupted reader knew (`LineReader.memory`); empty at the start. */
  readonly memory: string;
  /** Reports bytes of the second file that are read; may throw to stop. */
  readonly onActivityBytes: (bytes: number) => void;
}

/** Slots are letters and ranges of ids in the file; see `layout/slots.ts`. */
export const MOST_SLOTS = 15;

/** Slot and rank of the shipped sample: every register ranks above it. */
export const SAMPLE_SLOT = 0;
export const SAMPLE_RANK = 0;

/**
 * True when a file begins a country's own register, so that the sample ends. A daily batch adds to the register; alone
 * it is a few thousand firms, and all others would seem not to exist.
 */
export function endsSample({ isNational, file: format }: FileRegister, file: string): boolean {
  return isNational && format.isUpdate?.(basename(file)) !== true;
}
