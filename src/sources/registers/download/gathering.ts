import type { Day } from "../../../core/day.ts";
import type { ImportFile } from "../snapshot/importing/import-options.ts";
import type { Had, Wanted } from "./have-file.ts";
import type { ReadText } from "./list-bucket.ts";

/** Where the files of a register are. */
export interface DownloadPlace {
  /** By the names of `knowledge/register-files.yaml`; `base` for one whose address is a setting. */
  readonly addresses: Readonly<Record<string, string>>;
  /** No file may be larger. */
  readonly maxBytes: number;
}

/** How the files of a register are downloaded. */
export interface DownloadDefinition {
  /** Set where the base address is a setting; else the list of addresses has an entry for the register. */
  readonly base?: { readonly setting: string; readonly maxBytes: number };
  /** Gathers what is new. @throws FetchFailure when it cannot be had. */
  gather(place: DownloadPlace, gathering: Gathering): Promise<Gathered>;
}

/** An address of a register. @throws Error when the list of addresses was read without it. */
export function addressIn(addresses: DownloadPlace["addresses"], name: string): string {
  const address = addresses[name];
  if (address === undefined) throw new Error(`the place of a register has no address ${name}`);
  return address;
}

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
