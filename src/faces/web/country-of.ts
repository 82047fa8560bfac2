import type { Country } from "../../core/country.ts";
import type { Locale } from "../../core/locale.ts";

/** The country of which most readers of a language ask; in English it is open. */
export function countryOf(locale: Locale): Country | undefined {
  return ({ sk: "SK", cs: "CZ", en: undefined } as const)[locale];
}
