import type { Country } from "../../../../core/country.ts";

/**
 * True for the legal form of a sole trader: the first group of both countries' lists (CZ code list 56, SK CL000056)
 * and the Czech forms 424 and 425 of traders from abroad. Their names and seats are personal data: readers keep only
 * what an answer needs, name and town while they trade, number and days when they have ceased.
 */
export function isNaturalPerson(country: Country, form: number | null): boolean {
  if (form === null) return false;
  if (form >= 100 && form <= 109) return true;
  return country === "CZ" ? form === 424 || form === 425 : form === 110;
}
