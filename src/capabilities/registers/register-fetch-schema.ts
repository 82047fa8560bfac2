import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import { FETCH_FAILURES } from "../../sources/registers/download/failure.ts";
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

export const fetchOutput = z.object({
  registers: z.array(
    z.object({
      register,
      country: z.enum(COUNTRIES),
      result: z
        .enum(["published", "unchanged", "failed", "refused"])
        .describe("refused: the files came, but were not imported; see refusal."),
      files: z.number().int().describe("Files imported."),
      received: z.number().int().describe("Bytes that came over the line; none for what an earlier fetch had brought."),
      rows: z.number().int().describe("Rows read."),
      skipped: z.number().int().describe("Rows that could not be used."),
      unreadableEnds: z
        .number()
        .int()
        .describe("Firms whose stated end is no date: their category is unknown until a readable one is imported."),
      firstSkipped: z.array(z.object({ file: z.string(), line: z.number().int(), reason: z.string() })),
      companies: z.number().int().nullable().describe("Firms of the country in the published file."),
      dataAsOf: z.string().nullable(),
      failure: z
        .object({
          code: z.enum(FETCH_FAILURES),
          status: z.number().int().nullable().describe("HTTP status, where that is the reason."),
          url: z.string().nullable(),
          retryAfter: z.number().int().nullable().describe("Seconds that the server asks us to wait."),
          text: z.string(),
        })
        .nullable(),
    }),
  ),
  refusal: z.string().nullable().describe("Why the files were not imported: file, line and reason."),
  complete: z.boolean().describe("False when a register failed or the files were refused."),
  seconds: z.number(),
});

/** What an operator wants to download; the registers are chosen already. */
export interface FetchRequest {
  readonly registers: readonly FetchedFormat[];
  /** True when the operator named them: then one that has no address is a mistake, else it is left out. */
  readonly named: boolean;
  readonly from?: string | undefined;
  readonly anew: boolean;
}

type Row = z.output<typeof fetchOutput>["registers"][number];

/** The result. */
export interface FetchOutcome {
  readonly registers: readonly (Omit<Row, "failure" | "country"> & {
    readonly failure: Omit<NonNullable<Row["failure"]>, "text"> | null;
  })[];
  readonly refusal: string | null;
  readonly seconds: number;
}
