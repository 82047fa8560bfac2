import type { Country } from "../../../core/country.ts";
import { FORMATS, type RegisterFormat } from "../snapshot/told/formats.ts";
import { gatherFiles } from "./gather-files.ts";
import { gatherRpo } from "./gather-rpo.ts";
import type { Gathered, Gathering } from "./gathering.ts";

/** The registers that publish files to download, in the order in which they are fetched. RÚZ publishes none. */
export const FETCHED_FORMATS = ["res", "rpo", "nis2-register"] as const satisfies readonly RegisterFormat[];

export type FetchedFormat = (typeof FETCHED_FORMATS)[number];

/** Where the files are; a register that is left out is not fetched. */
export interface Places {
  readonly res?: { readonly data: string; readonly activities: string; readonly maxBytes: number } | undefined;
  readonly rpo?: { readonly bucket: string; readonly maxBytes: number } | undefined;
  /** Base address of the open-data register (`OPENDATA_URL`). */
  readonly "nis2-register"?: { readonly base: string; readonly maxBytes: number } | undefined;
}

export function countryOfFormat(format: FetchedFormat): Country {
  return FORMATS[format].country;
}

/**
 * Gathers the files of one register; `undefined` when it has no place.
 * @throws FetchFailure when they cannot be had.
 */
export async function gather(
  format: FetchedFormat,
  places: Places,
  gathering: Gathering,
): Promise<Gathered | undefined> {
  const { res, rpo, "nis2-register": nis2 } = places;
  if (format === "res" && res !== undefined) {
    const { data, activities, maxBytes } = res;
    return gatherFiles(
      {
        files: [
          { url: data, name: "res_data.csv", maxBytes },
          { url: activities, name: "res_pf_nace.csv", maxBytes },
        ],
        importOf: ([file = "", second = ""]) => ({ country: "CZ", format, file, activities: second }),
      },
      gathering,
    );
  }
  if (format === "rpo" && rpo !== undefined) return gatherRpo({ url: rpo.bucket, maxBytes: rpo.maxBytes }, gathering);
  if (format === "nis2-register" && nis2 !== undefined) {
    const url = `${nis2.base}/v1/companies.ndjson`;
    return gatherFiles(
      {
        files: [{ url, name: "companies.ndjson", maxBytes: nis2.maxBytes }],
        importOf: ([file = ""]) => ({ country: "SK", format, file }),
      },
      gathering,
    );
  }
  return undefined;
}
