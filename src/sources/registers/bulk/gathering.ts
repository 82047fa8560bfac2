import type { Day } from "../../../core/day.ts";
import type { ImportFile } from "../snapshot/importing/import-options.ts";
import type { Had, Wanted } from "./have-file.ts";
import type { ReadText } from "./list-bucket.ts";

/** What a source needs to gather its files. */
export interface Gathering {
  /** What the last successful import of this source remembered; `undefined` when it is not what is published now. */
  readonly known: unknown;
  /** The last day a publication may be of: a later one is a mistake. */
  readonly latest: Day;
  have(wanted: Wanted): Promise<Had>;
  readText: ReadText;
  /** Removes downloads of this source that nobody wants any more. */
  keepOnly(names: readonly string[]): void;
}

/** What a source has: nothing new, or files to import in this order and what to remember once they are published. */
export type Gathered =
  | { readonly kind: "unchanged" }
  | {
      readonly kind: "files";
      readonly files: readonly ImportFile[];
      readonly received: number;
      readonly known: object;
    };
