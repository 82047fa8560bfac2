import type { Locale } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import type { Stats } from "../components/headline-counts.tsx";

/** Words of every second to every tenth firm; further ones are numbers. */
const ORDINALS: Readonly<Record<"sk" | "cs", readonly string[]>> = {
  sk: ["druhá", "tretia", "štvrtá", "piata", "šiesta", "siedma", "ôsma", "deviata", "desiata"],
  cs: ["druhá", "třetí", "čtvrtá", "pátá", "šestá", "sedmá", "osmá", "devátá", "desátá"],
};

/** The largest share in words: every second firm; a rarer one than every fiftieth is so many in a thousand. */
const [FIRST, LAST] = [2, 50];

const sentences: Readonly<Record<Locale, (share: string, sector: string | undefined) => string>> = {
  sk: (share, sector) => `${share} pod NIS2${sector === undefined ? "" : `, najviac v sektore ${sector}`}`,
  cs: (share, sector) => `${share} pod NIS2${sector === undefined ? "" : `, nejvíc v odvětví ${sector}`}`,
  en: (share, sector) => `${share} under NIS2${sector === undefined ? "" : `, most of them in ${sector}`}`,
};

/**
 * The share of active firms in scope and the largest sector, in a sentence made of the figures alone.
 * @returns `null` where no firm is active or in scope: there is nothing to find
 */
export function findingOf(
  { active, totals, sectors = [] }: Pick<Stats, "active" | "totals" | "sectors">,
  locale: Locale,
): string | null {
  const inScope = totals.essential + totals.important;
  if (active === 0 || inScope === 0) return null;
  const largest = [...sectors].sort((a, b) => b.essential + b.important - (a.essential + a.important))[0];
  const named = largest === undefined || largest.essential + largest.important === 0 ? undefined : `„${largest.name}“`;
  return sentences[locale](shareOf(active / inScope, locale), locale === "en" ? named?.replaceAll(/[„“]/g, "") : named);
}

/** @param reciprocal how many firms there are for one in scope */
function shareOf(reciprocal: number, locale: Locale): string {
  const nth = Math.round(reciprocal);
  if (nth > LAST || nth < FIRST) {
    const thousand = formatNumber(Math.round(1000 / reciprocal), locale);
    return {
      sk: `Z tisíc firiem ${thousand} patrí`,
      cs: `Z tisíce firem jich ${thousand} spadá`,
      en: `${thousand} firms in a thousand are`,
    }[locale];
  }
  if (locale === "en") return `One firm in ${nth} is`;
  const word = ORDINALS[locale][nth - FIRST] ?? `${nth}.`;
  return locale === "sk" ? `Každá ${word} firma patrí` : `Každá ${word} firma spadá`;
}
