import type { Country } from "./country.ts";
import { fold } from "./fold.ts";
import { hasValidCheckDigit, type Ico, parseIco } from "./ico.ts";

/** The number of a firm, with the country whose sign stands beside it. */
export interface CompanyNumber {
  readonly kind: "ico";
  readonly ico: Ico;
  readonly country?: Country;
}

/** A number that is no company number, by what it is. */
export type OtherNumber =
  | { readonly kind: "tax_sk" | "tax_cz_person" | "tax_cz_group" }
  /** `country`: ISO 3166-1, `EL` as GR and `XI` as GB. */
  | { readonly kind: "vat_foreign"; readonly country: string };

/** Longer texts are no number, whatever stands in them. */
const LONGEST = 100;

/** Words that stand before a number, folded and without blanks. */
const LABEL = /^(?:icdph|identifikacn[ei]cislo|ico|ic|dic|vat(?:no|number|id)?|taxid|regno)?/;

const SIGNED = /^(sk|cz)?(\d{6,8})(sk|cz)?$/;

/**
 * Reads one number as people paste it: `31 322 832`, `SK31322832`, `IČO: 31322832`, `CZ 452-74-649`, with invisible
 * characters, quotes, a comma or semicolon behind it. 6 to 8 digits are a number whatever the check digit.
 * @returns what the number is, `undefined` for what is no number
 */
export function readCompanyNumber(text: string): CompanyNumber | OtherNumber | undefined {
  if (text.length > LONGEST || !/\d/.test(text)) return undefined;
  const plain = fold(text.replace(/\p{Cf}/gu, "")).replaceAll(" ", "");
  const bare = plain.replace(LABEL, "");
  const [, before, digits, behind] = SIGNED.exec(bare) ?? [];
  if (digits !== undefined) {
    const ico = parseIco(digits);
    const sign = before ?? behind;
    if (ico === undefined || (before !== undefined && behind !== undefined && before !== behind)) return undefined;
    return sign === undefined ? { kind: "ico", ico } : { kind: "ico", ico, country: sign === "sk" ? "SK" : "CZ" };
  }
  return otherNumber(bare);
}

function otherNumber(bare: string): OtherNumber | undefined {
  if (/^(?:sk)?\d{10}$/.test(bare)) return { kind: "tax_sk" };
  if (/^cz699\d{7}$/.test(bare)) return { kind: "tax_cz_group" };
  if (/^cz\d{9,10}$/.test(bare)) return { kind: "tax_cz_person" };
  const form = FOREIGN.find(({ sign, rest }) => bare.startsWith(sign) && rest.test(bare.slice(sign.length)));
  return form === undefined ? undefined : { kind: "vat_foreign", country: form.country };
}

/** VAT numbers of other countries as the European Commission publishes their forms (VIES); they only recognise. */
const FOREIGN = Object.entries({
  at: /^u\d{8}$/,
  be: /^[01]\d{9}$/,
  bg: /^\d{9,10}$/,
  che: /^\d{9}(?:mwst|tva|iva)?$/,
  cy: /^\d{8}[a-z]$/,
  de: /^\d{9}$/,
  dk: /^\d{8}$/,
  ee: /^\d{9}$/,
  el: /^\d{9}$/,
  es: /^[a-z0-9]\d{7}[a-z0-9]$/,
  fi: /^\d{8}$/,
  fr: /^[a-z0-9]{2}\d{9}$/,
  gb: /^(?:\d{9}|\d{12})$/,
  gr: /^\d{9}$/,
  hr: /^\d{11}$/,
  hu: /^\d{8}$/,
  ie: /^\d[a-z0-9]\d{5}[a-z]{1,2}$/,
  it: /^\d{11}$/,
  lt: /^(?:\d{9}|\d{12})$/,
  lu: /^\d{8}$/,
  lv: /^\d{11}$/,
  mt: /^\d{8}$/,
  nl: /^\d{9}b\d{2}$/,
  pl: /^\d{10}$/,
  pt: /^\d{9}$/,
  ro: /^\d{6,10}$/,
  se: /^\d{12}$/,
  si: /^\d{8}$/,
  xi: /^(?:\d{9}|\d{12})$/,
}).map(([sign, rest]) => ({
  sign,
  rest,
  country: ({ che: "CH", el: "GR", xi: "GB" } as Record<string, string>)[sign] ?? sign.toUpperCase(),
}));

/** A number in a list, where a spreadsheet may have dropped its leading zeros. */
export interface ListedNumber extends CompanyNumber {
  /** True where zeros were filled in, which the check digit confirms. */
  readonly areZerosAdded: boolean;
}

/** The same in a list of firms, where 1 to 5 digits are a number too if their check digit is right once zeros are filled in. */
export function readListedNumber(text: string): ListedNumber | OtherNumber | undefined {
  const number = readCompanyNumber(text);
  if (number !== undefined) return number.kind === "ico" ? { ...number, areZerosAdded: false } : number;
  const [, sign, digits = ""] = /^(sk|cz)?(\d{1,5})$/.exec(fold(text.slice(0, LONGEST)).replaceAll(" ", "")) ?? [];
  const ico = filledUp(digits);
  if (ico === undefined) return undefined;
  return {
    kind: "ico",
    ico,
    areZerosAdded: true,
    ...(sign === undefined ? {} : { country: sign === "sk" ? "SK" : "CZ" }),
  };
}

/** A number that came as an amount, without its leading zeros: below six digits only where the check digit is right. */
export function icoOfAmount(amount: number): Ico | undefined {
  if (!Number.isSafeInteger(amount) || amount <= 0) return undefined;
  const digits = String(amount);
  return digits.length < 6 ? filledUp(digits) : parseIco(digits);
}

function filledUp(digits: string): Ico | undefined {
  const ico = digits.padStart(8, "0");
  return /^0*$/.test(digits) || !hasValidCheckDigit(ico) ? undefined : ico;
}
