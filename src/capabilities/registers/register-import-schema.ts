import { z } from "zod";
import type { Country } from "../../core/country.ts";
import { isDay } from "../../core/day.ts";
import { REGISTER_FORMATS } from "../../sources/registers/registers.ts";
import { expectations } from "../calling/expectations.ts";
import { countryParameter, localeParameter } from "../calling/parameters.ts";

export const importInput = z.strictObject({
  country: countryParameter,
  format: z
    .enum(REGISTER_FORMATS)
    .describe("The register whose file it is; docs/registers.md says which file each one takes."),
  file: z.string().min(1).describe("Path of the file; .gz is read as it is."),
  activities: z.string().min(1).optional().describe("ČSÚ res_pf_nace.csv, the further activities; only with res."),
  asOf: z
    .string()
    .refine(isDay)
    .optional()
    .describe("Day of publication; default: what the file says, else the day it was last changed.")
    .register(expectations, {
      sk: "dátum RRRR-MM-DD, ktorý existuje",
      cs: "datum RRRR-MM-DD, které existuje",
      en: "a date YYYY-MM-DD that exists",
    }),
  locale: localeParameter,
});

/** One file to import, as an operator names it. */
export type ImportRequest = Omit<z.output<typeof importInput>, "locale">;

/** The result for the file. */
export interface ImportOutcome {
  readonly country: Country;
  readonly format: (typeof REGISTER_FORMATS)[number];
  /** Rows read, and those that could not be used. */
  readonly rows: number;
  readonly skipped: number;
  /** Firms whose stated end is no date: their category is unknown until a readable one is imported. */
  readonly unreadableEnds: number;
  readonly firstSkipped: readonly { readonly line: number; readonly reason: string }[];
  /** Firms of the country in the published file. */
  readonly companies: number;
  readonly seconds: number;
  readonly dataAsOf: string;
}
