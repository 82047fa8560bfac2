import { gapSentences } from "../../../capabilities/companies/search-gap.ts";
import {
  FIRMS_A_PAGE,
  MOST_COUNTED,
  MOST_FILTERED,
  type SearchList,
} from "../../../capabilities/companies/search-list.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber, plural } from "../../../core/text.ts";
import { Notice } from "../components/notice.tsx";
import { activityHeading } from "./activity-column.tsx";
import { FirmHit } from "./firm-hit.tsx";
import { SearchFilters } from "./search-filters.tsx";
import { type FoundBySearch, searchAddress } from "./search-query.ts";
import { SearchWays } from "./search-ways.tsx";

const text = {
  none: { sk: "Nenašli sme žiadnu firmu", cs: "Nenašli jsme žádnou firmu", en: "No firm was found" },
  nothingSearched: { sk: "Čo teraz", cs: "Co teď", en: "What now" },
  noMore: { sk: "Ďalšie firmy už nie sú", cs: "Další firmy už nejsou", en: "There are no more firms" },
  first: { sk: "Na stranu 1", cs: "Na stránku 1", en: "To page 1" },
  similar: { sk: "Podobné názvy", cs: "Podobné názvy", en: "Similar names" },
  pages: { sk: "Strany", cs: "Stránky", en: "Pages" },
  previous: { sk: "Predchádzajúce", cs: "Předchozí", en: "Previous" },
  next: { sk: "Ďalšie", cs: "Další", en: "Next" },
  shorten: {
    sk: "Pridajte mesto alebo ďalšie slovo, zoznam sa skráti.",
    cs: "Přidejte město nebo další slovo, seznam se zkrátí.",
    en: "Add a town or another word, and the list gets shorter.",
  },
  filterCut: {
    sk: `Filter podľa výsledku prešiel prvých ${MOST_FILTERED} firiem, ktoré zodpovedajú; je ich viac.`,
    cs: `Filtr podle výsledku prošel prvních ${MOST_FILTERED} firem, které odpovídají; je jich víc.`,
    en: `The filter by result went through the first ${MOST_FILTERED} firms that fit; there are more.`,
  },
  incomplete: { sk: "Nehľadali sme všade", cs: "Nehledali jsme všude", en: "Not everything was searched" },
  mayExist: {
    sk: "Firma, ktorú tu nevidíte, môže existovať.",
    cs: "Firma, kterou tu nevidíte, může existovat.",
    en: "A firm that is not shown here may exist.",
  },
} satisfies Record<string, Localized>;

/** Above so many firms a line says how the list gets shorter. */
const MANY = 20;

const firmsText: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) => `${count} ${plural(count, { one: "firma", few: "firmy", other: "firiem" }, "sk")}`,
  cs: (count) => `${count} ${plural(count, { one: "firma", few: "firmy", other: "firem" }, "cs")}`,
  en: (count) => `${count} ${plural(count, { one: "firm", other: "firms" }, "en")}`,
};

const similarText: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) =>
    `${count} ${plural(count, { one: "podobný názov", few: "podobné názvy", other: "podobných názvov" }, "sk")}`,
  cs: (count) =>
    `${count} ${plural(count, { one: "podobný název", few: "podobné názvy", other: "podobných názvů" }, "cs")}`,
  en: (count) => `${count} ${plural(count, { one: "similar name", other: "similar names" }, "en")}`,
};

const rangeText: Readonly<Record<Locale, (from: number, to: number, count: string, isMore: boolean) => string>> = {
  sk: (from, to, count, isMore) => `${from} až ${to} z ${isMore ? "viac než " : ""}${count} firiem`,
  cs: (from, to, count, isMore) => `${from} až ${to} z ${isMore ? "více než " : ""}${count} firem`,
  en: (from, to, count, isMore) => `${from} to ${to} of ${isMore ? "more than " : ""}${count} firms`,
};

