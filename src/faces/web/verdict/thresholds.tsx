import { sizeThresholds } from "../../../capabilities/scope/size-thresholds.ts";
import { SIZE_CATEGORIES, type SizeCategory } from "../../../core/company.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { Citations } from "../components/citations.tsx";
import type { PageRequest } from "../page.ts";
import { inMillions } from "./euros.ts";
import { sizeNames } from "./verdict-names.ts";

const text = {
  title: { sk: "Prahové hodnoty", cs: "Prahové hodnoty", en: "The thresholds" },
  size: { sk: "Veľkosť podniku", cs: "Velikost podniku", en: "Size of the enterprise" },
  staff: { sk: "Zamestnanci", cs: "Zaměstnanci", en: "Staff" },
  turnover: { sk: "Ročný obrat", cs: "Roční obrat", en: "Annual turnover" },
  balance: { sk: "Bilančná suma", cs: "Bilanční suma", en: "Balance sheet" },
  and: { sk: "a zároveň", cs: "a zároveň", en: "and" },
  or: { sk: "alebo", cs: "nebo", en: "or" },
  large: { sk: "všetko väčšie", cs: "vše větší", en: "anything larger" },
  sizeCaption: { sk: "Ako sa určí veľkosť", cs: "Jak se určí velikost", en: "How the size is determined" },
  matrixCaption: {
    sk: "Čo veľkosť znamená v sektore",
    cs: "Co velikost znamená v odvětví",
    en: "What the size means in a sector",
  },
  sector: { sk: "Sektor", cs: "Odvětví", en: "Sector" },
  annex: { sk: "Príloha", cs: "Příloha", en: "Annex" },
  anySize: {
    sk: "Verejné elektronické komunikácie",
    cs: "Veřejné elektronické komunikace",
    en: "Public electronic communications",
  },
} satisfies Record<string, Localized>;

/** An amount in EUR as millions: `≤ 7,5 mil. €`. */
function upTo(euros: number, locale: Locale): string {
  return `≤ ${inMillions(euros, locale)}`;
}

/** A heading with a small first letter, to follow another word. */
function inSentence(heading: string): string {
  return heading.charAt(0).toLowerCase() + heading.slice(1);
}

function joined(joint: string, heading: string): string {
  return `${joint} ${inSentence(heading)}`;
}

export type SizeThresholds = Awaited<ReturnType<typeof askSizeThresholds>>;

/** The thresholds in force today, for `Thresholds`. */
export function askSizeThresholds({ ask }: PageRequest) {
  return ask(sizeThresholds, {});
}

/** The two tables that decide: how the size is found, and what it means in each annex. */
export function Thresholds({ thresholds, locale }: { thresholds: SizeThresholds; locale: Locale }) {
  return (
    <section class="section thresholds" aria-labelledby="thresholds-title">
      <h2 id="thresholds-title">{text.title[locale]}</h2>
      <div class="rung">
        <div class="rung-text">
          <SizeTable ceilings={thresholds.ceilings} locale={locale} />
          {thresholds.explanation === null ? null : <p>{thresholds.explanation}</p>}
        </div>
        <Citations citations={confirmed(thresholds.ceilingCitations)} locale={locale} />
      </div>
      <div class="rung">
        <div class="rung-text">
          <CategoryTable matrix={thresholds.matrix} locale={locale} />
        </div>
        <Citations citations={confirmed(thresholds.matrixCitations)} locale={locale} />
      </div>
    </section>
  );
}

function confirmed(citations: readonly (string | null)[]): string[] {
  return citations.filter((citation) => citation !== null);
}

function SizeTable({ ceilings, locale }: { ceilings: SizeThresholds["ceilings"]; locale: Locale }) {
  return (
    <table class="is-stacked">
      <caption>{text.sizeCaption[locale]}</caption>
      <thead>
        <tr>
          <th scope="col">{text.size[locale]}</th>
          <th scope="col">{text.staff[locale]}</th>
          <th scope="col">
            <span class="joint">{text.and[locale]}</span> {inSentence(text.turnover[locale])}
          </th>
          <th scope="col">
            <span class="joint">{text.or[locale]}</span> {inSentence(text.balance[locale])}
          </th>
        </tr>
      </thead>
      <tbody>
        {ceilings.map(({ size, staffBelow, turnoverUpToEur, balanceSheetUpToEur }) => (
          <tr>
            <th scope="row">{sizeNames[size][locale]}</th>
            <td data-label={text.staff[locale]}>&lt; {formatNumber(staffBelow, locale)}</td>
            <td data-label={joined(text.and[locale], text.turnover[locale])}>{upTo(turnoverUpToEur, locale)}</td>
            <td data-label={joined(text.or[locale], text.balance[locale])}>{upTo(balanceSheetUpToEur, locale)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{sizeNames.large[locale]}</th>
          <td colspan={3}>{text.large[locale]}</td>
        </tr>
      </tbody>
    </table>
  );
}

/**
 * The sizes as columns: neighbours that have the same category in every row share one, so that the table fits a screen.
 */
function columnsOf(matrix: SizeThresholds["matrix"]): SizeCategory[][] {
  const columns: SizeCategory[][] = [];
  for (const size of SIZE_CATEGORIES) {
    const [before] = columns.at(-1) ?? [];
    const isSame = before !== undefined && matrix.every(({ categories }) => categories[size] === categories[before]);
    if (isSame) columns.at(-1)?.push(size);
    else columns.push([size]);
  }
  return columns;
}

function CategoryTable({ matrix, locale }: { matrix: SizeThresholds["matrix"]; locale: Locale }) {
  const columns = columnsOf(matrix).map((sizes) => ({
    size: sizes[0] ?? "micro",
    name: sizes.map((size) => sizeNames[size][locale]).join(" / "),
  }));
  return (
    <table class="is-stacked">
      <caption>{text.matrixCaption[locale]}</caption>
      <thead>
        <tr>
          <th scope="col">{text.sector[locale]}</th>
          {columns.map(({ name }) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {matrix.map(({ annex, anySize, categories }) => (
          <tr>
            <th scope="row">{anySize ? text.anySize[locale] : `${text.annex[locale]} ${annex}`}</th>
            {columns.map(({ size, name }) => (
              <td data-label={name}>
                <CategoryMark category={categories[size]} locale={locale} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
