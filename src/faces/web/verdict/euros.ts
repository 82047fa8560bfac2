import type { Locale } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";

const million: Record<Locale, (count: string) => string> = {
  sk: (count) => `${count}\u00a0mil.\u00a0€`,
  cs: (count) => `${count}\u00a0mil.\u00a0€`,
  en: (count) => `€${count}\u00a0m`,
};

/** An amount in EUR as millions: `7,5 mil. €`. */
export function inMillions(euros: number, locale: Locale): string {
  return million[locale](formatNumber(euros / 1_000_000, locale));
}