/** How many firms were found, or which of them are shown. */
export function firmHeading(
  { reading, count, isMore, firms, similar }: SearchList,
  page: number,
  locale: Locale,
): string {
  if (count === 0 && similar.length > 0) return similarText[locale](similar.length);
  if (count === 0) return (isSearched(reading.kind) ? text.none : text.nothingSearched)[locale];
  if (firms.length === 0) return text.noMore[locale];
  const from = (page - 1) * FIRMS_A_PAGE + 1;
  if (count > FIRMS_A_PAGE || (isMore && count === FIRMS_A_PAGE)) {
    return rangeText[locale](from, from + firms.length - 1, formatNumber(count, locale), isMore);
  }
  const and = locale === "en" ? " and " : " a ";
  return firmsText[locale](count) + (similar.length === 0 ? "" : and + similarText[locale](similar.length));
}

/** False for numbers and addresses by which no firm is looked for. */
function isSearched(kind: SearchList["reading"]["kind"]): boolean {
  return !["tax_sk", "tax_cz_person", "tax_cz_group", "vat_foreign", "activity_code"].includes(kind);
}

/** The firms that were found, or the ways on where none was; and the registers that could not be searched. */
export function FirmColumn({ found, isFirst, locale }: { found: FoundBySearch; isFirst: boolean; locale: Locale }) {
  const { searched, firms, activities } = found;
  const { count, isMore, similar, incomplete, reading } = firms;
  const Heading = isFirst ? "h1" : "h2";
  const isFiltered = searched.country !== undefined || searched.category !== undefined;
  const isNothing = count + similar.length === 0;
  const beside = isFirst ? (activities?.hits.length ?? 0) : 0;
  return (
    <section data-column="firms" data-count={count} data-more={String(isMore)}>
      <Heading class="is-small">{firmHeading(firms, searched.page, locale)}</Heading>
      {beside === 0 ? null : (
        <p class="help only-narrow">
          <a href="#activities">
            {activityHeading[locale]} ({beside})
          </a>
        </p>
      )}
      {isSearched(reading.kind) && (isFiltered || !isNothing) ? (
        <SearchFilters searched={searched} locale={locale} />
      ) : null}
      {firms.firms.length === 0 ? null : (
        <ol class="hits">
          {firms.firms.map((firm) => (
            <FirmHit firm={firm} locale={locale} />
          ))}
        </ol>
      )}
      {count > 0 && firms.firms.length === 0 ? (
        <p class="prose">
          <a href={searchAddress(searched, {}, locale)}>{text.first[locale]}</a>
        </p>
      ) : null}
      {similar.length === 0 ? null : (
        <>
          <h2 class="is-small">{text.similar[locale]}</h2>
          <ol class="hits">
            {similar.map((firm) => (
              <FirmHit firm={firm} locale={locale} />
            ))}
          </ol>
        </>
      )}
      <Pages found={found} locale={locale} />
      {firms.isFilterCut ? <p class="help">{text.filterCut[locale]}</p> : null}
      {count > MANY ? <p class="help">{text.shorten[locale]}</p> : null}
      {isNothing ? <SearchWays found={found} locale={locale} /> : null}
      {incomplete.length > 0 ? (
        <Notice title={text.incomplete[locale]}>
          {gapSentences(incomplete, locale).map((sentence) => (
            <p>{sentence}</p>
          ))}
          <p>{text.mayExist[locale]}</p>
        </Notice>
      ) : null}
    </section>
  );
}

function Pages({ found: { searched, firms }, locale }: { found: FoundBySearch; locale: Locale }) {
  const { page } = searched;
  const last = Math.ceil(firms.count / FIRMS_A_PAGE);
  if (last < 2 || firms.firms.length === 0) return null;
  const rangeOf = (one: number) =>
    `${(one - 1) * FIRMS_A_PAGE + 1} – ${Math.min(one * FIRMS_A_PAGE, firms.count, MOST_COUNTED)}`;
  return (
    <nav class="result-pages" aria-label={text.pages[locale]}>
      {page === 1 ? null : (
        <a rel="prev" data-page={page - 1} href={pageAddress(page - 1)}>
          {text.previous[locale]}, {rangeOf(page - 1)}
        </a>
      )}
      {page >= last ? null : (
        <a rel="next" data-page={page + 1} href={pageAddress(page + 1)}>
          {text.next[locale]}, {rangeOf(page + 1)}
        </a>
      )}
    </nav>
  );

  function pageAddress(one: number): string {
    return searchAddress(searched, { page: one === 1 ? undefined : one }, locale);
  }
}
