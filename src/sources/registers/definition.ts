import type { Country } from "../../core/country.ts";
import type { DownloadDefinition } from "./download/gathering.ts";
import type { LiveDefinition } from "./live/live-register.ts";
import type { FileFormat } from "./snapshot/records/file-register.ts";

/**
 * A register: everything that Dosah knows of it stands in its own folder, and `registers.ts` lists it. A register has
 * published files, a live connection, or both.
 */
export interface RegisterDefinition {
  /** Id of `knowledge/sources.yaml`, and the name of its folder and of its file format. */
  readonly id: string;
  readonly country: Country;
  /** Which source is taken when two state the same fact of one firm: the higher rank, 1 or more. */
  readonly rank: number;
  /** The country's own register: it says which firms exist, and its files end the shipped sample. */
  readonly isNational: boolean;
  /** Its activity codes are copies of what other registers state: they stand only where nobody else states any. */
  readonly copiesActivities?: boolean;
  /** Firms that have ended stand in it without an end for years: only an end that it states says something. */
  readonly missesEnds?: boolean;
  readonly file?: FileFormat;
  readonly download?: DownloadDefinition;
  readonly live?: LiveDefinition;
}
