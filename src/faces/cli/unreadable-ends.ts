import type { Locale, Localized } from "../../core/locale.ts";
import { formatNumber } from "../../core/text.ts";

const text: Localized = {
  sk: "firiem s dátumom zániku, ktorý sa nedá prečítať (ich pôsobnosť je neurčená): ",
  cs: "firem s datem zániku, které nelze přečíst (jejich působnost je neurčená): ",
  en: "firms whose day of end cannot be read (their category is unknown): ",
};

/** The line by which an import reports firms whose end cannot be read; none where there is no such firm. */
export function unreadableEndsLine(count: number, locale: Locale): readonly string[] {
  return count === 0 ? [] : [text[locale] + formatNumber(count, locale)];
}
