import { type CompanyNumber, readCompanyNumber } from "../../core/company-number.ts";
import type { Country } from "../../core/country.ts";
import { ServiceError } from "../../core/problem.ts";
import { countryConflict, wrongNumber } from "./company-number-problems.ts";

/**
 * The number that somebody typed, with the country that its sign or the field beside it names.
 * @param country of the field beside it
 * @returns `undefined` for what is no number at all
 * @throws ServiceError `invalid_arguments` for a tax or VAT number, and for a sign of another country
 */
export function readStatedNumber(typed: string, country?: Country): Omit<CompanyNumber, "kind"> | undefined {
  const number = readCompanyNumber(typed);
  if (number === undefined) return undefined;
  if (number.kind !== "ico") throw new ServiceError(wrongNumber(number));
  if (number.country !== undefined && country !== undefined && number.country !== country) {
    throw new ServiceError(countryConflict(number.country));
  }
  const where = number.country ?? country;
  return { ico: number.ico, ...(where === undefined ? {} : { country: where }) };
}
