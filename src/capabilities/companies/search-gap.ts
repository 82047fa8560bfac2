import { countryNames } from "../../core/country.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import type { SearchGap } from "../../sources/registers/register.ts";

/** Why firms of a country may be missing from a search; see `SearchGap`. */
export const SEARCH_GAP_REASONS = [
  "sample_only",
  "source_unavailable",
  "too_many_hits",
] as const satisfies readonly SearchGap["reason"][];

const reasons: Readonly<Record<SearchGap["reason"], Localized>> = {
  sample_only: {
    sk: "register tu nie je načítaný, prehľadaná bola len priložená vzorka skutočných firiem.",
    cs: "rejstřík tu není načten, prohledán byl jen přiložený vzorek skutečných firem.",
    en: "its register is not loaded here, only the shipped sample was searched.",
  },
  source_unavailable: {
    sk: "register teraz neodpovedá, ukazujeme len to, čo o firmách vieme bez neho.",
    cs: "rejstřík teď neodpovídá, ukazujeme jen to, co o firmách víme bez něj.",
    en: "its register is not answering at the moment, so only what is known without it is shown.",
  },
  too_many_hits: {
    sk: "hľadanému zodpovedá viac firiem, než register ukáže. Napíšte viac z názvu alebo celé IČO.",
    cs: "hledanému odpovídá víc firem, než rejstřík ukáže. Napište víc z názvu nebo celé IČO.",
    en: "more firms fit than the register shows. Type more of the name, or the whole ico.",
  },
};

const reasonsOfBoth: Readonly<Record<SearchGap["reason"], Localized>> = {
  sample_only: {
    sk: "registre tu nie sú načítané, prehľadaná bola len priložená vzorka skutočných firiem.",
    cs: "rejstříky tu nejsou načteny, prohledán byl jen přiložený vzorek skutečných firem.",
    en: "their registers are not loaded here, only the shipped sample was searched.",
  },
  source_unavailable: {
    sk: "registre teraz neodpovedajú, ukazujeme len to, čo o firmách vieme bez nich.",
    cs: "rejstříky teď neodpovídají, ukazujeme jen to, co o firmách víme bez nich.",
    en: "their registers are not answering at the moment, so only what is known without them is shown.",
  },
  too_many_hits: {
    sk: "hľadanému zodpovedá viac firiem, než registre ukážu. Napíšte viac z názvu alebo celé IČO.",
    cs: "hledanému odpovídá víc firem, než rejstříky ukážou. Napište víc z názvu nebo celé IČO.",
    en: "more firms fit than the registers show. Type more of the name, or the whole ico.",
  },
};

const bothCountries: Localized = { sk: "Slovensko a Česko", cs: "Slovensko a Česko", en: "Slovakia and Czechia" };

/** The sentences on what a search could not cover: one for both countries where the reason is the same. */
export function gapSentences(
  gaps: readonly Pick<SearchGap, "country" | "reason">[],
  locale: Locale,
): readonly string[] {
  const [first, second] = gaps;
  if (first === undefined || first.reason !== second?.reason) return gaps.map((gap) => gapWords(gap, locale));
  return [`${bothCountries[locale]}: ${reasonsOfBoth[first.reason][locale]}`];
}

/** One sentence on what a search could not cover, for a summary, a page and the terminal. */
export function gapWords({ country, reason }: Pick<SearchGap, "country" | "reason">, locale: Locale): string {
  return `${countryNames[country][locale]}: ${reasons[reason][locale]}`;
}
