import { normalForm } from "./normal-form.ts";

/**
 * Text that somebody else wrote (a register, a feed, a scanned site, a person), fit for one line: control characters,
 * marks that turn the direction of writing, tag characters and everything else without a shape of its own are taken
 * out, blanks collapsed. Every such text goes through this one rule before it leaves the service. Escaping is not its
 * job: each face does that for itself.
 */
export function foreignText(text: string): string {
  if (USUAL.test(text)) return text;
  const shown = text
    .toWellFormed()
    .replaceAll(WORD_BULLET, "•")
    .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}\ufffd]/gu, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  // Last: what was taken out may have kept a letter from its accent.
  return normalForm(shown, "NFC");
}

/** The bullet that Word writes into a copied list: a character of its own font, which no other font has. */
const WORD_BULLET = "\uf0b7";

/**
 * Nearly every name and address: words of printable ASCII, Latin-1 and Latin Extended-A (without the soft hyphen and
 * the blank that does not break), dashes and quotation marks, with single blanks between them. The rule leaves each of
 * these characters as it is.
 */
const USUAL = /^[!-~\u00a1-\u00ac\u00ae-\u017f\u2010-\u2027]+(?: [!-~\u00a1-\u00ac\u00ae-\u017f\u2010-\u2027]+)*$/;

/** Like `foreignText`; what has nothing left to show is `null`, as if it had not been there. */
export function foreignTextOrNull(text: string | null): string | null {
  const plain = text === null ? "" : foreignText(text);
  return plain === "" ? null : plain;
}

/** Like `foreignText` for text of several lines, such as a note: its line breaks stay. */
export function foreignLines(text: string): string {
  return text
    .trim()
    .split(/\r\n|\r|\n/)
    .map(foreignText)
    .join("\n")
    .trim();
}
