import type { Child } from "hono/jsx";
import { headcountText } from "../../../capabilities/scope/headcount-text.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CategorySign, categoryMeanings, categoryNames } from "../components/category-mark.tsx";
import { Citation } from "../components/law-text.tsx";
import { naceLabel, sizeNames, type Verdict } from "./verdict-names.ts";

const text = {
  category: { sk: "Kategória", cs: "Kategorie", en: "Category" },
  sector: { sk: "Sektor NIS2", cs: "Odvětví NIS2", en: "NIS2 sector" },
  noSector: { sk: "žiadny", cs: "žádné", en: "none" },
  unknownSector: { sk: "nie je známy", cs: "není známo", en: "not known" },
  size: { sk: "Veľkosť", cs: "Velikost", en: "Size" },
  noSize: { sk: "nie je známa", cs: "není známa", en: "not known" },
  noNace: { sk: "Kód činnosti nie je známy.", cs: "Kód činnosti není znám.", en: "No activity code is known." },
  noMain: {
    sk: "Hlavná činnosť nie je známa, len ďalšie: ",
    cs: "Hlavní činnost není známa, jen další: ",
    en: "The main activity is not known, only further ones: ",
  },
} satisfies Record<string, Localized>;

const annexNames = {
  I: {
    sk: "príloha I smernice (EÚ) 2022/2555",
    cs: "příloha I směrnice (EU) 2022/2555",
    en: "Annex I to Directive (EU) 2022/2555",
  },
  II: {
    sk: "príloha II smernice (EÚ) 2022/2555",
    cs: "příloha II směrnice (EU) 2022/2555",
    en: "Annex II to Directive (EU) 2022/2555",
  },
} satisfies Record<"I" | "II", Localized>;

const indicative: Readonly<Record<Locale, { before: string; after: string }>> = {
  sk: { before: "Výsledok je orientačný. Záväzne rozhoduje ", after: "." },
  cs: { before: "Výsledek je orientační. Závazně rozhoduje ", after: "." },
  en: { before: "This result is indicative. The binding decision is made by ", after: "." },
};

/**
 * A sentence longer than this, in characters, is set smaller, so that the facts below it still fit the screen of a
 * phone.
 */
const LONG = 90;

/** The answer in one sentence, and the authority that really decides: stated once, at the top. */
export function VerdictSentence({ verdict, locale, about }: { verdict: Verdict; locale: Locale; about?: Child }) {
  const { category, headline, authority } = verdict;
  const sentence = headline ?? `${categoryNames[category][locale]}. ${categoryMeanings[category][locale]}`;
  return (
    <header class="verdict-head">
      <CategorySign category={category} size={64} />
      <div>
        {about}
        <h1 class={sentence.length > LONG ? "is-long" : undefined}>{sentence}</h1>
        <p class="indicative">
          {indicative[locale].before}
          <a href={authority.url}>{authority.name}</a>
          {indicative[locale].after}
        </p>
      </div>
    </header>
  );
}

/** Category, sector and size as facts; `origins` says where each comes from, and when. */
export function VerdictFacts({
  verdict,
  locale,
  origins = {},
}: {
  verdict: Verdict;
  locale: Locale;
  origins?: { readonly category?: Child; readonly sector?: Child; readonly size?: Child };
}) {
  const { category, sector, size } = verdict;
  return (
    <dl class="facts">
      <div>
        <dt>{text.category[locale]}</dt>
        <dd>
          <strong class={`is-${category}`}>{categoryNames[category][locale]}</strong>
          <p>{categoryMeanings[category][locale]}</p>
          {origins.category}
        </dd>
      </div>
      <div>
        <dt>{text.sector[locale]}</dt>
        <dd>
          <strong>{sectorName(verdict, locale)}</strong>
          {sector === null ? null : (
            <p>
              <Citation citation={annexNames[sector.annex][locale]} />
            </p>
          )}
          <p>{activityText(verdict, locale)}</p>
          {origins.sector}
        </dd>
      </div>
      <div>
        <dt>{text.size[locale]}</dt>
        <dd>
          <strong>{size.category === null ? text.noSize[locale] : sizeNames[size.category][locale]}</strong>
          {size.employees === null ? null : <p>{headcountText(size.employees, locale)}</p>}
          {origins.size}
        </dd>
      </div>
    </dl>
  );
}

/** Where no activity is known, none of the sectors is excluded. */
function sectorName({ sector, nace, otherNace }: Verdict, locale: Locale): string {
  if (sector !== null) return sector.name;
  return (nace === null && otherNace.length === 0 ? text.unknownSector : text.noSector)[locale];
}

/** Codes shown where none of them is the main one; a trader may have dozens. */
const FURTHER_SHOWN = 3;

/** Beside the sector stands the code on which it rests; without a sector, the main one. */
function activityText({ decidingNace, nace, otherNace }: Verdict, locale: Locale): string {
  const shown = decidingNace ?? nace;
  if (shown !== null) return `${naceLabel(shown)}${shown.name === null ? "" : ` ${shown.name}`}`;
  if (otherNace.length === 0) return text.noNace[locale];
  const further = otherNace.slice(0, FURTHER_SHOWN).map(naceLabel).join(", ");
  return `${text.noMain[locale]}${further}${otherNace.length > FURTHER_SHOWN ? " …" : ""}`;
}
