import { COUNTRIES, type Country } from "../../../core/country.ts";

/** The country that an address of the radar names; `undefined`: both. */
export function readCountry(query: URLSearchParams): Country | undefined {
  return COUNTRIES.find((known) => known === query.get("country")?.toUpperCase());
}
