/** A company identification number: always eight digits, left-padded with zeros. */
export type Ico = string;

/**
 * Reads what people type or paste: 6-8 digits, blanks inside tolerated (`35 763 469`).
 * Returns eight digits, or `undefined` when the text is no such number (`00000000` is none).
 */
export function parseIco(text: string): Ico | undefined {
  const digits = text.replace(/[\s\u00a0\u202f]+/g, "");
  if (!/^\d{6,8}$/.test(digits)) return undefined;
  const ico = digits.padStart(8, "0");
  return ico === "00000000" ? undefined : ico;
}

/**
 * True when the mod-11 check digit is right (weights 8 to 2, same in both countries).
 * A hint only: real firms with a wrong check digit exist, so nothing is refused for it.
 */
export function hasValidCheckDigit(ico: Ico): boolean {
  let sum = 0;
  for (let position = 0; position < 7; position++) sum += Number(ico[position]) * (8 - position);
  return (11 - (sum % 11)) % 10 === Number(ico[7]);
}
