/** Control characters and what is no character; of them XML allows tab and line ends (XML 1.0, 2.2). */
const FORBIDDEN = /(?![\t\n\r\u007f-\u009f])[\p{Cc}\ufffe\uffff]/gu;

/** An ampersand that begins no reference. */
const LONE = /&(?!#\d{1,7};|#x[0-9a-f]{1,6};|[a-z_:][\w:.-]{0,60};)/gi;

/** A reference to a character that no document may hold. */
const FORBIDDEN_REFERENCE = /&#(?:0*(?:\d|1[124-9]|2\d|3[01])|x0*(?:[0-8bcef]|1[0-9a-f]));/gi;

/** A document that can be read, and how many of its characters were mended. */
export interface RepairedXml {
  readonly text: string;
  readonly repaired: number;
}

/**
 * Mends what offices paste into feeds: a lone `&` is text, a control character is nothing. Everything else stays as it
 * is, for the parser to judge. Inside CDATA an ampersand is text already.
 */
export function repairXml(document: string): RepairedXml {
  let repaired = 0;
  const count = (mended: string) => () => {
    repaired += 1;
    return mended;
  };
  const clean = document.replace(FORBIDDEN, count(""));
  const parts: string[] = [];
  let at = 0;
  while (at < clean.length) {
    const found = clean.indexOf("<![CDATA[", at);
    const start = found < 0 ? clean.length : found;
    const text = clean
      .slice(at, start)
      .replace(FORBIDDEN_REFERENCE, (reference) => (isAllowed(reference) ? reference : count("")()));
    parts.push(text.replace(LONE, count("&amp;")));
    const end = clean.indexOf("]]>", start);
    at = end < 0 ? clean.length : end + 3;
    parts.push(clean.slice(start, at));
  }
  return { text: parts.join(""), repaired };
}

/** Tab and line ends are allowed. */
function isAllowed(reference: string): boolean {
  const digits = reference.slice(2, -1);
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits);
  return code === 9 || code === 10 || code === 13;
}
