import type { Category } from "../../../core/company.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { Citations } from "../components/citations.tsx";
import { sizeNames } from "./verdict.ts";

const text = {
  title: { sk: "Prahové hodnoty", cs: "Prahové hodnoty", en: "The thresholds" },
  size: { sk: "Veľkosť podniku", cs: "Velikost podniku", en: "Size of the enterprise" },
  staff: { sk: "Zamestnanci", cs: "Zaměstnanci", en: "Staff" },
  turnover: { sk: "Ročný obrat", cs: "Roční obrat", en: "Annual turnover" },
  balance: { sk: "Bilančná suma", cs: "Bilanční suma", en: "Balance sheet" },
  and: { sk: "a zároveň", cs: "a zároveň", en: "and" },
  or: { sk: "alebo", cs: "nebo", en: "or" },
  rule: {
    sk: "Hranicu počtu zamestnancov treba dodržať vždy, z dvoch finančných hraníc stačí jedna. Podnik so 60 zamestnancami je teda stredný aj pri malom obrate a podnik so 40 zamestnancami je stredný, len ak presiahne obe finančné hranice.",
    cs: "Hranici počtu zaměstnanců je třeba dodržet vždy, ze dvou finančních hranic stačí jedna. Podnik se 60 zaměstnanci je tedy střední i při malém obratu a podnik se 40 zaměstnanci je střední, jen pokud překročí obě finanční hranice.",
    en: "The headcount limit must always be met; of the two financial limits, one is enough. A firm of 60 is therefore medium-sized even with a small turnover, and a firm of 40 is medium-sized only if it exceeds both financial limits.",
  },
  large: { sk: "všetko väčšie", cs: "vše větší", en: "anything larger" },
  sizeCaption: { sk: "Ako sa určí veľkosť", cs: "Jak se určí velikost", en: "How the size is determined" },
  matrixCaption: {
    sk: "Čo veľkosť znamená v sektore",
    cs: "Co velikost znamená v odvětví",
    en: "What the size means in a sector",
  },
  sector: { sk: "Sektor", cs: "Odvětví", en: "Sector" },
  micro: { sk: "Mikro a malý", cs: "Mikro a malý", en: "Micro and small" },
  annexI: { sk: "Príloha I", cs: "Příloha I", en: "Annex I" },
  annexII: { sk: "Príloha II", cs: "Příloha II", en: "Annex II" },
  telecom: {
    sk: "Verejné elektronické komunikácie",
    cs: "Veřejné elektronické komunikace",
    en: "Public electronic communications",
  },
  sizeBasis: {
    sk: "čl. 2 prílohy odporúčania 2003/361/ES",
    cs: "čl. 2 přílohy doporučení 2003/361/ES",
    en: "Article 2 of the Annex to Recommendation 2003/361/EC",
  },
  scopeBasis: {
    sk: "čl. 2 a 3 smernice (EÚ) 2022/2555",
    cs: "čl. 2 a 3 směrnice (EU) 2022/2555",
    en: "Articles 2 and 3 of Directive (EU) 2022/2555",
  },
} satisfies Record<string, Localized>;

const million: Record<Locale, (count: number) => string> = {
  sk: (count) => `${count}\u00a0mil.\u00a0€`,
  cs: (count) => `${count}\u00a0mil.\u00a0€`,
  en: (count) => `€${count}\u00a0m`,
};

/** The ceilings of the Recommendation: fewer than `staff`, and at most one of the two amounts in millions. */
const ceilings = [
  { size: "micro", staff: 10, turnover: 2, balance: 2 },
  { size: "small", staff: 50, turnover: 10, balance: 10 },
  { size: "medium", staff: 250, turnover: 50, balance: 43 },
] as const;

const matrix: readonly { readonly name: Localized; readonly outcomes: readonly Category[] }[] = [
  { name: text.annexI, outcomes: ["out_of_scope", "important", "essential"] },
  { name: text.annexII, outcomes: ["out_of_scope", "important", "important"] },
  { name: text.telecom, outcomes: ["important", "essential", "essential"] },
];

/** A heading as it stands behind another word. */
function inSentence(heading: string): string {
  return heading.charAt(0).toLowerCase() + heading.slice(1);
}

function joined(joint: string, heading: string): string {
  return `${joint} ${inSentence(heading)}`;
}

/** The two tables everything turns on: how the size is found, and what it means. */
export function Thresholds({ locale }: { locale: Locale }) {
  return (
    <section class="section thresholds" aria-labelledby="thresholds-title">
      <h2 id="thresholds-title">{text.title[locale]}</h2>
      <div class="rung">
        <div class="rung-text">
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
              {ceilings.map(({ size, staff, turnover, balance }) => (
                <tr>
                  <th scope="row">{sizeNames[size][locale]}</th>
                  <td data-label={text.staff[locale]}>&lt; {staff}</td>
                  <td data-label={joined(text.and[locale], text.turnover[locale])}>≤ {million[locale](turnover)}</td>
                  <td data-label={joined(text.or[locale], text.balance[locale])}>≤ {million[locale](balance)}</td>
                </tr>
              ))}
              <tr>
                <th scope="row">{sizeNames.large[locale]}</th>
                <td colspan={3}>{text.large[locale]}</td>
              </tr>
            </tbody>
          </table>
          <p>{text.rule[locale]}</p>
        </div>
        <Citations citations={[text.sizeBasis[locale]]} locale={locale} />
      </div>
      <div class="rung">
        <div class="rung-text">
          <table class="is-stacked">
            <caption>{text.matrixCaption[locale]}</caption>
            <thead>
              <tr>
                <th scope="col">{text.sector[locale]}</th>
                <th scope="col">{text.micro[locale]}</th>
                <th scope="col">{sizeNames.medium[locale]}</th>
                <th scope="col">{sizeNames.large[locale]}</th>
              </tr>
            </thead>
            <tbody>
              {matrix.map(({ name, outcomes }) => (
                <tr>
                  <th scope="row">{name[locale]}</th>
                  {outcomes.map((category, column) => (
                    <td data-label={[text.micro, sizeNames.medium, sizeNames.large][column]?.[locale]}>
                      <CategoryMark category={category} locale={locale} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Citations citations={[text.scopeBasis[locale]]} locale={locale} />
      </div>
    </section>
  );
}
