import type { Country } from "./country.ts";

const CALLING_CODES: Readonly<Record<Country, string>> = { SK: "421", CZ: "420" };

/** What stands in brackets behind a number and is no part of it: `(24/7)`, `(po-pia)`. */
const NOTE = / ?\([^()]*[^\d\s()-][^()]*\)$/;

/**
 * A telephone number as people type it, in the form `+421905123456`, with its note: blanks, dashes and brackets go, `00`
 * means `+`, and a number within the country gets its code. What stays unclear is given back as typed.
 * @param country of the firm
 */
export function readPhone(text: string, country: Country | null): string {
  const typed = text.trim();
  const note = NOTE.exec(typed)?.[0] ?? "";
  const digits = typed.slice(0, typed.length - note.length).replace(/[\s()./-]/g, "");
  const kept = note === "" ? "" : ` ${note.trim()}`;
  if (/^\+\d+$/.test(digits)) return `${digits}${kept}`;
  if (/^00[1-9]\d+$/.test(digits)) return `+${digits.slice(2)}${kept}`;
  if (country === "SK" && /^0[1-9]\d{7,8}$/.test(digits)) return `+${CALLING_CODES.SK}${digits.slice(1)}${kept}`;
  if (country === "CZ" && /^[2-9]\d{8}$/.test(digits)) return `+${CALLING_CODES.CZ}${digits}${kept}`;
  return text;
}

/** The address in what a mail program copies: `mailto:a@b.sk`, `Jana <a@b.sk>`. Anything else is given back. */
export function bareEmail(text: string): string {
  return text
    .trim()
    .replace(/^mailto:/i, "")
    .replace(/^[^<>]*<([^<>]+)>$/, "$1")
    .trim();
}

/** An address of the web; a bare host name gets its `https://`. */
export function withScheme(text: string): string {
  const typed = text.trim();
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#]\S*)?$/u.test(typed) ? `https://${typed}` : typed;
}
