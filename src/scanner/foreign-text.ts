/** Longest piece of foreign text in a result. */
const MAX_LENGTH = 300;

/** Foreign text as it may stand under `untrusted`: no control or format characters, at most 300 characters. */
export function foreignText(text: string): string {
  const start = text.slice(0, MAX_LENGTH * 8).replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu, "");
  return [...start].slice(0, MAX_LENGTH).join("");
}
