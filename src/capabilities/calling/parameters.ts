import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import { LOCALES } from "../../core/locale.ts";
import { SIZE_INDEPENDENT_SERVICES } from "../../knowledge/nis2-ids.ts";
import { expectations } from "./expectations.ts";

/** `ico` as people paste it; `parseIco` makes eight digits of it. */
export const icoParameter = z
  .string()
  .regex(/^\s*(?:\d[\s\u00a0\u202f]*){6,8}$/)
  .meta({
    description: "Company identification number (IČO), 6-8 digits; blanks inside are tolerated.",
    examples: ["31322832"],
  })
  .register(expectations, {
    sk: "6 až 8 číslic, napríklad 31322832",
    cs: "6 až 8 číslic, například 45274649",
    en: "6 to 8 digits, for example 31322832",
  });

export const countryParameter = z.enum(COUNTRIES).describe("SK = Slovakia, CZ = Czechia.");

export const localeParameter = z.enum(LOCALES).default("sk").describe("Language of the texts in the answer.");

export const sizeIndependentServiceParameter = z
  .enum(SIZE_INDEPENDENT_SERVICES)
  .describe(
    "A service that falls under NIS2 whatever the size (article 2(2)(a)); cannot be derived from NACE. " +
      "qtsp = qualified trust service provider, tsp = non-qualified trust service provider, " +
      "tld-registry = top-level domain name registry, dns = DNS service provider. Taken as stated, not verified.",
  );
