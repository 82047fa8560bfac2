import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
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

export const importOutput = z.object({
  country: z.enum(COUNTRIES),
  format: z.enum(REGISTER_FORMATS),
  rows: z.number().int().describe("Rows read."),
  skipped: z.number().int().describe("Rows that could not be used."),
  unreadableEnds: z
    .number()
    .int()
    .describe("Firms whose stated end is no date: their category is unknown until a readable one is imported."),
  firstSkipped: z.array(z.object({ line: z.number().int(), reason: z.string() })),
  companies: z.number().int().describe("Firms of the country in the published file."),
  seconds: z.number(),
  dataAsOf: z.string(),
});

/** One file to import, as an operator names it. */
export type ImportRequest = Omit<z.output<typeof importInput>, "locale">;

/** The result for the file. */
export type ImportOutcome = z.output<typeof importOutput>;
