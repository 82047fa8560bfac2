import type { Country } from "./country.ts";
import { fold } from "./fold.ts";

/** What somebody typed where a name or a number may stand, when it is a number. */
export interface StatedIco {
  /** One to eight digits, as typed: a whole number or the beginning of one. */
  readonly digits: string;
  /** The country whose sign stands before the digits. */
  readonly country?: Country;
}

/** A word for the number, the sign of a country, digits: whatever stands between them is already folded away. */
const STATED = /^(?:ico?|identifikacn[ei]cislo)?(?:(sk|cz))?(\d{1,8})$/;

/**
 * Reads a number as it stands in letterheads and invoices: `IČO: 31322832`, `IČ 270 82 440`, `SK31322832`,
 * `31 322 832`. Returns `undefined` for anything else, also for tax numbers of ten digits.
 */
export function readStatedIco(text: string): StatedIco | undefined {
  // Most of what is typed is a name, and folding costs more than a look.
  if (!/\d/.test(text)) return undefined;
  const [, sign, digits] = STATED.exec(fold(text).replaceAll(" ", "")) ?? [];
  if (digits === undefined) return undefined;
  if (sign === undefined) return { digits };
  return { digits, country: sign === "sk" ? "SK" : "CZ" };
}
