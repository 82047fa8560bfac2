import type { Child } from "hono/jsx";
import type { RuleSet } from "../../../capabilities/law/rule-set.ts";
import { headcountText } from "../../../capabilities/scope/headcount-text.ts";
import type { Day } from "../../../core/day.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, plural } from "../../../core/text.ts";
import { CategorySign, categoryNames } from "../components/category-mark.tsx";
import { Citation } from "../components/law-text.tsx";
import { naceLabel, sizeNames, type Verdict } from "./verdict-names.ts";

const text = {
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
  complete: { sk: "Výsledok je úplný.", cs: "Výsledek je úplný.", en: "The result is complete." },
  asKnown: { sk: "Podľa toho, čo vieme.", cs: "Podle toho, co víme.", en: "As far as known." },
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

const indicative: Readonly<Record<Locale, { before: string; after: string; law: (day: string) => string }>> = {
  sk: { before: "Orientačný výsledok. Záväzne rozhoduje ", after: ".", law: (day) => `Právny stav ${day}.` },
  cs: { before: "Orientační výsledek. Závazně rozhoduje ", after: ".", law: (day) => `Právní stav ${day}.` },
  en: {
    before: "This result is indicative. The binding decision is made by ",
    after: ".",
    law: (day) => `State of the law: ${day}.`,
  },
};

const canChange: Readonly<Record<Locale, (count: number) => { before: string; linked: string }>> = {
  sk: (count) => ({
    before: plural(
      count,
      { one: "Zmeniť to ešte môže ", few: "Zmeniť to ešte môžu ", other: "Zmeniť to ešte môže " },
      "sk",
    ),
    linked: `${count} ${plural(count, { one: "odpoveď", few: "odpovede", other: "odpovedí" }, "sk")}`,
  }),
  cs: (count) => ({
    before: plural(
      count,
      { one: "Změnit to ještě může ", few: "Změnit to ještě mohou ", other: "Změnit to ještě může " },
      "cs",
    ),
    linked: `${count} ${plural(count, { one: "odpověď", few: "odpovědi", other: "odpovědí" }, "cs")}`,
  }),
  en: (count) => ({
    before: "It can still be changed by ",
    linked: `${count} ${plural(count, { one: "answer", other: "answers" }, "en")}`,
  }),
};

const cellsText: Readonly<Record<Locale, (known: number, all: number) => string>> = {
  sk: (known, all) => `Známe: ${known} z ${all}`,
  cs: (known, all) => `Známo: ${known} z ${all}`,
  en: (known, all) => `Known: ${known} of ${all}`,
};

/** What a printed verdict is called. */
export const documentTitle: Localized = {
  sk: "Posúdenie podľa NIS2",
  cs: "Posouzení podle NIS2",
  en: "NIS2 verdict",
};

/** More cells than these are a number. */
const MOST_CELLS = 20;

/**
 * The answer as a block: sign, a few words, why, and the authority that really decides; below it how many answers are
 * known and how many are open.
 * @param sizeDay the day of an old size, whose year stands beside it; @param answered how many answers were given
 */
export function VerdictBlock({
  verdict,
  locale,
  rules,
  about,
  sizeDay,
  answered = 0,
  isComplete = verdict.missingFacts.length === 0,
}: {
  verdict: Verdict;
  locale: Locale;
  rules: RuleSet;
  about?: Child;
  sizeDay?: Day | undefined;
  answered?: number | undefined;
  isComplete?: boolean | undefined;
}) {
  const { category, headline, authority, missingFacts, nace, otherNace, size } = verdict;
  const open = missingFacts.length;
  // What registers or the visitor state: that the firm exists, its activity, its size.
  const known = [true, nace !== null || otherNace.length > 0, size.category !== null].filter(Boolean).length + answered;
  const why = whyLine(verdict, locale, sizeDay);
  return (
    <>
      {about}
      <header
        class={`verdict-block is-${category}`}
        data-verdict
        data-category={category}
        data-open={open}
        data-complete={String(isComplete)}
      >
        <CategorySign category={category} size={56} />
        <h1>{headline ?? categoryNames[category][locale]}</h1>
        {why === "" ? null : <p class="verdict-why">{why}</p>}
        <p class="indicative">
          {indicative[locale].before}
          <a href={authority.url}>{authority.name}</a>
          {indicative[locale].after}{" "}
          <time datetime={rules.lawDay}>{indicative[locale].law(formatDay(rules.lawDay, locale))}</time>
        </p>
      </header>
      <p class="certainty" data-certainty data-answered={known} data-open={open}>
        <Cells known={known} open={open} locale={locale} />
        <span>
          {isComplete || open === 0 ? (
            text.complete[locale]
          ) : (
            <>
              {text.asKnown[locale]} {canChange[locale](open).before}
              <a href="#answers">{canChange[locale](open).linked}</a>.
            </>
          )}
        </span>
      </p>
    </>
  );
}

/** One cell for each answer, full where it is known. */
function Cells({ known, open, locale }: { known: number; open: number; locale: Locale }) {
  const all = known + open;
  if (all > MOST_CELLS) return <span class="number">{cellsText[locale](known, all)}</span>;
  return (
    <svg
      viewBox={`0 0 ${all * 12} 16`}
      width={all * 12}
      height={16}
      role="img"
      aria-label={cellsText[locale](known, all)}
    >
      {Array.from({ length: all }, (_, index) => (
        <rect x={index * 12 + 1} y={2} width={8} height={12} class={index < known ? "cell-known" : "cell-open"} />
      ))}
    </svg>
  );
}

/** Sector and size, with the year of an old size, then what else the answer rests on. */
function whyLine({ sector, size, why, category }: Verdict, locale: Locale, sizeDay: Day | undefined): string {
  const isIn = category === "essential" || category === "important";
  if (!isIn && why !== null) return why;
  const year = sizeDay === undefined ? "" : ` ${inYear[locale]} ${sizeDay.slice(0, 4)}`;
  const staff = size.employees === null ? "" : ` (${headcountText(size.employees, locale)}${year})`;
  const parts = [sector?.name, size.category === null ? undefined : `${sizeNames[size.category][locale]}${staff}`];
  const [first = "", second] = parts.filter((part) => part !== undefined);
  const line = second === undefined ? first : `${first}, ${second.charAt(0).toLowerCase()}${second.slice(1)}`;
  return [line === "" ? "" : `${line}.`, why ?? ""].join(" ").trim();
}

const inYear = { sk: "v\u00a0roku", cs: "v\u00a0roce", en: "in" } satisfies Localized;

/** Sector and size as facts; `origins` says where each comes from, and when. */
export function VerdictFacts({
  verdict,
  locale,
  origins = {},
}: {
  verdict: Verdict;
  locale: Locale;
  origins?: { readonly category?: Child; readonly sector?: Child; readonly size?: Child };
}) {
  const { sector, size } = verdict;
  return (
    <div class="facts-with-origin">
      {origins.category}
      <dl class="facts">
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
    </div>
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
