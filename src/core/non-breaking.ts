import type { Locale, Localized } from "./locale.ts";

const SPACE = "\u00a0";

/**
 * Words that mean nothing without the number or letter behind them: `§ 17`, `ods. 2`, `č. 69/2018`, `Article 21(2)`.
 */
const LEADING = /(?<![\p{L}\d])(§|čl\.|ods\.|odst\.|písm\.|bod|č\.|No\.|Articles?|point) (?=\S)/gu;

/** What belongs to the number before it: `69/2018 Z. z.`, `264/2025 Sb.`, `(EÚ) 2022/2555`. */
const COLLECTION = /(?<=\/\d{4}) (Z\.) (z\.)|(?<=\/\d{4}) (Sb\.)|(?<=\((?:EÚ|EU)\)) (?=\d)/gu;

/** A day in words: `21. novembra 2026`, `21 November 2026`. */
const DAY = /(?<!\d)(\d{1,2}\.?) (\p{L}{3,}) (?=\d{4}(?!\d))/gu;

/** Most texts of pages come from the knowledge and are set again at each page. */
const MOST_REMEMBERED = 20_000;
const LONGEST_REMEMBERED = 500;
const remembered = new Map<string, string>();

/** The same text with what is read as one kept on one line: a reference to the law, a day. */
export function nonBreaking(text: string): string {
  const before = remembered.get(text);
  if (before !== undefined) return before;
  const set = keepReferences(text);
  if (text.length > LONGEST_REMEMBERED) return set;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  // A text that stays as it is takes no second copy.
  remembered.set(text, set === text ? text : set);
  return set;
}

function keepReferences(text: string): string {
  return text
    .replace(LEADING, `$1${SPACE}`)
    .replace(COLLECTION, (found) => found.replaceAll(" ", SPACE))
    .replace(DAY, `$1${SPACE}$2${SPACE}`);
}

/** Words of one letter, which Slovak and Czech do not leave at the end of a line: `v zákone`, `a smernica`. */
const ONE_LETTER: Readonly<Record<Locale, RegExp | null>> = {
  sk: /(?<![\p{L}\p{N}])([aikosuvz]) (?=\S)/giu,
  cs: /(?<![\p{L}\p{N}])([aikosuvz]) (?=\S)/giu,
  en: null,
};

/** The same text with words of one letter kept on the line of the next word, and a percent sign on that of its number. */
export function keepShortWords(text: string, locale: Locale): string {
  const rule = ONE_LETTER[locale];
  const kept = text.replace(/(?<=\d) (?=%)/g, SPACE);
  return rule === null ? kept : kept.replace(rule, `$1${SPACE}`);
}

/** The texts of a page with their words of one letter kept on the line of the next word. */
export function typesetTexts<T extends Readonly<Record<string, Localized>>>(texts: T): T {
  const set = ({ sk, cs, en }: Localized): Localized => ({
    sk: keepShortWords(sk, "sk"),
    cs: keepShortWords(cs, "cs"),
    en: keepShortWords(en, "en"),
  });
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, set(text)])) as T;
}
