import { z } from "zod";
import type { FetchFailureKind } from "../../sources/registers/download/failure.ts";
import { FETCHED_FORMATS, type FetchedFormat } from "../../sources/registers/registers.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";

const register = z.enum(FETCHED_FORMATS);

export const fetchInput = z.strictObject({
  country: countryParameter.optional(),
  only: z.array(register).min(1).optional().describe("What each of them is stands in docs/registers.md."),
  from: z.string().min(1).optional().describe("A YAML file of addresses in place of the shipped list."),
  anew: z.boolean().default(false).describe("True: fetch everything, whatever was fetched before."),
  locale: localeParameter,
});

/** What an operator wants to download; the registers are chosen already. */
export interface FetchRequest {
  readonly registers: readonly FetchedFormat[];
  /** True when the operator named them: then one that has no address is a mistake, else it is left out. */
  readonly named: boolean;
  readonly from?: string | undefined;
  readonly anew: boolean;
}

/** What became of one register. */
interface FetchedRegister {
  readonly register: FetchedFormat;
  /** `refused`: the files came, but were not imported; see `refusal`. */
  readonly result: "published" | "unchanged" | "failed" | "refused";
  /** Files imported. */
  readonly files: number;
  /** Bytes that came over the line; none for what an earlier fetch had brought. */
  readonly received: number;
  /** Rows read, and those that could not be used. */
  readonly rows: number;
  readonly skipped: number;
  /** Firms whose stated end is no date: their category is unknown until a readable one is imported. */
  readonly unreadableEnds: number;
  readonly firstSkipped: readonly { readonly file: string; readonly line: number; readonly reason: string }[];
  /** Firms of the country in the published file. */
  readonly companies: number | null;
  readonly dataAsOf: string | null;
  /** `status` is that of HTTP, where it is the reason; `retryAfter` the seconds that the server asks us to wait. */
  readonly failure: {
    readonly code: FetchFailureKind;
    readonly status: number | null;
    readonly url: string | null;
    readonly retryAfter: number | null;
  } | null;
}

/** The result. */
export interface FetchOutcome {
  readonly registers: readonly FetchedRegister[];
  /** Why the files were not imported: file, line and reason. */
  readonly refusal: string | null;
  readonly seconds: number;
}
